import { answerLimitOf } from '@services/contract/budgets'
import { type Call, isRead, toWire } from '@services/contract/call'
import { calls } from '@services/contract/calls'
import { field, release } from '@services/server/modules/lowcode/online-development/specs/models'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestClient, type TestServer } from './harness'

const MB = 2 ** 20
/** Bytes of the envelope around an answer, and of a refusal. */
const AROUND = 8 * 2 ** 10

let server: TestServer
let admin: TestClient
/** What calls name, by the member that names it: the largest that there is. */
let known: Readonly<Record<string, unknown>>
let recordIds: readonly string[]

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const modelId = await release(admin, {
    enCode: 'largest',
    fields: [field('input', 'name')],
    columns: ['name'],
  })
  const data = JSON.stringify({ name: 'x' })
  const { id } = await admin.call('onlineDevelopment.create', { modelId, data } as never)
  await server.sql(
    `insert into record select (jsonb_populate_record(r, jsonb_build_object(
       'id', 'largest' || n, 'data', jsonb_build_object('name', repeat(md5(n::text), 15000))))).*
     from record r, generate_series(1, 120) as n where r.model_id = $1`,
    [modelId],
  )
  await server.sql(
    `insert into user_account (id, account, real_name, password_hash)
     select 'many' || n, 'many' || n, '众人' || n, '' from generate_series(1, 20000) as n`,
  )
  recordIds = Array.from({ length: 120 }, (_, at) => `largest${at + 1}`)
  const [project] = await server.sql<{ id: string }>('select id from project limit 1')
  known = { modelId, menuId: undefined, projectId: project?.id, id, recordId: id, pageSize: undefined }
}, 120_000)
afterAll(() => server.close())

interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

/** The widest value of a schema: as many of everything as it lets through. */
function widest(schema: Schema, name: string, isNeeded: boolean): unknown {
  if (known[name] !== undefined) return known[name]
  if (schema.anyOf) return widest(widestOf(schema.anyOf), name, isNeeded)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (name === 'pageSize') return schema.maximum ?? 10_000
  if (schema.type === 'array') {
    const count = Math.min(schema.maxItems ?? 0, 190)
    if (schema.items?.type === 'string') return recordIds.slice(0, count)
    return Array.from({ length: count }, () => widest(schema.items ?? {}, '', true))
  }
  if (schema.type === 'object') return widestMembers(schema)
  if (!isNeeded) return undefined
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  return schema.type === 'boolean' ? true : 'x'.repeat(schema.minLength ?? 1)
}

/** A source of names is the one of the thick records; of other alternatives a list is the widest. */
const widestOf = (schemas: readonly Schema[]): Schema =>
  schemas.find(({ properties = {} }) => 'modelId' in properties && 'field' in properties) ??
  schemas.find(({ type }) => type === 'array') ??
  schemas[0] ??
  {}

function widestMembers({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  if ('modelId' in properties && 'field' in properties)
    return { kind: 'record', modelId: known['modelId'], field: 'name' }
  return Object.fromEntries(
    Object.entries(properties)
      .map(([name, member]) => [name, widest(member, name, required.includes(name))] as const)
      .filter(([, value]) => value !== undefined),
  )
}

function widestInput({ params, query, body }: Call): Record<string, unknown> {
  const parts = [params, query, body].map((part) => (part ? widest(part as Schema, '', true) : {}))
  return Object.assign({}, ...parts.map((part) => (Array.isArray(part) ? { body: part } : part)))
}

/** Every call that only looks, asked for as much as it lets itself be asked for. */
const looks = (Object.values(calls) as Call[]).filter((call) => isRead(call) && call.wire !== 'binary')

async function ask(call: Call) {
  const wire = toWire(call, widestInput(call))
  const query = new URLSearchParams(
    Object.entries(wire.query).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  const response = await admin.fetch(`${wire.path}?${query}`, {
    method: call.method,
    ...(wire.body === undefined
      ? {}
      : { body: JSON.stringify(wire.body), headers: { 'content-type': 'application/json' } }),
  })
  const bytes = (await response.arrayBuffer()).byteLength
  return { status: response.status, bytes }
}

it('answers no more than it may, and takes no memory to speak of, whatever is asked for', async () => {
  const wrong: string[] = []
  let large = 0
  for (const call of looks) {
    const before = process.memoryUsage().rss
    let most = before
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss)
    }, 10)
    const { status, bytes } = await ask(call)
    clearInterval(timer)
    const limit = answerLimitOf(call)
    if (limit !== 'piecewise' && bytes > limit + AROUND) wrong.push(`${call.name} answers ${bytes} bytes`)
    if (most - before > 150 * MB) wrong.push(`${call.name} takes ${Math.round((most - before) / MB)} MB`)
    if (status >= 500) wrong.push(`${call.name} answers ${status}`)
    if (bytes > 2 ** 20) large++
  }
  expect(wrong).toEqual([])
  expect(large, 'calls that were asked for much').toBeGreaterThan(3)
}, 300_000)
