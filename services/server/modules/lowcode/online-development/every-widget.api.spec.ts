import { CallError } from '@runtime/host'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { catalogue } from '@widgets/definitions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyWidget } from './specs/every-widget'
import { field, release, table } from './specs/models'

type Json = Record<string, unknown>

let server: TestServer
let admin: TestClient
let modelId: string
let id: string

const record = Object.fromEntries(everyWidget.map(({ name, value }) => [name, value]))
/** Widgets that stand in a row of a sub-table too. */
const inRows = everyWidget.filter(({ key }) => catalogue.byJnpfKey(key)?.notInTable !== true)
const fieldsOf = (cases: typeof everyWidget, nameOf: (one: (typeof everyWidget)[number]) => string) =>
  cases.map((one) => field(nameOf(one), one.name, { ...one.config }, { ...one.members }))

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  modelId = await release(admin, {
    enCode: 'everyWidget',
    fields: [
      ...fieldsOf(everyWidget, (one) => one.key),
      table(
        'rows',
        fieldsOf(inRows, (one) => one.key),
      ),
    ],
    columns: everyWidget.map(({ name }) => name),
  })
  id = await create(record)
})
afterAll(() => server.close())

async function create(values: Json, into = modelId): Promise<string> {
  const { id } = await admin.call('onlineDevelopment.create', { modelId: into, data: JSON.stringify(values) })
  return id
}

/** What stands in the way of saving: path and sentence of each. */
async function refusalOf(values: Json): Promise<CallError['errors']> {
  const saving = create(values)
  return saving.then(
    () => [],
    (error: unknown) => (error instanceof CallError ? error.errors : Promise.reject(error)),
  )
}

describe('every widget', () => {
  it('of models is among these, save those that hold no value and those whose value is never a person’s', () => {
    const covered = new Set(everyWidget.map(({ key }) => catalogue.byJnpfKey(key)?.key))
    const ofModels = catalogue.all().filter(({ jnpfKeys }) => jnpfKeys.length > 0)
    const rest = ofModels.filter(({ key, kind }) => kind === 'field' && !covered.has(key))
    expect(rest.map(({ key }) => key).sort()).toEqual([
      'calculate',
      'open-data',
      'popup-attribute',
      'relation-attribute',
      'serial-number',
    ])
  })

  it('keeps its value as it is', async () => {
    const { data } = await admin.call('onlineDevelopment.read', { modelId, id })
    expect(JSON.parse(data)).toMatchObject(record)
  })

  it.each(everyWidget.map((one) => [one.key, one.name, one] as const))(
    '%s is read by its text (%s)',
    async (_key, name, { reads }) => {
      const { data } = await admin.call('onlineDevelopment.dataChange', { modelId, id })
      expect((JSON.parse(data) as Json)[name] ?? '').toEqual(reads)
    },
  )

  it.each(
    everyWidget.flatMap((one) =>
      one.refuses.map(([value, message]) => [one.key, JSON.stringify(value), message, one, value] as const),
    ),
  )('%s refuses %s: %s', async (_key, _text, message, { name }, value) => {
    expect(await refusalOf({ ...record, [name]: value })).toEqual([{ path: name, message }])
  })

  it.each(
    inRows.flatMap((one) =>
      one.refuses.map(([value, message]) => [one.key, JSON.stringify(value), message, one, value] as const),
    ),
  )('%s refuses %s in a row, by row and column: %s', async (_key, _text, message, { name }, value) => {
    const found = await refusalOf({ ...record, rows: [{}, { [name]: value }] })
    expect(found).toEqual([{ path: `rows.1.${name}`, message }])
  })

  it.each(everyWidget.flatMap((one) => (one.found ? [[one.key, one.name, one] as const] : [])))(
    '%s is found by a list (%s)',
    async (_key, name, { key, found }) => {
      const [symbol, value, other] = found ?? []
      const matches = async (fieldValue: unknown) => {
        const groups = [{ field: name, symbol, fieldValue, jnpfKey: key }]
        const conditionList = [{ logic: 'and', groups }]
        const superQueryJson = JSON.stringify({ matchLogic: 'and', conditionList })
        return (await admin.call('onlineDevelopment.list', { modelId, superQueryJson })).list.map(
          (row) => row['id'],
        )
      }
      expect(await matches(value)).toContain(id)
      expect(await matches(other)).not.toContain(id)
    },
  )

  it('is known by the names of versions before, and keeps and refuses the same', async () => {
    const older = everyWidget.filter(({ alias }) => alias !== undefined)
    const model = await release(admin, {
      enCode: 'everyOlderWidget',
      fields: fieldsOf(older, (one) => one.alias ?? ''),
      columns: older.map(({ name }) => name),
    })
    const values = Object.fromEntries(older.map(({ name, value }) => [name, value]))
    const { data } = await admin.call('onlineDevelopment.dataChange', {
      modelId: model,
      id: await create(values, model),
    })
    expect(JSON.parse(data)).toMatchObject(Object.fromEntries(older.map(({ name, reads }) => [name, reads])))
  })
})
