import { createDice } from '@services/server/modules/demo/dice'
import { personOf } from '@services/server/modules/field/project/specs/farm'
import { md5, startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const OUT = '不在您的管理范围内'
const OFF = {
  ...{ thisLayerSelect: 0, thisLayerAdd: 0, thisLayerEdit: 0, thisLayerDelete: 0 },
  ...{ subLayerSelect: 0, subLayerAdd: 0, subLayerEdit: 0, subLayerDelete: 0 },
}
const ON = Object.fromEntries(Object.keys(OFF).map((name) => [name, 1])) as typeof OFF
const PAGES = ['organize', 'position', 'role', 'group', 'user', 'authorize', 'grade'].map(
  (one) => `permission.${one}`,
)
const MODULES = ['home', 'system.dictionary', ...PAGES]

let server: TestServer
let admin: TestClient
/** Administers `layer-north` and what is below it, and may grant two entries. */
let head: TestClient
let headId: string
const ids = new Map<string, string>()
const idOf = (account: string) => ids.get(account) ?? ''

/** layer-top ▸ layer-north ▸ layer-wells; layer-top ▸ layer-south */
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const unit = async (id: string, parentId: string) => {
    const path = parentId === '' ? [id] : [...(await pathOf(parentId)), id]
    await server.sql(
      `insert into organize (id, parent_id, category, full_name, en_code, path, path_name, company_id, sort_code, enabled_mark)
       values ($1, $2, 'company', $1, $1, $3, $4, $1, 0, 1)`,
      [id, parentId || null, path, path.join('/')],
    )
  }
  const pathOf = async (id: string) =>
    (await server.sql<{ path: string[] }>('select path from organize where id = $1', [id]))[0]?.path ?? []
  await unit('layer-top', '')
  for (const id of ['layer-north', 'layer-south']) await unit(id, 'layer-top')
  await unit('layer-wells', 'layer-north')
  for (const [account, organize] of [
    ['layer-head', 'layer-top'],
    ['layer-peer', 'layer-north'],
    ['layer-one', 'layer-north'],
    ['layer-two', 'layer-wells'],
    ['layer-far', 'layer-south'],
  ] as const) {
    const { id, client } = await personOf(server, account)
    ids.set(account, id)
    await server.sql('insert into user_organize (user_id, organize_id, sort) values ($1, $2, 0)', [
      id,
      organize,
    ])
    if (account === 'layer-head') {
      head = client
      headId = id
    }
  }
  for (const [role, units] of [
    ['layer-global', []],
    ['layer-bound', ['layer-north']],
    ['layer-elsewhere', ['layer-south']],
    ['layer-manages', []],
    ['layer-delegate', ['layer-wells']],
  ] as const) {
    await server.sql('insert into role (id, en_code, full_name, is_global) values ($1, $1, $2, $3)', [
      ...[role, `"${role}"`, units.length === 0],
    ])
    for (const one of units) await server.sql('insert into role_organize values ($1, $2)', [role, one])
  }
  const { rights } = server.server.services
  for (const page of PAGES) await rights.grant('layer-manages', page, 'all')
  await rights.grant('layer-delegate', 'permission.user', { buttons: ['btn_edit'] })
  await rights.grant('layer-manages', 'home')
  await rights.grant('layer-manages', 'system.onlineUser', 'all')
  await rights.grant('layer-manages', 'system.dictionary', { buttons: ['btn_add', 'btn_edit'] })
  await server.sql(`insert into user_role values ($1, 'layer-manages')`, [headId])
  for (const [id, organize] of [
    ['layer-post', 'layer-north'],
    ['layer-other-post', 'layer-south'],
  ])
    await server.sql(
      `insert into position (id, organize_id, full_name, en_code, sort_code, enabled_mark) values ($1, $2, $1, $1, 0, 1)`,
      [id, organize],
    )
  await admin.call('grade.save', {
    ...{ userId: headId, moduleIds: MODULES.slice(1), systemIds: ['main'] },
    orgAdminModel: [{ organizeId: 'layer-north', ...ON }],
  })
})
afterAll(() => server.close())

