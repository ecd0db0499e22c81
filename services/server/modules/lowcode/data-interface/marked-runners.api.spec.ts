import { INTERFACE_TYPE } from '@services/contract/areas/lowcode/data-interface-bodies'
import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { field, modelOf } from '../online-development/specs/models'

/** Who may run what reads all records is for super administrators to say, whichever way it is said. */

let server: TestServer
let admin: TestClient
/** Keeps interfaces and models, may run what is tried here, and is no super administrator. */
let keeper: TestClient
let stranger: TestClient
const REFUSED = { code: 403, msg: expect.stringContaining('只有超级管理员可以让更多人执行') }

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  await server.sql(`insert into role (id, en_code, full_name) values ('marked', 'marked', '"接口"')`)
  for (const menu of ['system.dataInterface', 'development.models'])
    await server.server.services.rights.grant('marked', menu, 'all')
  keeper = (await personOf(server, 'keeps-marked')).client
  await server.sql(`insert into user_role (user_id, role_id) values ('keeps-marked', 'marked')`)
  stranger = (await personOf(server, 'else')).client
})
afterAll(() => server.close())

let made = 0
async function interfaceOf(readsAll: 0 | 1) {
  const enCode = `markedRun${++made}`
  const { id } = await admin.call('dataInterface.create', {
    ...{ fullName: enCode, enCode, type: INTERFACE_TYPE.sql, readsAll },
    dataConfigJson: '{"sql":"select 1 as id"}',
  } as never)
  await admin.call('dataInterface.setRunners', { id, runners: ['keeps-marked--user'] })
  return { id, enCode }
}
const info = async (id: string) => {
  const {
    creatorTime: _c,
    lastModifyTime: _l,
    version: _v,
    ...rest
  } = await admin.call('dataInterface.info', { id })
  return rest
}

describe('who may run an interface that reads all records', () => {
  it('are those who were given it: others read nothing by it, whoever keeps interfaces among them', async () => {
    const { id } = await interfaceOf(1)
    const runsOf = async (client: TestClient) => [
      await client.envelope('dataInterface.preview', { id }),
      await client.envelope('dataInterface.page', { id, pageSize: 1 } as never),
      await client.envelope('dataInterface.infoByIds', { id, ids: ['1'] } as never),
    ]
    const [allowed, denied] = [{ code: 200 }, { code: 403, data: null }]
    expect(await runsOf(keeper)).toMatchObject([allowed, allowed, allowed])
    expect(await runsOf(stranger)).toMatchObject([denied, denied, denied])
    await admin.call('dataInterface.setRunners', { id, runners: ['else--user'] })
    expect(await runsOf(keeper)).toMatchObject([denied, denied, denied])
    expect(await runsOf(stranger)).toMatchObject([allowed, allowed, allowed])
  })

  it('are more people by the word of a super administrator alone, and fewer by that of who keeps it', async () => {
    const { id } = await interfaceOf(1)
    const give = (client: TestClient, runners: string[], everybody: 0 | 1 = 0) =>
      client.envelope('dataInterface.setRunners', { id, everybody, runners })
    const own = 'keeps-marked--user'
    expect(await give(keeper, [own, 'else--user'])).toMatchObject(REFUSED)
    expect(await give(keeper, [own, 'marked--role'])).toMatchObject(REFUSED)
    expect(await give(keeper, [own], 1)).toMatchObject(REFUSED)
    expect(await admin.call('dataInterface.runners', { id })).toEqual({ everybody: 0, runners: [own] })
    expect(await give(admin, [own, 'else--user'])).toMatchObject({ code: 200 })
    expect(await give(keeper, [own])).toMatchObject({ code: 200 })
    expect(await give(keeper, [own, 'else--user'])).toMatchObject(REFUSED)
  })

  it('follow its code: another is for super administrators to give', async () => {
    const marked = await interfaceOf(1)
    const change = { ...(await info(marked.id)), enCode: 'namedElsewhere' }
    expect(await keeper.envelope('dataInterface.update', change as never)).toMatchObject({ code: 403 })
    expect(await info(marked.id)).toMatchObject({ enCode: marked.enCode })
    expect(await admin.envelope('dataInterface.update', change as never)).toMatchObject({ code: 200 })
    const plain = await interfaceOf(0)
    const other = { ...(await info(plain.id)), enCode: 'plainElsewhere' }
    expect(await keeper.envelope('dataInterface.update', other as never)).toMatchObject({ code: 200 })
  })
})

describe('a model that names it', () => {
  const naming = (source: string) =>
    field(
      'select',
      'choice',
      { dataType: 'dynamic', propsUrl: source },
      { props: { value: 'id', label: 'id' } },
    )
  const script = (source: string) => ({
    funcs: { onLoad: `request('/api/system/DataInterface/${source}/Actions/Preview')` },
  })
  const draft = (enCode: string, fields: object[], form: object = {}) =>
    modelOf({
      enCode,
      fields: [field('input', 'title'), ...fields] as never,
      columns: ['title'],
      form: form as never,
    })
  const importedBy = async (client: TestClient, model: object) =>
    (await client.call('visualDevelopment.import', model as never)).id
  const PLACED = { pc: 1, pcModuleParentId: 'business' }
  const release = (client: TestClient, id: string, placement: object = PLACED) =>
    client.envelope('visualDevelopment.release', { id, ...placement } as never)
  const versionOf = async (id: string) =>
    (
      await server.sql<{ version: number }>('select released_version as version from model where id = $1', [
        id,
      ])
    )[0]?.version

  it('is released by super administrators alone, by whichever name it names it', async () => {
    const { id, enCode } = await interfaceOf(1)
    for (const [code, model] of [
      ['byId', draft('byId', [naming(id)])],
      ['byCode', draft('byCode', [naming(enCode)])],
      ['byScript', draft('byScript', [], script(id))],
    ] as const) {
      const drafted = await importedBy(keeper, model)
      expect(await release(keeper, drafted), code).toMatchObject(REFUSED)
      expect(await versionOf(drafted), code).toBe(0)
      expect(await release(admin, drafted), code).toMatchObject({ code: 200 })
    }
    const plain = await interfaceOf(0)
    expect(await release(keeper, await importedBy(keeper, draft('plain', [naming(plain.id)])))).toMatchObject(
      { code: 200 },
    )
  })

  it('is released again by others while it names no more, and has its place in the menu', async () => {
    const [first, second] = [await interfaceOf(1), await interfaceOf(1)]
    const placed = await importedBy(admin, draft('again', [naming(first.id)]))
    // Not in the menu nobody runs anything by it.
    expect(await release(admin, placed, {})).toMatchObject({ code: 200 })
    expect(await release(keeper, placed)).toMatchObject(REFUSED)
    expect(await release(admin, placed)).toMatchObject({ code: 200 })
    expect(await release(keeper, placed)).toMatchObject({ code: 200 })
    const { formData } = draft('again', [
      naming(first.id),
      field('select', 'more', { dataType: 'dynamic', propsUrl: second.id }),
    ])
    const changed = {
      ...(await admin.call('visualDevelopment.info', { id: placed })),
      formData: JSON.stringify(formData),
    }
    expect(await keeper.envelope('visualDevelopment.update', changed as never)).toMatchObject({ code: 200 })
    expect(await release(keeper, placed)).toMatchObject(REFUSED)
    expect(await release(admin, placed)).toMatchObject({ code: 200 })
  })
})
