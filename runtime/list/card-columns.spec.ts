import { describe, expect, it } from 'vitest'
import type { FieldPlan } from '../form/plan'
import { type CardColumns, cardColumns, columnsOnCard, nameColumn } from './card-columns'
import type { ColumnPlan, ListPlan } from './plan'

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
    definition: { sort: /^number|calculate|^date|switch/.test(widget) ? 'number' : 'text' },
  } as unknown as FieldPlan,
})
const COLUMNS = [
  column('at', 'date-picker'),
  column('price', 'number-input'),
  column('no', 'serial-number'),
  column('kind', 'select'),
  column('result', 'radio'),
  column('total', 'calculate'),
  column('due', 'date-picker'),
  column('items.name', 'input'),
]
const paths = ({ dates, lines, ...places }: CardColumns) => ({
  ...Object.fromEntries(Object.entries(places).map(([place, { path }]) => [place, path])),
  ...(dates.length > 0 && { dates: dates.map(({ path }) => path) }),
  ...(lines.length > 0 && { lines: lines.map(({ path }) => path) }),
})

describe('a card', () => {
  it('shows what names a row, how it stands, what it comes to and when it is', () => {
    const found = { name: 'no', state: 'result', amount: 'total', dates: ['at', 'due'] }
    expect(paths(cardColumns({ summary: [] }, COLUMNS))).toEqual(found)
    expect(paths(cardColumns({ summary: ['price'] }, COLUMNS))).toEqual({ ...found, amount: 'price' })
  })

  it('shows the date by which something has to be done before any other', () => {
    const calendar = { field: 'due' } as ListPlan['calendar']
    const card = cardColumns({ summary: [], ...(calendar && { calendar }) }, COLUMNS)
    expect(paths(card)).toMatchObject({ dates: ['due', 'at'] })
    expect(columnsOnCard(card).map(({ path }) => path)).toEqual(['no', 'result', 'total', 'due'])
  })

  it('takes no date for an amount, and no switch', () => {
    const columns = [column('no', 'serial-number'), column('due', 'date-picker')]
    expect(paths(cardColumns({ summary: [] }, columns))).toEqual({ name: 'no', dates: ['due'] })
    const switched = [...columns, column('result', 'radio'), column('stopped', 'switch')]
    expect(paths(cardColumns({ summary: [] }, switched))).toEqual({
      name: 'no',
      state: 'result',
      dates: ['due'],
    })
  })

  it('shows what its document says, a tag as how the row stands', () => {
    const tagged = [...COLUMNS, { ...column('online', ''), widget: 'tag' }]
    const card = ['at', 'items.name', 'online', 'gone']
    expect(paths(cardColumns({ summary: [], card }, tagged))).toEqual({
      name: 'at',
      state: 'online',
      lines: ['items.name'],
    })
  })

  it('shows the first columns where none names a row', () => {
    const words = [column('colour', 'color-picker'), column('by', 'time-picker')]
    expect(paths(cardColumns({ summary: [] }, words))).toEqual({ name: 'colour', lines: ['by'] })
    expect(nameColumn(words)?.path).toBe('colour')
    expect(nameColumn([])).toBeUndefined()
  })
})
