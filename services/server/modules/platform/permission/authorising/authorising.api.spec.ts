import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
let admin: TestClient
let deputy: TestClient
let person: TestClient
let personId: string
const ROLE = 'authorised'
const DEPUTY = 'authorising-deputy'
/** The entry of a model that is in the demo's menu. */
let model: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const made = await personOf(server, 'authorised-person')
  personId = made.id
  person = made.client
  deputy = (await personOf(server, DEPUTY)).client
  for (const role of [ROLE, DEPUTY])
    await server.sql('insert into role (id, en_code, full_name) values ($1, $1, $2)', [role, `"${role}"`])
  await server.sql('insert into user_role values ($1, $2)', [personId, ROLE])
  await server.sql('insert into user_role select id, $1 from user_account where account = $1', [DEPUTY])
  const { rights } = server.server.services
  await rights.grant(DEPUTY, 'permission.authorize', 'all')
  await rights.grant(DEPUTY, 'system.dictionary', { buttons: ['btn_edit'] })
  const [entry] = await server.sql<{ id: string }>('select id from menu where type = 3 order by id limit 1')
  model = entry?.id ?? ''
})
afterAll(() => server.close())

const grantsOf = async (set: string) =>
  (
    await server.sql<{ grant: string }>(
      `select concat_ws('/', menu_id, kind, nullif(code, '')) as grant from permission_grant where set_id = $1 order by 1`,
      [set],
    )
  ).map(({ grant }) => grant)
const EDIT = 'system.dictionary/button/btn_edit'
const ADD = 'system.dictionary/button/btn_add'
const WHOLE = {
  systemIds: ['main'],
  module: ['system.dictionary'],
  button: [EDIT],
  column: [],
  form: [],
  resource: [],
}

