import { INTERFACE_TYPE } from '@services/contract/areas/lowcode/data-interface-bodies'
import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choices, field, release, table } from '../online-development/specs/models'

/** What a SQL interface over bare names shows is what the model's list shows, whatever schemes a person holds. */

let server: TestServer
let admin: TestClient
let deputy: TestClient
let modelId: string
let menuId: string
/** The interfaces over the records and over the rows of their sub-table. */
const ids: Record<'records' | 'rows', string> = { records: '', rows: '' }

/** Quotes and signs that a text of SQL would have to escape. */
const ODD = `o'd"d \\ $1 {x}%`
const KINDS = ['a', 'b'] as const
const TITLES = ['one', 'two', ODD] as const

const test = (name: string, op: string, value: unknown = null, group = 1) => ({
  group,
  field: name,
  op,
  value,
})
const CUSTOM: Readonly<Record<string, { tests: object[]; matchLogic?: string }>> = {
  twoFields: { tests: [test('kind', '==', 'b'), test('area', '>', 10)] },
  eitherGroup: { tests: [test('kind', '==', 'a'), test('area', '>=', 1000, 2)], matchLogic: 'or' },
  oddText: { tests: [test('title', '==', ODD)] },
  oddPart: { tests: [test('title', 'like', `'d"d \\`)] },
  ofRows: { tests: [test('items-part', 'in', ['p-two', 'p-none'])] },
  severalTags: { tests: [test('tags', 'in', ['x'])] },
  mine: { tests: [test('person', '==', '@userId')] },
  negative: { tests: [test('kind', '<>', 'a'), test('note', 'null')] },
}
const CODES = ['own', 'department', 'organizeAndBelow', ...Object.keys(CUSTOM)]

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  modelId = await release(admin, {
    enCode: 'ownRows',
    fields: [
      field('input', 'title'),
      field('inputNumber', 'area'),
      field('input', 'note'),
      field('select', 'kind', { dataType: 'static' }, choices(...KINDS)),
      field('checkbox', 'tags', { dataType: 'static' }, choices('x', 'y')),
      field('userSelect', 'person'),
      table('items', [field('input', 'part'), field('inputNumber', 'count')]),
    ],
    columns: ['title', 'kind'],
    list: { useDataPermission: true, hasPage: false },
  })
  menuId = `model-${modelId}`
  await server.sql(`insert into role (id, en_code, full_name) values ('own-rows', 'own-rows', '"方案"')`)
  await server.server.services.rights.grant('own-rows', menuId)
  const { id, client } = await personOf(server, 'own-rows-deputy')
  await server.sql(`insert into user_role (user_id, role_id) values ($1, 'own-rows')`, [id])
  deputy = client
  const [unit, other] = await server.sql<{ id: string }>(
    `select id from organize where enabled_mark = 1 order by cardinality(path) desc, id limit 2`,
  )
  await server.sql(`delete from user_organize where user_id = $1`, [id])
  await server.sql(`insert into user_organize (user_id, organize_id, sort) values ($1, $2, 0)`, [
    id,
    unit?.id,
  ])
  let count = 0
  for (const title of TITLES)
    for (const kind of KINDS)
      for (const area of [5, 5000]) {
        count += 1
        const { id: record } = await admin.call('onlineDevelopment.create', {
          modelId,
          data: JSON.stringify({
            ...{ title, kind, area, tags: count % 3 === 0 ? ['x', 'y'] : ['y'] },
            ...(count % 2 === 0 && { note: `n${count}` }),
            ...(count % 4 === 0 && { person: id }),
            items: [
              { part: `p-${title}`, count },
              { part: 'p-all', count: -count },
            ],
          }),
        } as never)
        const owner = count % 5 === 0 ? id : 'somebody'
        const place = count % 3 === 1 ? unit?.id : other?.id
        await server.sql('update record set owner_id = $1, organize_id = $2 where id = $3', [
          owner,
          place,
          record,
        ])
      }
  for (const [enCode, scheme] of Object.entries(CUSTOM))
    await admin.call('moduleDataScheme.create', {
      ...{ moduleId: menuId, fullName: enCode, enCode, matchLogic: 'and', ...scheme },
    } as never)
  ids.records = await interfaceOver('select record_id as id, * from "ownRows"')
  ids.rows = await interfaceOver('select record_id as id, part, count from "ownRows.items"')
  await server.server.services.records.prepared()
})
afterAll(() => server.close())

let made = 0
async function interfaceOver(sql: string): Promise<string> {
  const enCode = `over${++made}`
  const { id } = await admin.call('dataInterface.create', {
    ...{ fullName: enCode, enCode, type: INTERFACE_TYPE.sql, dataConfigJson: JSON.stringify({ sql }) },
  } as never)
  await admin.call('dataInterface.setRunners', { id, everybody: 1, runners: [] })
  return id
}

async function hold(codes: readonly string[]) {
  await server.sql(`delete from permission_grant where kind = 'data' and menu_id = $1`, [menuId])
  for (const code of codes)
    await server.sql(`insert into permission_grant values ('role-own-rows', 'data', $1, $2)`, [menuId, code])
  await server.server.services.authorities.changed()
}

const idsOf = (rows: unknown) => (rows as { id: string }[]).map(({ id }) => id).toSorted()
const listed = async () =>
  idsOf((await deputy.call('onlineDevelopment.list', { modelId, pageSize: 100 } as never)).list)
const shown = async (which: keyof typeof ids) =>
  idsOf(await deputy.call('dataInterface.preview', { id: ids[which] }))
const twice = (some: readonly string[]) => [...some, ...some].toSorted()

describe('a SELECT over bare names', () => {
  it.each(CODES)('shows what the list shows to who holds the scheme %s, and not all', async (code) => {
    await hold([code])
    const inList = await listed()
    expect(inList.length).toBeGreaterThan(0)
    if (code !== 'organizeAndBelow') expect(inList.length).toBeLessThan(12)
    expect(await shown('records')).toEqual(inList)
    expect(await shown('rows')).toEqual(twice(inList))
  })

  it('shows what the list shows whichever schemes join', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(CODES, { maxLength: 4 }), async (codes) => {
        await hold(codes)
        const inList = await listed()
        expect(await shown('records'), codes.join()).toEqual(inList)
        expect(await shown('rows'), codes.join()).toEqual(twice(inList))
      }),
      { numRuns: 40 },
    )
  })

  it('pages, counts and searches among the same', async () => {
    await hold(['twoFields', 'oddText'])
    const inList = await listed()
    const page = await deputy.call('dataInterface.page', { id: ids.records, pageSize: 2 } as never)
    expect(page).toMatchObject({ pagination: { total: inList.length } })
    expect(page.list).toHaveLength(2)
  })
})