const person = (account: string, organizeIds: string[], more: object = {}) => ({
  ...{ id: idOf(account), account, realName: account, organizeIds, ...more },
})
const refused = { code: 403, msg: OUT }

describe('who administers some units', () => {
  it('sees the units, positions, roles, people and sessions in them, and no others', async () => {
    const all = (nodes: readonly { id: string; children: readonly unknown[] }[]): string[] =>
      nodes.flatMap(({ id, children }) => [id, ...all(children as never)])
    expect(all((await head.call('organize.list')).list)).toEqual(['layer-north', 'layer-wells'])
    const accounts = (await head.call('users.list')).list.map(({ account }) => account)
    expect(accounts.toSorted()).toEqual(['layer-one', 'layer-peer', 'layer-two'])
    expect((await head.call('position.list')).list.map(({ id }) => id)).toEqual(['layer-post'])
    const roles = (await head.call('role.list', { pageSize: 100 })).list.map(({ id }) => id)
    expect(roles).toEqual(expect.arrayContaining(['layer-bound', 'layer-delegate', 'layer-global']))
    expect(roles).not.toContain('layer-elsewhere')
    const { list } = await head.call('organize.selectorByAuth', { id: '0' })
    expect(all(list)).toEqual(['layer-top', 'layer-north', 'layer-wells'])
    expect(list[0]?.disabled).toBe(true)
    const online = (await head.call('onlineUser.list', {})).list.map(({ userAccount }) => userAccount)
    expect(new Set(online)).toEqual(new Set(['layer-one', 'layer-peer', 'layer-two']))
    expect(await head.envelope('users.read', { id: idOf('layer-far') })).toMatchObject(refused)
    expect(await head.envelope('organize.read', { id: 'layer-south' })).toMatchObject(refused)
  })

  it.each([
    ['organize.create', { fullName: '新', enCode: 'layer-new', parentId: '-1' }],
    ['organize.create', { fullName: '新', enCode: 'layer-new', parentId: 'layer-south' }],
    ['organize.update', { id: 'layer-south', fullName: '改', enCode: 'layer-south', parentId: 'layer-top' }],
    // Nothing is brought in from outside, nor carried out.
    ['organize.update', { id: 'layer-south', fullName: 'x', enCode: 'layer-south', parentId: 'layer-north' }],
    ['organize.update', { id: 'layer-wells', fullName: 'x', enCode: 'layer-wells', parentId: 'layer-south' }],
    ['organize.delete', { id: 'layer-south' }],
    ['position.create', { fullName: '新', enCode: 'layer-new', organizeId: 'layer-south' }],
    ['position.update', { id: 'layer-other-post', fullName: 'x', enCode: 'x', organizeId: 'layer-north' }],
    ['position.update', { id: 'layer-post', fullName: 'x', enCode: 'x', organizeId: 'layer-south' }],
    ['position.delete', { id: 'layer-other-post' }],
    ['role.create', { fullName: '新', enCode: 'layer-new', globalMark: 1 }],
    ['role.update', { id: 'layer-global', fullName: 'x', enCode: 'x', globalMark: 1 }],
    ['role.update', { id: 'layer-bound', fullName: 'x', enCode: 'x', globalMark: 1 }],
    [
      'role.update',
      { id: 'layer-elsewhere', fullName: 'x', enCode: 'x', globalMark: 0, organizeIds: ['layer-north'] },
    ],
    ['role.state', { id: 'layer-elsewhere' }],
    ['role.delete', { id: 'layer-elsewhere' }],
    ['group.create', { fullName: '新', enCode: 'layer-new' }],
    ['permissionGroup.create', { fullName: '新', enCode: 'layer-new' }],
    ['authority.update', { id: 'layer-global', objectType: 'Role', systemIds: ['main'] }],
    ['authority.update', { id: 'layer-other-post', objectType: 'Position', systemIds: ['main'] }],
    ['authority.update', { id: 'layer-south', objectType: 'Organize', systemIds: ['main'] }],
  ] as const)('%s %o is refused', async (name, input) => {
    expect(await head.envelope(name, input)).toMatchObject(refused)
  })

  it('changes no people of other units, nor themselves, and carries nobody out or in', async () => {
    const far = idOf('layer-far')
    for (const [name, input] of [
      ['users.create', { account: 'layer-made', realName: '新', organizeIds: ['layer-south'] }],
      [
        'users.create',
        { account: 'layer-made', realName: '新', organizeIds: ['layer-north', 'layer-south'] },
      ],
      ['users.update', person('layer-far', ['layer-north'])],
      ['users.update', person('layer-one', ['layer-south'])],
      ['users.state', { id: far }],
      ['users.unlock', { id: far }],
      ['users.delete', { id: far }],
      ['users.resetPassword', { id: far, userPassword: md5('Layer2026'), passwordText: 'Layer2026' }],
      ['users.offline', { id: far }],
      ['session.view', { id: far }],
      ['authority.update', { id: far, objectType: 'User', systemIds: ['main'] }],
      ['authority.why', { userId: far, menuId: 'home' }],
    ] as const)
      expect([name, await head.envelope(name, input)]).toMatchObject([name, refused])
    for (const [name, input] of [
      ['users.update', person('layer-head', ['layer-north'])],
      ['authority.update', { id: headId, objectType: 'User', systemIds: ['main'] }],
      ['grade.save', { userId: headId, orgAdminModel: [], moduleIds: [], systemIds: [] }],
      ['grade.delete', { id: headId }],
    ] as const)
      expect([name, (await head.envelope(name, input)).code]).toEqual([name, 403])
    await head.call('users.update', person('layer-one', ['layer-wells']))
    await head.call('users.update', person('layer-one', ['layer-north']))
  })

  it('grants what they may, and only to those in their units', async () => {
    const dictionary = {
      systemIds: ['main'],
      module: ['system.dictionary'],
      button: ['system.dictionary/button/btn_add'],
    }
    const one = { id: idOf('layer-one'), objectType: 'User' } as const
    await head.call('authority.update', { ...one, ...dictionary })
    // They see the start themselves, and it is not among what they may grant.
    expect(
      await head.envelope('authority.update', { ...one, ...dictionary, module: ['home'] }),
    ).toMatchObject({ code: 403 })
    const { all } = await head.call('authority.values', { ...one, type: 'module' })
    expect(all).toContain('system.dictionary')
    expect(all).not.toContain('home')
    await head.call('authority.update', { ...one, systemIds: [] })
  })

  it('makes nobody an administrator without bounds, nor one of more than they', async () => {
    const two = idOf('layer-two')
    const delegate = person('layer-two', ['layer-wells'], { roleIds: ['layer-delegate'] })
    // With a page of people and no bounds they would administer everything.
    expect(await head.envelope('users.update', delegate)).toMatchObject({
      code: 403,
      msg: '不能授予自己没有的权限',
    })
    const save = (input: object) =>
      head.envelope('grade.save', { userId: two, moduleIds: [], systemIds: [], orgAdminModel: [], ...input })
    expect(await save({ moduleIds: ['home'] })).toMatchObject({ code: 403 })
    await save({
      orgAdminModel: [
        { organizeId: 'layer-wells', ...ON },
        { organizeId: 'layer-south', ...ON },
      ],
    })
    const { orgAdminList } = await admin.call('grade.selector', { userId: two })
    const on = orgAdminList.filter((row) => row.thisLayerEdit === 1).map(({ organizeId }) => organizeId)
    expect(on).toEqual(['layer-wells'])
    expect(await head.envelope('users.update', delegate)).toMatchObject({ code: 200 })
    const seen = await head.call('grade.selector', { userId: two })
    expect(seen.orgAdminList.map(({ organizeId }) => organizeId)).toEqual(['layer-north', 'layer-wells'])
    // What those above have fixed stays on, whatever is sent.
    await admin.call('grade.save', {
      ...{ userId: two, moduleIds: [], systemIds: [] },
      orgAdminModel: [
        { organizeId: 'layer-south', ...OFF, thisLayerSelect: 1 },
        { organizeId: 'layer-wells', ...ON },
      ],
    })
    // By now they administer more than who asks, until their page is taken from them.
    expect(await save({})).toMatchObject({ code: 403, msg: '该账号的权限高于您' })
    await admin.call('users.update', person('layer-two', ['layer-wells'], { roleIds: [] }))
    await save({})
    const kept = (await admin.call('grade.selector', { userId: two })).orgAdminList
    expect(kept.filter((row) => Object.values(row).includes(1)).map(({ organizeId }) => organizeId)).toEqual([
      'layer-south',
    ])
    // Taken away by who is bounded, they administer nothing rather than everything.
    await head.call('grade.delete', { id: two })
    await admin.call('grade.save', { userId: two, moduleIds: [], systemIds: [], orgAdminModel: [] })
    expect(await server.sql('select from layered_administrator where user_id = $1', [two])).toHaveLength(1)
    await admin.call('grade.delete', { id: two })
    expect(await server.sql('select from layered_administrator where user_id = $1', [two])).toHaveLength(0)
  })

  it('does not touch who administers the same unit or one above', async () => {
    await admin.call('grade.save', {
      ...{ userId: idOf('layer-peer'), moduleIds: [], systemIds: [] },
      orgAdminModel: [{ organizeId: 'layer-north', ...OFF, thisLayerSelect: 1 }],
    })
    for (const [name, input] of [
      ['users.state', { id: idOf('layer-peer') }],
      ['grade.delete', { id: idOf('layer-peer') }],
    ] as const)
      expect(await head.envelope(name, input)).toMatchObject({ code: 403, msg: '该账号的权限高于您' })
    await admin.call('grade.delete', { id: idOf('layer-peer') })
  })

  it('is refused a state that somebody else has changed', async () => {
    const save = (version: number) =>
      admin.envelope('grade.save', {
        userId: headId,
        moduleIds: MODULES.slice(1),
        systemIds: ['main'],
        version,
        orgAdminModel: [{ organizeId: 'layer-north', ...ON }],
      })
    const { version } = await admin.call('grade.selector', { userId: headId })
    expect(await save(version)).toMatchObject({ code: 200 })
    expect(await save(version)).toMatchObject({ code: 409 })
    const { userInfo } = await admin.call('session.currentUser')
    const self = { userId: userInfo.userId, moduleIds: [], systemIds: [], orgAdminModel: [] }
    expect((await admin.envelope('grade.save', self)).code).toBe(403)
  })
})