describe('authorising', () => {
  it('grants a role from the next call on, takes it back, counts its changes and is in the audit', async () => {
    const code = async () => (await person.envelope('dictionaryType.create', {} as never)).code
    expect(await code()).toBe(403)
    expect(await admin.call('authority.object', { id: ROLE })).toEqual({
      ...{ id: ROLE, fullName: ROLE, objectType: 'Role', version: 0 },
      granted: { system: [], module: [], button: [], column: [], form: [], resource: [] },
    })
    await admin.call('authority.update', { id: ROLE, ...WHOLE, button: [EDIT, ADD], version: 0 })
    expect(await code()).toBe(400)
    const { version } = await admin.call('authority.object', { id: ROLE, objectType: 'Role' })
    await admin.call('authority.update', { id: ROLE, button: [EDIT], version })
    expect(await code()).toBe(403)
    expect(await grantsOf(`role-${ROLE}`)).toEqual(['main/system', EDIT, 'system.dictionary/menu'].toSorted())
    expect(await admin.envelope('authority.update', { id: ROLE, button: [], version })).toMatchObject({
      code: 409,
    })
    const audit = await server.sql<{ after: { grants: string[] } }>(
      `select after from audit where action = 'authority.update' and target = $1 order by id`,
      [ROLE],
    )
    expect(audit.map(({ after }) => after.grants.length)).toEqual([4, 3])
  })

  it.each([
    ['User', ''],
    ['Position', 'demo-clerk'],
    ['Group', 'demo-drought'],
    ['Organize', 'demo-office'],
  ] as const)('works for %s, in a set of its own', async (objectType, given) => {
    const id = given || personId
    await admin.call('authority.update', { id, objectType, ...WHOLE })
    expect(await admin.call('authority.object', { id })).toMatchObject({ objectType, version: 2 })
    const { ids } = await admin.call('authority.values', { id, type: 'button' })
    expect(ids).toEqual([EDIT])
    await admin.call('authority.update', { id, systemIds: [], module: [], button: [] })
    expect(await grantsOf(`${objectType.toLowerCase()}-${id}`)).toEqual([])
  })

  it('shows each tab as a tree, with what is granted and all that could be', async () => {
    await admin.call('authority.update', { id: ROLE, ...WHOLE, module: ['system.dictionary', model] })
    const values = (type: 'system' | 'module' | 'button' | 'resource', moduleIds = '') =>
      admin.call('authority.values', { id: ROLE, type, moduleIds })
    const system = await values('system')
    expect([system.ids, system.all]).toEqual([['main'], ['main', 'reference']])
    const modules = await values('module', 'main')
    expect(modules.list.map(({ id }) => id)).toEqual(['system/main'])
    expect([...modules.ids].sort()).toEqual([model, 'system.dictionary'].sort())
    expect(modules.all).toContain('field.map')
    expect(modules.all).not.toContain('field')
    const buttons = await values('button', 'main,system.dictionary')
    expect(buttons.all.filter((id) => id.startsWith('system.')).length).toBe(buttons.all.length)
    expect(buttons).toMatchObject({
      ids: [EDIT],
      list: [{ children: [{ id: 'system', children: [{ id: 'system.dictionary' }] }] }],
    })
    expect((await values('resource', model)).all).toContain(`${model}/data/ownAndSubordinates`)
  })

  it('shows a form’s fields by what may be done with them, and which entries are open to all who see them', async () => {
    const [entry] = await server.sql<{ id: string; name: { readonly zh: string } }>(
      'select id, full_name as name from menu where type = 3 and not form_switch and jsonb_array_length(fields) > 0 limit 1',
    )
    const id = entry?.id ?? ''
    const { list, all } = await admin.call('authority.values', { id: ROLE, type: 'form', moduleIds: id })
    const [shown] = list[0]?.children[0]?.children ?? []
    expect(shown?.fullName).toContain('（未启用，全部开放）')
    const [filled, seen] = shown?.children ?? []
    expect([filled?.fullName, seen?.fullName]).toEqual(['查看并填写', '仅查看'])
    expect(filled?.children.length).toBe(seen?.children.length)
    const ids = [filled, seen].flatMap((group) => group?.children.map((field) => field.id) ?? [])
    expect(all).toEqual(ids)
    expect(ids.every((code) => code.startsWith(`${id}/form/`))).toBe(true)
    const buttons = await admin.call('authority.values', {
      id: ROLE,
      type: 'button',
      moduleIds: 'system.dictionary',
    })
    expect(buttons.list).toMatchObject([{ children: [{ children: [{ fullName: '字典' }] }] }])
  })

  it('keeps no code without its entry, and no entry without its system; a tab that is left out stays', async () => {
    await admin.call('authority.update', { id: ROLE, ...WHOLE, resource: [`${model}/data/all`] })
    expect(await grantsOf(`role-${ROLE}`)).not.toContain(`${model}/data/all`)
    await admin.call('authority.update', { id: ROLE, module: [] })
    expect(await grantsOf(`role-${ROLE}`)).toEqual(['main/system'])
    await admin.call('authority.update', { id: ROLE, ...WHOLE })
    await admin.call('authority.update', { id: ROLE, systemIds: [] })
    expect(await grantsOf(`role-${ROLE}`)).toEqual([])
  })

  it('says before saving what is given and taken, and who has it', async () => {
    await admin.call('authority.update', { id: ROLE, ...WHOLE })
    expect(await admin.call('authority.changes', { id: ROLE, ...WHOLE, button: [ADD] })).toEqual({
      gained: [{ id: ADD, type: 'button', fullName: '字典 · 新建' }],
      lost: [{ id: EDIT, type: 'button', fullName: '字典 · 编辑' }],
      people: { count: 1, names: ['authorised-person'] },
    })
    expect(await grantsOf(`role-${ROLE}`)).toContain(EDIT)
  })

  it('shows what somebody has by a permission group, or by all', async () => {
    const { id } = await admin.call('permissionGroup.create', { fullName: '看', enCode: 'view' })
    await admin.call('authority.update', { id, ...WHOLE, module: ['system.dictionary', 'home'], button: [] })
    await admin.call('permissionGroup.setMembers', { id, ids: [`${personId}--user`] })
    const seen = async (permissionId?: string) =>
      (
        await admin.call('authority.view', {
          id: personId,
          itemType: 'module',
          ...(permissionId && { permissionId }),
        })
      ).all
    expect((await seen(id)).toSorted()).toEqual(['home', 'system.dictionary'])
    expect(await seen()).toEqual(await seen(id))
    await admin.call('permissionGroup.setMembers', { id, ids: [] })
    expect(await seen()).toEqual(['system.dictionary'])
  })

  it('refuses an id that stands for nothing', async () => {
    expect(await admin.envelope('authority.update', { id: 'nobody', ...WHOLE })).toMatchObject({ code: 404 })
  })
})

