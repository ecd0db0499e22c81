import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startServer } from '@services/server/server'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { quiet, testOptions } from '@tests/api/options'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followedCodes } from './origin'
import type { RightCode } from './tables'

const KINDS = ['moduleButton', 'moduleColumn', 'moduleForm'] as const
type Kind = (typeof KINDS)[number]
const ENTRY = 'system.dictionary'

let server: TestServer
let admin: TestClient
let deputy: TestClient

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const { rights } = server.server.services
  await server.sql(`insert into role (id, en_code, full_name) values ('of-codes', 'of-codes', '"维护"')`)
  await rights.grant('of-codes', 'system.menu', 'all')
  const { id, client } = await personOf(server, 'codes-deputy')
  await server.sql(`insert into user_role (user_id, role_id) values ($1, 'of-codes')`, [id])
  deputy = client
})
afterAll(() => server.close())

let made = 0
const next = (extra: Record<string, unknown> = {}) => {
  made += 1
  return { moduleId: ENTRY, fullName: `编码${made}`, enCode: `btn_own${made}`, ...extra }
}
const add = async (extra: Record<string, unknown> = {}, kind: Kind = 'moduleButton') =>
  (await admin.call(`${kind}.create`, next(extra) as never)).id
const refused = async (
  call: `${Kind}.${'list' | 'read' | 'create' | 'batch' | 'update' | 'delete' | 'state'}`,
  input: object,
  client = admin,
) => {
  const { code, msg, data } = await client.envelope(call, input as never)
  const errors = (data as unknown as { errors?: { path: string }[] } | null)?.errors
  return { code, msg, ...(errors && { path: errors[0]?.path }) }
}
const codes = async (kind: Kind = 'moduleButton', moduleId = ENTRY, client = admin) =>
  (await client.call(`${kind}.list`, { moduleId })).list
const button = async (client: TestClient, menu = ENTRY) =>
  (await client.call('session.currentUser')).permissionList
    .find(({ enCode }) => enCode === menu)
    ?.button.map(({ enCode }) => enCode) ?? []
const grant = async (kind: 'button' | 'column' | 'form', code: string, role = 'of-codes') => {
  await server.server.services.rights.grant(role, ENTRY, {
    [{ button: 'buttons', column: 'columns', form: 'fields' }[kind]]: [code],
  })
}

describe.each(KINDS)('%s', (kind) => {
  it('is made, read, changed, switched off, on and taken away', async () => {
    const id = await add({ fullNameEn: 'Own', description: '说明' }, kind)
    const info = await admin.call(`${kind}.read`, { id })
    expect(info).toMatchObject({ moduleId: ENTRY, fullNameEn: 'Own', description: '说明', source: 'own' })
    expect(info).toMatchObject({ enabledMark: 1, grantCount: 0, version: 1, fullNameZhtw: '' })
    await admin.call(`${kind}.update`, { ...info, fullName: '改名' } as never)
    expect(await refused(`${kind}.update`, { ...info, fullName: '旧版' })).toMatchObject({ code: 409 })
    await admin.call(`${kind}.state`, { id })
    expect((await codes(kind)).find((one) => one.id === id)).toMatchObject({
      ...{ fullName: '改名', enabledMark: 0, version: 3 },
    })
    await admin.call(`${kind}.state`, { id })
    await admin.call(`${kind}.delete`, { id })
    expect(await refused(`${kind}.read`, { id })).toMatchObject({ code: 404 })
  })

  it('is refused with the field and what to do', async () => {
    const create = (extra: object) => refused(`${kind}.create`, next({ ...extra }))
    expect(await create({ fullName: '' })).toMatchObject({ code: 400, msg: '请输入名称', path: 'fullName' })
    expect(await create({ fullName: '名'.repeat(51) })).toMatchObject({ msg: '名称最多为50个字符！' })
    expect(await create({ enCode: '' })).toMatchObject({ msg: '请输入编码', path: 'enCode' })
    expect(await create({ enCode: 'c'.repeat(51) })).toMatchObject({ msg: '编码最多为50个字符！' })
    for (const enCode of ['a b', 'a:b', 'a/b', '编码', '<b>', '"'])
      expect(await create({ enCode }), enCode).toMatchObject({ code: 400, path: 'enCode' })
    expect(await create({ moduleId: 'nothing' })).toMatchObject({ code: 404 })
    expect(await create({ moduleId: 'system' })).toMatchObject({ msg: '目录和分组没有权限编码' })
    const { enCode, ...taken } = next()
    await admin.call(`${kind}.create`, { ...taken, enCode } as never)
    expect(await create({ enCode: ` ${enCode} ` })).toEqual({
      ...{ code: 400, path: 'enCode', msg: `“字典”已有编码“${enCode}”，请换一个编码` },
    })
    for (const id of ['nothing', ':', `${ENTRY}:`, `${ENTRY}:nothing`, `nothing:${enCode}`])
      for (const act of ['read', 'state', 'delete'] as const)
        expect((await refused(`${kind}.${act}`, { id })).code, `${act} ${id}`).toBeGreaterThanOrEqual(400)
    expect(
      await refused(`${kind}.update`, { id: `${ENTRY}:${enCode}`, fullName: 'x', enCode: 'other' }),
    ).toMatchObject({ code: 400, path: 'enCode' })
  })

  it('is added many at once, all or none', async () => {
    const before = (await codes(kind)).length
    const list = ['many_a', 'many_b'].map((enCode) => ({ fullName: enCode, enCode }))
    expect(await refused(`${kind}.batch`, { moduleId: ENTRY, list: [...list, list[0]] })).toMatchObject({
      code: 400,
      path: 'list.2.enCode',
    })
    expect((await codes(kind)).length).toBe(before)
    const { ids } = await admin.call(`${kind}.batch`, { moduleId: ENTRY, list } as never)
    expect(ids).toEqual([`${ENTRY}:many_a`, `${ENTRY}:many_b`])
    expect((await codes(kind)).length).toBe(before + 2)
    const tooMany = Array.from({ length: 201 }, (_, at) => ({ fullName: 'x', enCode: `x${at}` }))
    for (const wrong of [[], tooMany])
      expect(await refused(`${kind}.batch`, { moduleId: ENTRY, list: wrong })).toMatchObject({ code: 400 })
  })

  it('of two at once only one is made, and neither loses the other', async () => {
    const same = next()
    const [other, third] = [next(), next()]
    const answers = await Promise.all(
      [same, same, other, third].map((input) => refused(`${kind}.create`, input)),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 200, 200, 400])
    const listed = (await codes(kind)).map(({ enCode }) => enCode)
    expect(listed).toEqual(expect.arrayContaining([same.enCode, other.enCode, third.enCode]))
    const id = `${ENTRY}:${same.enCode}`
    const info = await admin.call(`${kind}.read`, { id })
    const changes = await Promise.all(
      ['甲', '乙'].map((fullName) => refused(`${kind}.update`, { ...info, fullName })),
    )
    expect(changes.map(({ code }) => code).sort()).toEqual([200, 409])
  })
})

