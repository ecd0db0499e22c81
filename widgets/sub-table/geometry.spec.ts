import { describe, expect, it } from 'vitest'
import { fittedWidths, type GridColumn, headerUnits } from './columns'
import { cellAt, gridLayout, NUMBER_WIDTH, ROW_HEIGHT, reveal } from './geometry'

const column = (name: string, width: number, columnWidth?: number) =>
  ({ name, width, field: { columnWidth } }) as GridColumn
const ten = Array.from({ length: 10 }, (_, index) => column(`c${index}`, 100))

describe('geometry', () => {
  it('fills the place with the columns that have no width of their own', () => {
    expect(fittedWidths([column('a', 100), column('b', 100, 100)], {}, 300)).toEqual([200, 100])
    expect(fittedWidths([column('a', 100), column('b', 100)], { a: 150 }, 400)).toEqual([150, 250])
    expect(fittedWidths([column('a', 100), column('b', 100)], {}, 150)).toEqual([100, 100])
  })

  it('gives whole pixels, so that no border line is lost', () => {
    const widths = fittedWidths([column('a', 100), column('b', 100), column('c', 160)], {}, 1001)
    expect(widths.every(Number.isInteger)).toBe(true)
    expect(widths.reduce((sum, width) => sum + width, 0)).toBe(1001)
  })

  it('pins the first column only where the others keep room', () => {
    expect(gridLayout(ten, {}, 600, 0)).toMatchObject({ pinned: 1, pinnedWidth: NUMBER_WIDTH + 100 })
    expect(gridLayout(ten, {}, 380, 0).pinned).toBe(0)
  })

  it('scrolls no further than needed, and never under what stands still', () => {
    const layout = gridLayout(ten, {}, 600, 2)
    const view = { scrollTop: 0, scrollLeft: 0, width: 600, height: 10 * ROW_HEIGHT }
    expect(reveal({ row: 3, column: 1 }, layout, view)).toEqual({ top: 0, left: 0 })
    expect(reveal({ row: 10, column: 0 }, layout, view)).toEqual({ top: ROW_HEIGHT, left: 0 })
    expect(reveal({ row: 0, column: 9 }, layout, view).left).toBe(layout.total - 600)
    expect(reveal({ row: 0, column: 1 }, layout, { ...view, scrollLeft: 400 }).left).toBe(0)
  })

  it('finds the cell under a point', () => {
    const layout = gridLayout(ten, {}, 600, 0)
    const view = { scrollTop: 50, scrollLeft: 250, width: 600, height: 400 }
    expect(cellAt(NUMBER_WIDTH + 10, 0, layout, view)).toEqual({ row: 1, column: 0 })
    expect(cellAt(NUMBER_WIDTH + 110, 30, layout, view)).toEqual({ row: 2, column: 3 })
    expect(cellAt(5000, 0, layout, view).column).toBe(9)
  })

  it('groups only neighbours', () => {
    const group = { id: 'g', fullName: '计价', align: 'center', childColumns: ['c1', 'c2'] }
    expect(headerUnits(ten.slice(0, 4), [group])).toEqual([
      { group: null, first: 0, last: 0 },
      { group, first: 1, last: 2 },
      { group: null, first: 3, last: 3 },
    ])
  })
})