describe('somebody who may not everything', () => {
  it('sees what they may give, keeps what they may not, and gives nothing else', async () => {
    await admin.call('authority.update', { id: ROLE, ...WHOLE, button: [ADD] })
    const { all } = await deputy.call('authority.values', { id: ROLE, type: 'button' })
    expect(all).toContain(EDIT)
    expect(all).not.toContain(ADD)
    await deputy.call('authority.update', { id: ROLE, button: [EDIT] })
    expect(await grantsOf(`role-${ROLE}`)).toEqual(
      [ADD, EDIT, 'main/system', 'system.dictionary/menu'].toSorted(),
    )
    await deputy.call('authority.update', { id: ROLE, button: [] })
    expect(await grantsOf(`role-${ROLE}`)).toContain(ADD)
    const before = await grantsOf(`role-${ROLE}`)
    for (const more of [
      { button: ['system.dictionary/button/btn_remove'] },
      { module: ['system.dictionary', 'home'] },
      { module: ['system.dictionary'], systemIds: ['main', 'reference'] },
    ])
      expect(await deputy.envelope('authority.update', { id: ROLE, ...more })).toMatchObject({
        ...{ code: 403, msg: '不能授予自己没有的权限' },
      })
    expect(await grantsOf(`role-${ROLE}`)).toEqual(before)
  })

  it('does not touch the account of somebody who may more', async () => {
    const { userInfo } = await admin.call('session.currentUser')
    expect(await deputy.envelope('authority.update', { id: userInfo.userId, ...WHOLE })).toMatchObject({
      code: 403,
    })
  })
})

describe('who manages people, roles or positions', () => {
  let manager: TestClient
  beforeAll(async () => {
    const made = await personOf(server, 'roles-manager')
    manager = made.client
    await server.sql(
      `insert into role (id, en_code, full_name) values ('roles-manager', 'roles-manager', '"r"')`,
    )
    await server.sql(`insert into user_role values ($1, 'roles-manager')`, [made.id])
    const { rights } = server.server.services
    await rights.grant('roles-manager', 'permission.role', { buttons: ['btn_permission'] })
    await rights.grant('roles-manager', 'system.dictionary', { buttons: ['btn_edit'] })
  })

  it('changes what those are granted, and nothing else', async () => {
    const { version } = await manager.call('authority.object', { id: ROLE, objectType: 'Role' })
    await manager.call('authority.update', { id: ROLE, objectType: 'Role', ...WHOLE, version })
    expect(await grantsOf(`role-${ROLE}`)).toContain(EDIT)
    for (const [id, objectType] of [
      [personId, 'User'],
      ['demo-clerk', 'Position'],
      [personId, undefined],
    ] as const) {
      const named = { id, ...(objectType && { objectType }) }
      expect(await manager.envelope('authority.object', named)).toMatchObject({ code: 403 })
      expect(await manager.envelope('authority.update', { ...named, ...WHOLE })).toMatchObject({ code: 403 })
    }
    // What says it is a role has to be one.
    const forged = { id: personId, objectType: 'Role', ...WHOLE } as const
    expect(await manager.envelope('authority.update', forged)).toMatchObject({ code: 404 })
    expect(await manager.envelope('authority.batch', { roleIds: [ROLE], ...WHOLE })).toMatchObject({
      code: 403,
    })
  })

  it('takes over of another what they may give themselves', async () => {
    await admin.call('authority.update', { id: ROLE, ...WHOLE, button: [ADD, EDIT] })
    const { granted } = await manager.call('authority.object', { id: ROLE, objectType: 'Role' })
    expect(granted).toMatchObject({ system: ['main'], module: ['system.dictionary'], button: [EDIT] })
    const { granted: all } = await admin.call('authority.object', { id: ROLE })
    expect(all.button.toSorted()).toEqual([ADD, EDIT].toSorted())
  })
})

