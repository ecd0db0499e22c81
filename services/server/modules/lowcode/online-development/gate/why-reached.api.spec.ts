import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { choices, field, release } from '../specs/models'

let server: TestServer
let admin: TestClient
let reader: TestClient
let modelId: string
let mine: string
let theirs: string
const READER = 'why-reader'
const menuId = () => `model-${modelId}`

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  reader = (await personOf(server, READER)).client
  await server.sql(`insert into role (id, en_code, full_name) values ('why', 'why', '"w"')`)
  await server.sql(`insert into user_role values ($1, 'why')`, [READER])
  modelId = await release(admin, {
    enCode: 'whyReached',
    fields: [
      field('input', 'title', { label: '标题' }),
      field('select', 'kind', { label: '类别', dataType: 'static' }, choices('a', 'b')),
      field('inputNumber', 'area', { label: '面积' }),
    ],
    columns: ['title', 'kind'],
    list: { useDataPermission: true, useBtnPermission: true },
  })
  await server.server.services.rights.grant('why', menuId(), { buttons: ['btn_add'] })
  const create = async (client: TestClient, data: object) =>
    (await client.call('onlineDevelopment.create', { modelId, data })).id
  await give()
  mine = await create(reader, { title: 'mine', kind: 'a', area: 1 })
  theirs = await create(admin, { title: 'SECRET-TITLE', kind: 'b', area: 90_817 })
  const condition = [
    {
      logic: 'or',
      groups: [
        { field: 'kind', type: 'select', op: 'in', value: ['b', 'c'] },
        { field: 'area', type: 'inputNumber', op: '<', value: 50 },
      ],
    },
    { logic: 'and', groups: [{ field: 'title', type: 'input', op: 'like', value: 'sec' }] },
  ]
  for (const [code, value] of [
    ['kind-b', condition],
    ['gone', [{ logic: 'and', groups: [{ field: 'no-more', op: '==', value: 'x' }] }]],
  ] as const)
    await server.sql(
      `insert into data_scheme (id, menu_id, en_code, full_name, kind, condition) values ($1, $2, $1, $1, 'custom', $3)`,
      [code, menuId(), JSON.stringify(value)],
    )
})
afterAll(() => server.close())

async function give(...codes: string[]) {
  await server.sql(`delete from permission_grant where set_id = 'role-why' and kind = 'data'`)
  for (const code of codes)
    await server.sql(`insert into permission_grant values ('role-why', 'data', $1, $2)`, [menuId(), code])
}
const why = (recordId: string, client = admin) =>
  client.call('authority.why', { userId: READER, menuId: menuId(), recordId })
const reached = async () =>
  (await reader.call('onlineDevelopment.list', { modelId })).list.map(({ id }) => String(id)).toSorted()

it.each([[[]], [['own']], [['all']], [['department']], [['kind-b']], [['kind-b', 'own']], [['gone']]])(
  'says of a record by %j what the list does',
  async (codes) => {
    await give(...codes)
    const said = await Promise.all([mine, theirs].map(async (id) => [id, (await why(id)).record] as const))
    expect(
      said
        .filter(([, record]) => record?.reached)
        .map(([id]) => id)
        .toSorted(),
    ).toEqual(await reached())
    // A record is reached by the schemes that give it, and by nothing else.
    for (const [, record] of said)
      expect(record?.schemes.some((scheme) => scheme.reached)).toBe(record?.reached)
  },
)

it('names each test of a scheme with its truth, and no value of the record', async () => {
  await give('kind-b', 'own')
  const { record } = await why(theirs)
  expect(record?.schemes.toSorted((a, b) => a.enCode.localeCompare(b.enCode))).toEqual([
    {
      ...{ enCode: 'kind-b', fullName: 'kind-b', reached: true },
      tests: [
        { level: 0, holds: true, text: '满足全部' },
        { level: 1, holds: true, text: '满足任一' },
        { level: 2, holds: true, text: '类别 包含任意一个 b、c' },
        { level: 2, holds: false, text: '面积 小于 50' },
        { level: 1, holds: true, text: '标题 包含 sec' },
      ],
    },
    {
      ...{ enCode: 'own', fullName: '仅本人', reached: false },
      tests: [{ level: 0, holds: false, text: `创建人是：${READER}` }],
    },
  ])
  for (const value of ['SECRET-TITLE', '90817']) expect(JSON.stringify(record)).not.toContain(value)
  await give('gone')
  expect((await why(mine)).record?.schemes).toMatchObject([
    { reached: false, tests: [{ holds: false, text: '方案的条件已失效，不授予任何数据' }] },
  ])
})

it('says that everybody reaches all where no scheme is asked', async () => {
  await give('own')
  const { userInfo } = await admin.call('session.currentUser')
  const ofAdmin = { userId: userInfo.userId, menuId: menuId(), recordId: theirs }
  const all = { reached: true, everybodys: true, schemes: [] }
  expect((await admin.call('authority.why', ofAdmin)).record).toEqual(all)
  await server.sql('update menu set data_switch = false where id = $1', [menuId()])
  expect((await why(theirs)).record).toEqual(all)
  await server.sql('update menu set data_switch = true where id = $1', [menuId()])
  expect((await why(theirs)).record?.reached).toBe(false)
})

it('tells it to those who authorise alone, and of records that are there', async () => {
  const { rights } = server.server.services
  const people: Record<string, TestClient> = {}
  for (const [account, menu, buttons] of [
    ['why-viewer', 'permission.authorize', []],
    ['why-authoriser', 'permission.authorize', ['btn_authorize']],
    ['why-people', 'permission.user', ['btn_permission']],
  ] as const) {
    people[account] = (await personOf(server, account)).client
    await server.sql('insert into role (id, en_code, full_name) values ($1, $1, $2)', [account, '"r"'])
    await server.sql('insert into user_role values ($1, $1)', [account])
    await rights.grant(account, menu, { buttons })
  }
  const code = async (account: string, recordId?: string) => {
    const input = { userId: READER, menuId: menuId(), ...(recordId !== undefined && { recordId }) }
    return (await (people[account] ?? reader).envelope('authority.why', input)).code
  }
  expect([await code('why-viewer'), await code('why-viewer', mine)]).toEqual([200, 403])
  expect([await code('why-authoriser', mine), await code('why-people', mine)]).toEqual([200, 200])
  expect([await code(READER), await code(READER, mine)]).toEqual([403, 403])
  expect(await code('why-authoriser', 'no-such-record')).toBe(404)
  const elsewhere = { userId: READER, menuId: 'system.dictionary', recordId: mine }
  expect(await admin.envelope('authority.why', elsewhere)).toMatchObject({ code: 404 })
})

it('names in a refusal the right by which why is asked', async () => {
  const refused = await reader.envelope('dictionaryType.create', {} as never)
  expect(refused).toMatchObject({ code: 403, data: { right: 'system.dictionary:btn_add' } })
  expect(await reader.envelope('onlineDevelopment.delete', { modelId, id: mine })).toMatchObject({
    ...{ code: 403, data: { right: `${menuId()}:btn_remove` } },
  })
})