/** What everybody has: grants, and units in which they may do something by a page of people. */
async function powers(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await sql<{ user_id: string; has: string[] }>`
    with pages as (
      select distinct user_id from permission_held join permission_grant using (set_id)
      where kind = 'menu' and menu_id like 'permission.%'
    )
    select user_id, array_agg(has) as has from (
      select user_id, concat_ws('/', kind, menu_id, code) as has from permission_held join permission_grant using (set_id)
      union all select user_id, 'all units' from pages where user_id not in (select user_id from layered_administrator)
      union all select user_id, 'unit/' || inner_unit.id || '/' || act from layered_unit
        join organize inner_unit on organize_id = any(path)
        cross join lateral unnest(case when organize_id = inner_unit.id then this_layer else sub_layer end) as act
        where user_id in (select user_id from pages)
      union all select id, 'everything' from user_account where is_administrator
    ) held group by user_id`.execute(server.server.db)
  return new Map(rows.map(({ user_id, has }) => [user_id, new Set(has)]))
}

/** Of everybody and everything outside the units of the one who tries: as it stands. */
const outside = async () =>
  JSON.stringify(
    await server.sql(`
      select 'person' as what, user_account.id, concat_ws('|', account, real_name, status, password_hash,
        (select string_agg(organize_id, ',' order by organize_id) from user_organize where user_id = user_account.id),
        (select string_agg(role_id, ',' order by role_id) from user_role where user_id = user_account.id)) as state
      from user_account where not exists (
        select from user_organize join organize on organize.id = organize_id
        where user_id = user_account.id and 'layer-north' = any(path))
      union all select 'unit', id, concat_ws('|', full_name, parent_id, enabled_mark) from organize where not 'layer-north' = any(path)
      union all select 'position', position.id, concat_ws('|', position.full_name, organize_id) from position
        join organize on organize.id = organize_id where not 'layer-north' = any(path)
      union all select 'role', id, concat_ws('|', full_name, enabled_mark) from role where is_global or id = 'layer-elsewhere'
      order by 1, 2`),
  )