describe('several at once', () => {
  it('are granted the same beside what each has, or nothing where one is refused', async () => {
    await admin.call('authority.update', { id: ROLE, systemIds: [], module: [], button: [] })
    await admin.call('authority.update', {
      id: 'demo-clerk',
      objectType: 'Position',
      ...WHOLE,
      button: [ADD],
    })
    const several = { userIds: [personId, personId], roleIds: [ROLE], positionIds: ['demo-clerk'], ...WHOLE }
    await admin.call('authority.batch', several)
    for (const set of [`user-${personId}`, `role-${ROLE}`, 'position-demo-clerk'])
      expect(await grantsOf(set)).toEqual(
        expect.arrayContaining(['main/system', 'system.dictionary/menu', EDIT]),
      )
    expect(await grantsOf('position-demo-clerk')).toContain(ADD)
    const { userInfo } = await admin.call('session.currentUser')
    const before = await grantsOf(`role-${ROLE}`)
    for (const refused of [
      { roleIds: [ROLE], userIds: [userInfo.userId], ...WHOLE },
      { roleIds: [ROLE], ...WHOLE, button: ['system.dictionary/button/btn_remove'] },
    ])
      expect(await deputy.envelope('authority.batch', refused)).toMatchObject({ code: 403 })
    expect(
      await admin.envelope('authority.batch', { roleIds: [ROLE, 'none'], ...WHOLE, button: [ADD] }),
    ).toMatchObject({
      code: 404,
    })
    expect(await grantsOf(`role-${ROLE}`)).toEqual(before)
    await admin.call('authority.update', { id: personId, systemIds: [] })
  })

  it('hold an entry by themselves, as it is said of them', async () => {
    const holders = async (id: string, itemType: 'module' | 'system' = 'module') =>
      (await admin.call('authority.holders', { id, objectType: 'Role', itemType })).ids
    await admin.call('authority.update', { id: ROLE, ...WHOLE })
    const entry = { id: 'system.dictionary', objectType: 'Role', itemType: 'module' } as const
    expect(await holders(entry.id)).toEqual(expect.arrayContaining([ROLE, DEPUTY]))
    await admin.call('authority.setHolders', { ...entry, objectId: [DEPUTY] })
    expect(await holders(entry.id)).toEqual([DEPUTY])
    expect(await grantsOf(`role-${ROLE}`)).toEqual(['main/system'])
    await admin.call('authority.update', { id: ROLE, systemIds: [] })
    await admin.call('authority.setHolders', { ...entry, objectId: [DEPUTY, ROLE] })
    expect(await grantsOf(`role-${ROLE}`)).toEqual(['main/system', 'system.dictionary/menu'])
    expect(await holders('main', 'system')).toContain(ROLE)
    expect(
      await admin.envelope('authority.setHolders', { ...entry, id: 'nothing', objectId: [] }),
    ).toMatchObject({
      code: 404,
    })
  })
})

describe('why', () => {
  it('names every way by which something is granted', async () => {
    await admin.call('authority.update', { id: ROLE, ...WHOLE })
    const why = await admin.call('authority.why', {
      ...{ userId: personId, menuId: 'system.dictionary', kind: 'button', code: 'btn_edit' },
    })
    expect(why).toMatchObject({ allowed: true, isAdministrator: false, lacking: [] })
    expect(why.through.map(({ grant }) => grant.id).toSorted()).toEqual(
      ['main', 'system.dictionary', EDIT].toSorted(),
    )
    expect(why.through[0]).toMatchObject({
      objectType: 'Role',
      objectId: ROLE,
      objectName: ROLE,
      setName: '',
    })
  })

  it('says what is lacking, and what is disabled', async () => {
    const ask: () => Promise<{ lacking: unknown[] }> = () =>
      admin.call('authority.why', {
        userId: personId,
        menuId: 'system.dictionary',
        kind: 'button',
        code: 'btn_add',
      })
    const notGranted = { reason: 'notGranted', type: 'button', fullName: '字典 · 新建' }
    expect(await ask()).toMatchObject({ allowed: false, lacking: [notGranted] })
    await server.sql(`update menu set is_enabled = false where id = 'system.dictionary'`)
    expect((await ask()).lacking).toEqual([
      { reason: 'disabled', type: 'module', fullName: '字典' },
      notGranted,
    ])
    await server.sql(`update menu set is_enabled = true where id = 'system.dictionary'`)
    const { userInfo } = await admin.call('session.currentUser')
    expect(
      await admin.call('authority.why', { userId: userInfo.userId, menuId: 'system.dictionary' }),
    ).toMatchObject({ allowed: true, isAdministrator: true, lacking: [] })
  })
})

describe('columns of lists', () => {
  it('are kept by person and list', async () => {
    const columns = [{ prop: 'name', label: '名称', columnVisible: false, order: 2 }]
    expect(await person.call('authority.columns', { id: model })).toEqual([])
    await person.call('authority.setColumns', { moduleId: model, fieldList: JSON.stringify(columns) })
    expect(await person.call('authority.columns', { id: model })).toEqual(columns)
    expect(await deputy.call('authority.columns', { id: model })).toEqual([])
    expect(
      await person.envelope('authority.setColumns', { moduleId: model, fieldList: '{"a":1}' }),
    ).toMatchObject({
      ...{ code: 400, msg: '列设置格式不正确' },
    })
  })
})

describe('people below a unit', () => {
  it('are listed, and searched by keyword', async () => {
    const { list } = await person.call('users.byAuthorize', { id: '0' })
    expect(list.map(({ type }) => type)).toContain('company')
    const found = await person.call('users.byAuthorize', { id: 'demo-group', keyword: '王' })
    expect(found.list.every(({ type, fullName }) => type === 'user' && fullName.includes('王'))).toBe(true)
  })
})