describe('a code', () => {
  it('is had by whom it is granted to, at once, and not while it is switched off', async () => {
    const id = await add({ enCode: 'btn_approve' })
    expect(await button(deputy)).not.toContain('btn_approve')
    await grant('button', 'btn_approve')
    expect(await button(deputy)).toContain('btn_approve')
    expect((await admin.call('moduleButton.read', { id })).grantCount).toBe(1)
    await admin.call('moduleButton.state', { id })
    expect(await button(deputy)).not.toContain('btn_approve')
    const { list } = await admin.call('authority.values', { id: 'of-codes', type: 'button' })
    expect(JSON.stringify(list)).not.toContain('btn_approve')
    await admin.call('moduleButton.state', { id })
    expect(await button(deputy)).toContain('btn_approve')
  })

  it('that is granted is not taken away, and says whose it is', async () => {
    const id = await add({ enCode: 'btn_granted' })
    await grant('button', 'btn_granted')
    expect((await refused('moduleButton.delete', { id })).msg).toBe(
      '该权限已授权给 1 个对象（维护），请先收回权限，或改为禁用',
    )
    await server.sql(`delete from permission_grant where code = 'btn_granted'`)
    expect(await refused('moduleButton.delete', { id })).toMatchObject({ code: 200 })
  })

  it('of the product guards its calls by its button alone, and is not taken away', async () => {
    const id = `${ENTRY}:btn_remove`
    expect(await refused('moduleButton.delete', { id })).toMatchObject({ code: 400 })
    const remove = async () => (await deputy.envelope('dictionaryData.delete', { id: 'nothing' })).code
    // A column of the same code is no button.
    await admin.call('moduleColumn.create', next({ enCode: 'btn_remove' }) as never)
    await grant('column', 'btn_remove')
    expect(await remove()).toBe(403)
    await grant('button', 'btn_remove')
    expect(await remove()).toBe(404)
    await admin.call('moduleButton.state', { id })
    expect(await remove()).toBe(403)
    await admin.call('moduleButton.state', { id })
    expect(await remove()).toBe(404)
    await server.sql(`delete from permission_grant where code = 'btn_remove'`)
    await server.server.services.authorities.changed()
  })

  it('gives nobody what who changes it has not', async () => {
    const off = `${ENTRY}:btn_edit`
    await admin.call('moduleButton.state', { id: off })
    await server.sql(
      `insert into role (id, en_code, full_name) values ('codes-other', 'codes-other', '"他"')`,
    )
    await grant('button', 'btn_edit', 'codes-other')
    const sentence = { code: 403, msg: '不能授予自己没有的权限' }
    expect(await refused('moduleButton.state', { id: off }, deputy)).toEqual(sentence)
    const info = await deputy.call('moduleButton.read', { id: off })
    expect(await refused('moduleButton.update', { ...info, enabledMark: 1 }, deputy)).toEqual(sentence)
    await admin.call('moduleButton.state', { id: off })
    // Of a kind that is open a new code is everybody's; of one that is granted it is nobody's yet.
    expect(await refused('moduleColumn.create', next(), deputy)).toEqual(sentence)
    expect(await refused('moduleButton.create', next(), deputy)).toMatchObject({ code: 200 })
    // What has been granted and taken off the entry would be given again.
    await grant('button', 'btn_ghost', 'codes-other')
    expect(await refused('moduleButton.create', next({ enCode: 'btn_ghost' }), deputy)).toEqual(sentence)
  })

  it('is for those who manage menus', async () => {
    const operator = await server.as('operator')
    for (const [call, input] of [
      ['list', { moduleId: ENTRY }],
      ['read', { id: `${ENTRY}:btn_edit` }],
      ['create', next()],
      ['batch', { moduleId: ENTRY, list: [{ fullName: 'x', enCode: 'x' }] }],
      ['update', { id: `${ENTRY}:btn_edit`, fullName: 'x', enCode: 'btn_edit' }],
      ['delete', { id: `${ENTRY}:btn_edit` }],
      ['state', { id: `${ENTRY}:btn_edit` }],
    ] as const)
      for (const kind of KINDS)
        expect(await refused(`${kind}.${call}`, input, operator), call).toMatchObject({ code: 403 })
  })

  it('leaves a row in the audit, with before and after', async () => {
    const id = await add({ enCode: 'btn_audited' })
    await admin.call('moduleButton.state', { id })
    const rows = await server.sql<{ action: string; before: unknown; after: unknown }>(
      `select action, before, after from audit where target = $1 order by id`,
      [id],
    )
    expect(rows).toMatchObject([
      {
        action: 'moduleButton.state',
        before: { codes: [{ enCode: 'btn_audited' }] },
        after: { codes: [{ enCode: 'btn_audited', isOff: true }] },
      },
    ])
    const [created] = await server.sql<{ after: { codes: unknown[] } }>(
      `select after from audit where target = $1 and action = 'moduleButton.create' order by id desc limit 1`,
      [ENTRY],
    )
    expect(created?.after.codes).toContainEqual(expect.objectContaining({ enCode: 'btn_audited' }))
  })
})

