import { testCatalogue as catalogue, testHost } from '@tests/fixtures/form-kit'
import { describe, expect, it } from 'vitest'
import { compileForm, createFormStore } from '../index'

const DEPENDENT = [
  { name: 'season', widget: 'input' },
  {
    name: 'items',
    widget: 'sub-table',
    columns: [
      { name: 'kind', widget: 'input' },
      {
        name: 'part',
        widget: 'select',
        source: {
          kind: 'interface',
          id: 'parts',
          params: [{ field: 'kind', defaultValue: '', relationField: 'items.kind' }],
          value: 'id',
          label: 'fullName',
          children: 'children',
        },
      },
    ],
  },
]

const open = (rows: readonly Record<string, unknown>[]) => {
  const host = testHost({ 'dataInterface.preview': () => [{ id: 'v1', fullName: '闸阀' }] })
  const store = createFormStore(compileForm({ fields: DEPENDENT }, { id: 'f', catalogue }), host)
  store.load({ items: rows }, 'existing')
  const table = store.table('items')
  const values = (row: number) => table.row(table.state.ids[row] ?? '')
  return { host, store, table, values }
}

describe('a dependent choice in a row', () => {
  it('is emptied when its parameter changes in the same row, and comes back with one undo', () => {
    const { store, table, values } = open([
      { kind: 'pump', part: 'p1' },
      { kind: 'pump', part: 'p2' },
    ])
    table.set(table.state.ids[0] ?? '', 'kind', 'valve')
    store.flush()
    expect([values(0)['part'], values(1)['part']]).toEqual(['', 'p2'])
    table.undo()
    store.flush()
    expect(values(0)).toMatchObject({ kind: 'pump', part: 'p1' })
  })

  it('stays when it is written together with its parameter: a paste, a new row', () => {
    const { store, table, values } = open([{ kind: 'pump', part: 'p1' }])
    const rowId = table.state.ids[0] ?? ''
    table.setMany([
      { rowId, column: 'part', value: 'v1' },
      { rowId, column: 'kind', value: 'valve' },
    ])
    store.flush()
    expect(values(0)).toMatchObject({ kind: 'valve', part: 'v1' })
    table.insert([{ kind: 'pipe', part: 'x1' }])
    store.flush()
    expect(values(1)).toMatchObject({ kind: 'pipe', part: 'x1' })
    table.set(rowId, 'kind', 'pump')
    store.flush()
    expect(values(0)['part']).toBe('')
  })

  it('has its choices told for a row that is not there yet', async () => {
    const { host, table } = open([])
    expect(await table.choices('part', { kind: 'valve' })).toMatchObject([{ value: 'v1', label: '闸阀' }])
    expect(host.calls.at(-1)?.input).toMatchObject({ paramList: [{ field: 'kind', defaultValue: 'valve' }] })
  })
})

describe('a row that is being added', () => {
  it('tells nothing of its values; what is written afterwards does', () => {
    const { store, table } = open([])
    const heard: unknown[] = []
    store.onEvent((event) => heard.push(event))
    const [rowId = ''] = table.insert([{ kind: 'pump', part: 'p1' }])
    store.flush()
    expect(heard).toEqual([])
    table.set(rowId, 'kind', 'valve')
    expect(heard).toEqual([{ kind: 'change', path: 'items.kind', rowId, origin: 'user' }])
  })
})
