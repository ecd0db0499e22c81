import { beforeEach, describe, expect, it } from 'vitest'
import { createReorder, type Reorder } from './reorder'

let passed: number[]
let given: (() => void)[]
let line: Reorder<number>
const hear = (...numbers: number[]) => {
  for (const number of numbers) line.hear('p', number, number)
}

beforeEach(() => {
  passed = []
  given = []
  line = createReorder(
    (number) => passed.push(number),
    (work) => given.push(work),
  )
})

describe('frames of several servers', () => {
  it('are passed on in their order, each once', () => {
    line.open('p')
    line.begin('p', 4)
    hear(6, 5, 6, 4, 8, 7)
    expect(passed).toEqual([5, 6, 7, 8])
    for (const work of given) work()
    expect(passed).toEqual([5, 6, 7, 8])
  })

  it('that come before it is known where to begin are kept', () => {
    line.open('p')
    hear(5, 4, 6)
    line.begin('p', 4)
    expect(passed).toEqual([5, 6])
  })

  it('leave a gap where one does not come in time', () => {
    line.open('p')
    line.begin('p', 0)
    hear(2, 3, 5)
    expect(passed).toEqual([])
    given[0]?.()
    expect(passed).toEqual([2, 3])
    for (const work of given) work()
    expect(passed).toEqual([2, 3, 5])
    hear(4, 6)
    expect([passed, line.reached('p')]).toEqual([[2, 3, 5, 6], 6])
  })

  it('of what nobody watches are nobody’s', () => {
    hear(1)
    line.open('p')
    line.begin('p', 0)
    line.forget('p')
    hear(2)
    expect(passed).toEqual([])
  })
})
