import { describe, expect, it } from 'vitest'
import { groupRows } from './group'

describe('rows under headings', () => {
  it('stand in the order of their values, those without one last, and lose nothing', () => {
    const rows = [
      { id: '1' },
      { id: '2', unit: { name: '东区' } },
      { id: '3', unit: { name: '西区' } },
      { id: '4', unit: { name: '东区' } },
      { id: '5', unit: { name: '' } },
    ]
    const groups = groupRows(rows, 'unit.name')
    expect(groups.map(({ value, children }) => [value, (children as object[]).length])).toEqual([
      ['东区', 2],
      ['西区', 1],
      [null, 2],
    ])
    expect(groups.every(({ top }) => top === true)).toBe(true)
    expect(new Set(groups.map(({ id }) => id)).size).toBe(3)
  })

  it('tell values of different kinds apart, and groups of a million rows in one pass', () => {
    expect(groupRows([{ a: 1 }, { a: '1' }, { a: [1] }, { a: false }], 'a')).toHaveLength(4)
    const rows = Array.from({ length: 100_000 }, (_, index) => ({ id: String(index), kind: index % 7 }))
    expect(groupRows(rows, 'kind')).toHaveLength(7)
  })
})