describe('a code of the product or of a model', () => {
  it('stays as it was named and switched here when the product starts again', async () => {
    const id = `${ENTRY}:btn_add`
    const info = await admin.call('moduleButton.read', { id })
    await admin.call('moduleButton.update', { ...info, fullName: '录入', enabledMark: 0 } as never)
    const own = await add({ enCode: 'btn_stays' })
    const again = await startServer(testOptions({ databaseUrl: server.databaseUrl }), quiet)
    await again.close()
    const after = await codes()
    expect(after.find((one) => one.id === id)).toMatchObject({ fullName: '录入', enabledMark: 0 })
    expect(after.find((one) => one.id === own)).toMatchObject({ source: 'own' })
    const renamed = await admin.call('moduleButton.read', { id })
    await admin.call('moduleButton.update', { ...renamed, ...pickNames(info), enabledMark: 1 } as never)
    expect(await admin.call('moduleButton.read', { id })).toMatchObject(pickNames(info))
    const [row] = await server.sql<{ buttons: RightCode[] }>('select buttons from menu where id = $1', [
      ENTRY,
    ])
    expect(row?.buttons.find(({ enCode }) => enCode === 'btn_add')?.fullName).toBe('@common.add')
  })

  it('follows its place in all that nobody has changed', () => {
    const code = (enCode: string, extra: Partial<RightCode> = {}): RightCode => ({
      ...{ enCode, fullName: { zh: enCode } },
      ...extra,
    })
    const current = [
      code('same'),
      code('renamed', { fullName: { zh: '改' }, given: { zh: 'renamed' }, version: 2 }),
      code('off', { isOff: true }),
      code('gone'),
      code('own', { isOwn: true }),
      code('taken', { isOwn: true, fullName: { zh: '自' } }),
    ]
    const said = ['new', 'same', 'renamed', 'off', 'taken'].map((enCode) =>
      code(enCode, { fullName: { zh: `${enCode}2` } }),
    )
    expect(followedCodes(current, said)).toEqual([
      code('new', { fullName: { zh: 'new2' } }),
      code('same', { fullName: { zh: 'same2' } }),
      code('renamed', { fullName: { zh: '改' }, given: { zh: 'renamed2' }, version: 2 }),
      code('off', { fullName: { zh: 'off2' }, isOff: true }),
      code('taken', { fullName: { zh: '自' }, given: { zh: 'taken2' } }),
      code('own', { isOwn: true }),
    ])
    expect(followedCodes(undefined, said)).toEqual(said)
  })
})

const pickNames = <T extends { fullName: string; fullNameZhtw: string; fullNameEn: string }>(info: T) => ({
  ...{ fullName: info.fullName, fullNameZhtw: info.fullNameZhtw, fullNameEn: info.fullNameEn },
})
