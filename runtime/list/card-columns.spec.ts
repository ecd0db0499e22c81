import { describe, expect, it } from 'vitest'
import type { FieldPlan } from '../form/plan'
import { cardColumns, nameColumn } from './card-columns'
import type { ColumnPlan } from './plan'

const column = (path: string, widget: string): ColumnPlan => ({
  id: path,
  path,
  label: path,
  align: 'left',
  sortable: false,
  thousands: false,
  field: {
    path,
    widget,
    settings: {},
    definition: { sort: /^number|calculate/.test(widget) ? 'number' : 'text' },
  } as unknown as FieldPlan,
})
const COLUMNS = [
  column('at', 'date-picker'),
  column('price', 'number-input'),
  column('no', 'serial-number'),
  column('result', 'radio'),
  column('total', 'calculate'),
  column('items.name', 'input'),
]
const paths = (columns: readonly ColumnPlan[]) => columns.map(({ path }) => path)

describe('a card', () => {
  it('shows what names a row, how it stands and what it comes to', () => {
    expect(paths(cardColumns({ summary: [] }, COLUMNS))).toEqual(['no', 'result', 'total'])
    expect(paths(cardColumns({ summary: ['price'] }, COLUMNS))).toEqual(['no', 'result', 'price'])
  })

  it('shows what its document says', () => {
    expect(paths(cardColumns({ summary: [], card: ['at', 'items.name', 'gone'] }, COLUMNS))).toEqual([
      'at',
      'items.name',
    ])
  })

  it('shows the first columns where none names a row', () => {
    const dates = [column('from', 'date-picker'), column('to', 'date-picker'), column('by', 'time-picker')]
    expect(paths(cardColumns({ summary: [] }, dates))).toEqual(['from', 'to'])
    expect(nameColumn(dates)?.path).toBe('from')
    expect(nameColumn([])).toBeUndefined()
  })
})
