import { expect, it } from 'vitest'
import { permittedPlan } from './permitted'
import type { ColumnPlan, ListPlan } from './plan'

const column = (path: string) => ({ id: path, path }) as unknown as ColumnPlan
const plan = {
  kind: 'grouped',
  nested: true,
  group: column('region'),
  columns: [column('name'), column('price')],
  search: [],
  queryable: [],
  sort: { field: 'price', order: 'asc' },
} as unknown as ListPlan

it('has no column, order or group of a field that is closed', () => {
  const without = (closed: string) => permittedPlan(plan, (path) => path !== closed)
  expect(without('price')).toMatchObject({ kind: 'grouped', group: { path: 'region' }, sort: null })
  expect(without('price').columns.map(({ path }) => path)).toEqual(['name'])
  expect(without('region')).toMatchObject({ kind: 'plain', nested: false, sort: { field: 'price' } })
  expect(without('region')).not.toHaveProperty('group')
})