it('passes nobody beyond who grants, and touches nothing outside, over a thousand random changes', async () => {
  const dice = createDice(25)
  const STEPS = 1_000
  const people = ['layer-peer', 'layer-one', 'layer-two', 'layer-far'].map(idOf)
  const accounts = new Map([...ids].map(([account, id]) => [id, account]))
  const units = ['layer-north', 'layer-wells', 'layer-south', 'layer-top']
  const roles = ['layer-bound', 'layer-delegate', 'layer-elsewhere', 'layer-global', 'layer-manages']
  const posts = ['layer-post', 'layer-other-post']
  const some = <T>(list: readonly T[]) => list.filter(() => dice.chance(0.35))
  const switches = () =>
    Object.fromEntries(Object.keys(OFF).map((name) => [name, dice.between(0, 4) < 3 ? 1 : 0]))
  const own = (await powers()).get(headId) ?? new Set()
  const done = new Map<string, number>()
  const acts: Readonly<Record<string, () => Promise<{ code: number }>>> = {
    person() {
      const id = dice.of([...people, headId])
      const input = {
        id,
        account: accounts.get(id),
        realName: accounts.get(id),
        organizeIds: [dice.of(units)],
      }
      return head.envelope('users.update', {
        ...input,
        roleIds: some(roles),
        enabledMark: dice.of([0, 1, 1]),
      })
    },
    grant: () =>
      head.envelope('authority.update', {
        id: dice.of([...people, headId, ...roles, ...posts, ...units]),
        systemIds: dice.chance(0.9) ? ['main'] : [],
        module: some(MODULES).concat(dice.chance(0.3) ? 'field.alarm' : []),
        ...(dice.chance(0.5) && {
          button: some(
            ['btn_add', 'btn_edit', 'btn_remove'].map((code) => `system.dictionary/button/${code}`),
          ),
        }),
      }),
    grade: () =>
      head.envelope('grade.save', {
        userId: dice.of([...people, headId]),
        orgAdminModel: some(units).map((organizeId) => ({ organizeId, ...switches() })),
        moduleIds: some(MODULES.slice(dice.chance(0.2) ? 0 : 1)),
        systemIds: some(['main']),
      }),
    ungrade: () => head.envelope('grade.delete', { id: dice.of([...people, headId]) }),
    unit: () => {
      const id = dice.of(units)
      const parentId = dice.of([...units, '-1'])
      return head.envelope('organize.update', {
        id,
        enCode: id,
        fullName: id,
        parentId,
        enabledMark: dice.of([0, 1, 1]),
      })
    },
    role: () => {
      const id = dice.of(roles)
      const bound = { globalMark: dice.of([0, 0, 1]), organizeIds: some(units) }
      return head.envelope('role.update', {
        id,
        enCode: id,
        fullName: id,
        ...bound,
        enabledMark: dice.of([0, 1, 1]),
      })
    },
    post: () => {
      const id = dice.of(posts)
      return head.envelope('position.update', { id, enCode: id, fullName: id, organizeId: dice.of(units) })
    },
  }
  const names = Object.keys(acts)
  let before = await powers()
  const still = await outside()
  for (let step = 0; step < STEPS; step++) {
    const name = dice.of([...names, 'grant', 'grade', 'person'])
    const { code } = await (acts[name] as () => Promise<{ code: number }>)()
    done.set(`${name} ${code}`, (done.get(`${name} ${code}`) ?? 0) + 1)
    if (code !== 200) continue
    const after = await powers()
    const climbed = [...after].flatMap(([id, has]) =>
      [...has]
        .filter((one) => !before.get(id)?.has(one) && !own.has(one))
        .map((one) => `${name}: ${accounts.get(id)} ${one}`),
    )
    expect(climbed).toEqual([])
    expect(await outside()).toBe(still)
    before = after
  }
  // Of each some went through and some did not, or nothing is proved.
  for (const name of names)
    for (const code of [200, 403])
      expect(done.get(`${name} ${code}`) ?? 0, `${name} ${[...done]}`).toBeGreaterThan(0)
}, 900_000)
