import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, expect, it } from 'vitest'

let server: TestServer
let admin: TestClient
/** Says who may run interfaces, and is no administrator. */
let keeper: TestClient
let other: TestClient

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  await server.sql(`insert into role (id, en_code, full_name) values ('keepers', 'keepers', '"接口管理员"')`)
  await server.sql(`insert into role (id, en_code, full_name) values ('nobodys', 'nobodys', '"无人"')`)
  await server.server.services.rights.grant('keepers', 'system.dataInterface', {
    buttons: ['btn_add', 'btn_authorize', 'btn_copy'],
  })
  const made = await personOf(server, 'keeper')
  keeper = made.client
  await server.sql(`insert into user_role (user_id, role_id) values ('keeper', 'keepers')`)
  other = (await personOf(server, 'other')).client
})
afterAll(() => server.close())

const make = async (enCode: string, maker = admin) => {
  const { id } = await maker.call('dataInterface.create', {
    ...{ fullName: enCode, enCode, type: 2, dataConfigJson: { staticData: [{ id: 1 }] } },
  } as never)
  return id
}
const give = (id: string, runners: string[], everybody: 0 | 1 = 0) =>
  keeper.envelope('dataInterface.setRunners', { id, everybody, runners })

it('nobody gives the right to run what they may not run: not to themselves, to others, or to everybody', async () => {
  const id = await make('salaries')
  for (const [runners, everybody] of [
    [['keeper--user'], 0],
    [['keepers--role'], 0],
    [['other--user'], 0],
    [['nobodys--role'], 0],
    [[], 1],
  ] as const)
    expect(await give(id, [...runners], everybody)).toMatchObject({
      code: 403,
      msg: '不能授予自己没有的权限',
    })
  expect(await admin.call('dataInterface.runners', { id })).toEqual({ everybody: 0, runners: [] })
  expect(await keeper.envelope('dataInterface.preview', { id })).toMatchObject({ code: 403 })
})

it('who may run it gives it on, and what everybody may run to whomever', async () => {
  const id = await make('prices')
  await admin.call('dataInterface.setRunners', { id, runners: ['keeper--user'] })
  expect(await give(id, ['keeper--user', 'other--user'])).toMatchObject({ code: 200 })
  expect(await other.call('dataInterface.preview', { id })).toEqual([{ id: 1 }])
  expect(await give(id, ['keeper--user'])).toMatchObject({ code: 200 })
  expect(await other.envelope('dataInterface.preview', { id })).toMatchObject({ code: 403 })
  const free = await make('weather')
  await admin.call('dataInterface.setRunners', { id: free, everybody: 1, runners: [] })
  expect(await give(free, ['other--user'], 1)).toMatchObject({ code: 200 })
})

it('whoever makes one may run it and lets others; of a copy of what they may not run they have nothing', async () => {
  const own = await make('orchards', keeper)
  expect(await give(own, ['keeper--user', 'other--user'])).toMatchObject({ code: 200 })
  expect(await other.call('dataInterface.preview', { id: own })).toEqual([{ id: 1 }])
  const { id: copy } = await keeper.call('dataInterface.copy', { id: await make('wages') })
  expect(await give(copy, ['keeper--user'])).toMatchObject({ code: 403 })
})
