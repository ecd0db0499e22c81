import { describe, expect, it } from 'vitest'
import type { GridColumn } from './columns'
import { planPaste, tiled } from './paste'

const columns = ['name', 'amount', 'sum'].map((name) => ({ name }) as GridColumn)
const text = {
  fromText: (column: GridColumn, _rowId: string | null, typed: string) =>
    column.name === 'amount' && Number.isNaN(Number(typed))
      ? { error: '不是数字' }
      : { value: column.name === 'amount' ? Number(typed) : typed },
}
const target = (top: number, left: number, mayAdd = true) => ({
  range: { top, left, bottom: top, right: left },
  ids: ['r1', 'r2'],
  columns,
  mayAdd,
  isWritable: (_rowId: string | null, column: GridColumn) => column.name !== 'sum',
  text,
})

describe('a paste', () => {
  it('judges each cell, skips what cannot be written, adds what is missing', () => {
    const plan = planPaste(
      [
        ['甲', '1', 'x'],
        ['乙', '二', 'y'],
      ],
      target(1, 0),
    )
    expect(plan.changes).toEqual([
      { rowId: 'r2', column: 'name', value: '甲' },
      { rowId: 'r2', column: 'amount', value: 1 },
    ])
    expect(plan.added).toEqual([
      [
        { column: 'name', value: '乙' },
        { column: 'amount', value: '二', error: '不是数字' },
      ],
    ])
    expect(plan).toMatchObject({ pasted: 3, failed: 1, skipped: 2 })
    expect(plan.range).toEqual({ top: 1, left: 0, bottom: 2, right: 2 })
  })

  it('drops rows beyond the end where rows cannot be added, and columns beyond the last', () => {
    const plan = planPaste(
      [
        ['1', '2', '3'],
        ['4', '5', '6'],
      ],
      target(1, 1, false),
    )
    expect(plan.changes).toEqual([{ rowId: 'r2', column: 'amount', value: 1 }])
    expect(plan).toMatchObject({ added: [], pasted: 1, skipped: 5 })
    expect(plan.range).toEqual({ top: 1, left: 1, bottom: 1, right: 2 })
  })

  it('fills a selection that it fits several times', () => {
    const range = { top: 0, left: 0, bottom: 3, right: 1 }
    expect(tiled([['a']], range)).toEqual([
      ['a', 'a'],
      ['a', 'a'],
      ['a', 'a'],
      ['a', 'a'],
    ])
    expect(tiled([['a'], ['b']], range)).toEqual([
      ['a', 'a'],
      ['b', 'b'],
      ['a', 'a'],
      ['b', 'b'],
    ])
    expect(tiled([['a'], ['b'], ['c']], range)).toEqual([
      ['a', 'a'],
      ['b', 'b'],
      ['c', 'c'],
    ])
  })
})
