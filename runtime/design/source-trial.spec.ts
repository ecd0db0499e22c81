import { expect, it } from 'vitest'
import { sourceAnswer } from './source-trial'

it('finds the rows of an answer and all their members', () => {
  const rows = [
    { id: 1, name: '甲' },
    { id: 2, children: [{ id: 3 }] },
  ]
  const answer = { rows, members: ['id', 'name', 'children'] }
  expect(sourceAnswer(rows)).toEqual(answer)
  expect(sourceAnswer({ list: [...rows, 'x', null] })).toEqual(answer)
  expect(sourceAnswer('x')).toEqual({ rows: [], members: [] })
})
