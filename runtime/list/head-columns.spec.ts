import { expect, it } from 'vitest'
import { headColumns } from './head-columns'
import type { ColumnPlan } from './plan'

const column = (path: string, widget: string, more: object = {}) =>
  ({ path, label: path, field: { widget, schema: { type: 'string' }, ...more } }) as unknown as ColumnPlan
const number = (path: string, more: object = {}) =>
  column(path, 'input-number', { definition: { sort: 'number' }, schema: { type: 'number' }, ...more })
const coloured = { kind: 'static', options: [{ value: 'a', label: 'A', data: { color: 'green' } }] }
const paths = (columns: readonly ColumnPlan[]) => columns.map(({ path }) => path)
const none = { summary: [] }

it('has the summed amounts first, then the computed, and three at most', () => {
  const columns = [
    column('name', 'input'),
    number('plain'),
    number('computed', { computed: true }),
    number('other'),
    number('summed'),
  ]
  const { name, facts } = headColumns({ summary: ['summed'] }, columns)
  expect(name?.path).toBe('name')
  expect(paths(facts)).toEqual(['summed', 'computed', 'plain'])
})

it('tells dates where there are few amounts, and nothing of a row of a sub-table', () => {
  const columns = [
    column('name', 'input'),
    number('items.amount'),
    column('due', 'date-picker'),
    column('done', 'date-picker'),
    number('total'),
  ]
  expect(paths(headColumns(none, columns).facts)).toEqual(['total', 'due'])
})

it('takes for the state what has colours, before what stands first', () => {
  const columns = [
    column('name', 'input'),
    column('kind', 'select'),
    column('state', 'select', { options: coloured }),
  ]
  expect(headColumns(none, columns).state?.path).toBe('state')
  expect(headColumns(none, columns.slice(0, 2)).state?.path).toBe('kind')
})

it('has what the document says of a card', () => {
  const columns = [column('name', 'input'), number('total'), column('place', 'input')]
  expect(paths(headColumns({ summary: ['total'], card: ['name', 'place'] }, columns).facts)).toEqual([
    'place',
  ])
})
