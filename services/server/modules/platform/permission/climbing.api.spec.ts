import { createDice } from '@services/server/modules/demo/dice'
import { enrol, personOf, seedFarm } from '@services/server/modules/field/project/specs/farm'
import { field, release } from '@services/server/modules/lowcode/online-development/specs/models'
import { md5, startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPlaces, placesOf, reachByPlace } from './specs/places'

/**
 * Somebody with every button over people, positions, roles and groups, who is no administrator: whatever they do, in whatever
 * order, nobody has by it what they have not themselves, and they reach no records by it that they did not.
 */
const STEPS = 160
/** Acts that are tried twice as often: few of them give anybody anything. */
const OFTEN = ['move', 'update', 'update', 'post', 'post', 'manage', 'grant', 'members']
const CODES = [
  ...[
    'btn_add',
    'btn_edit',
    'btn_remove',
    'btn_state',
    'btn_unlock',
    'btn_reset',
    'btn_addDep',
    'btn_member',
    'btn_handover',
  ],
]
const MENUS = ['organize', 'position', 'role', 'group', 'user'].map((name) => `permission.${name}`)
/** Entries that are granted at random: the deputy has the first two, and of the second one button. */
const ENTRIES = ['home', 'permission.role', 'system.dictionary', 'field.alarm']
const GRANTED = {
  systemIds: ['main', 'reference'],
  module: ENTRIES,
  button: [
    'permission.role/button/btn_add',
    'permission.role/button/btn_permission',
    'system.dictionary/button/btn_remove',
  ],
}

let server: TestServer
let deputy: TestClient
let deputyId: string
/** The entry of a model of which the deputy reaches a part of the records. */
let records: string
const people: string[] = []
/** Permission groups whose members the deputy changes: one grants what they have, the other more. */
const SETS = ['climb-own', 'climb-other']
const UNITS = ['demo-office', 'demo-finance', 'demo-north', 'demo-supply']
const ROLES = ['climb-same', 'climb-more', 'climb-project', 'climb-manage', 'climb-runs']
const POSITIONS = ['demo-clerk', 'demo-cashier', 'demo-storekeeper']
const GROUPS = ['demo-drought', 'demo-night-watch']

beforeAll(async () => {
  server = await startTestServer()
  const { rights } = server.server.services
  await seedFarm(server, 'climb')
  for (const role of [...ROLES, 'climb-deputy'])
    await server.sql('insert into role (id, en_code, full_name) values ($1, $1, $2)', [role, `"${role}"`])
  for (const menu of MENUS) await rights.grant('climb-deputy', menu, { buttons: CODES })
  await rights.grant('climb-deputy', 'home')
  await rights.grant('climb-deputy', 'permission.authorize', 'all')
  await rights.grant('climb-same', 'home')
  await rights.grant('climb-more', 'system.dictionary', { buttons: ['btn_remove'] })
  await enrol(server, 'climb', 'role', 'climb-project', 'view')
  await enrol(server, 'climb', 'role', 'climb-manage', 'manage')
  const admin = await server.as('admin')
  const { id: salaries } = await admin.call('dataInterface.create', {
    ...{ fullName: '工资', enCode: 'climb', type: 2, params: [], dataConfigJson: '{"staticData":[]}' },
  } as never)
  await server.sql(`insert into data_interface_right values ($1, 'role', 'climb-runs')`, [salaries])
  for (const [subject, id, below] of [
    ['position', 'demo-cashier', false],
    ['group', 'demo-night-watch', false],
    ['organize', 'demo-north', true],
    ['organize', 'demo-finance', false],
  ] as const) {
    const set = `climb-${subject}-${id}`
    await server.sql(
      `insert into permission_set (id, kind, en_code, full_name) values ($1, 'group', $1, $1)`,
      [set],
    )
    await server.sql('insert into permission_member values ($1, $2, $3, $4)', [set, subject, id, below])
    await server.sql(`insert into permission_grant values ($1, 'menu', $2, '')`, [set, set])
  }
  for (const [set, entry] of [
    ['climb-own', 'home'],
    ['climb-other', 'system.dictionary'],
  ]) {
    await server.sql(
      `insert into permission_set (id, kind, en_code, full_name) values ($1, 'group', $1, $1)`,
      [set],
    )
    await server.sql(`insert into permission_grant values ($1, 'system', 'main', ''), ($1, 'menu', $2, '')`, [
      ...[set, entry],
    ])
  }
  for (const account of ['climb-one', 'climb-two', 'climb-strong', 'climb-deputy']) {
    const { id, client } = await personOf(server, account)
    await server.sql('insert into user_organize (user_id, organize_id, sort) values ($1, $2, 0)', [
      ...[id, 'demo-office'],
    ])
    people.push(id)
    if (account === 'climb-deputy') {
      deputy = client
      deputyId = id
    }
  }
  await server.sql(
    `insert into user_role (user_id, role_id) values ($1, 'climb-deputy'), ('climb-strong', 'climb-more')`,
    [deputyId],
  )
  const modelId = await release(admin, {
    enCode: 'climbRecords',
    fields: [field('input', 'title')],
    columns: ['title'],
  })
  records = `model-${modelId}`
  await rights.grant('climb-deputy', records)
  await server.sql(
    `insert into permission_grant values ('role-climb-deputy', 'data', $1, 'departmentAndBelow')`,
    [records],
  )
  await reachByPlace(server, deputyId)
  // The deputy may see the project, and no more: the one role over it can be given, the other cannot.
  await enrol(server, 'climb', 'user', deputyId, 'view')
  people.push((await admin.call('session.currentUser')).userInfo.userId)
})
afterAll(() => server.close())

/** What everybody has, by person. */
async function holdings(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await sql<{ user_id: string; has: string[] }>`
    select user_id, array_agg(has) as has from (
      select user_id, concat_ws('/', kind, menu_id, code) as has from permission_held join permission_grant using (set_id)
      union all select user_id, 'project/' || project_id || '/' || level from project_right
      union all select user_id, 'runs/' || interface_id from data_interface_right
        join user_role on role_id = subject_id join role on role.id = role_id and enabled_mark = 1
      union all select id, 'everything' from user_account where is_administrator
    ) held group by user_id`.execute(server.server.db)
  return new Map(rows.map(({ user_id, has }) => [user_id, new Set(has)]))
}

it.each([
  [
    'users.update',
    { account: 'climb-strong', realName: '改', organizeIds: ['demo-office'], mobilePhone: '13900000001' },
  ],
  // A code for a forgotten password goes there.
  [
    'users.update',
    {
      account: 'climb-strong',
      realName: 'climb-strong',
      organizeIds: ['demo-office'],
      email: 'climb@example.com',
    },
  ],
  ['users.resetPassword', { userPassword: md5('Climb2026'), passwordText: 'Climb2026' }],
  ['users.state', {}],
  ['users.unlock', {}],
  ['users.delete', {}],
] as const)('%s: no account that may more, administrators least of all', async (name, input) => {
  for (const id of ['climb-strong', people.at(-1) ?? '']) {
    const answer = await deputy.envelope(name, { ...input, id })
    expect(answer).toMatchObject({ code: 403, msg: '该账号的权限高于您' })
  }
})

describe('they reach no records that were out of their reach', () => {
  const person = (id: string, more: object) =>
    deputy.envelope('users.update', { id, account: id, realName: id, organizeIds: ['demo-office'], ...more })
  const department = (id: string, more: object) =>
    deputy.envelope('department.update', { id, enCode: id, fullName: id, parentId: 'demo-group', ...more })

  beforeAll(async () => {
    await server.sql(`update user_account set manager_id = $1 where id = 'climb-two'`, [deputyId])
    await personOf(server, 'climb-three')
    await server.sql(
      `insert into user_organize (user_id, organize_id, sort) values ('climb-three', 'demo-office', 0)`,
    )
    await server.sql(`update user_account set manager_id = 'climb-one' where id = 'climb-three'`)
  })
  afterAll(() => server.sql(`update user_account set manager_id = null where id like 'climb-%'`))

  it.each([
    ['as the manager of others', () => person('climb-one', { managerId: deputyId })],
    ['as the manager of somebody’s manager', () => person('climb-one', { managerId: 'climb-two' })],
    ['from a unit further up', () => person(deputyId, { organizeIds: ['demo-group'] })],
    [
      'as a member of another unit',
      () =>
        deputy.envelope('member.add', { objectType: 'Organize', id: 'demo-agronomy', userIds: [deputyId] }),
    ],
    ['as the head of a unit', () => department('demo-agronomy', { managerId: deputyId })],
    ['by a move below their unit', () => department('demo-agronomy', { parentId: 'demo-office' })],
    ['by a move of their unit', () => department('demo-office', { parentId: 'demo-farm' })],
    [
      'by a hand-over to who works for them',
      () =>
        deputy.envelope('handOver.create', {
          ...{ fromId: 'climb-one', toId: 'climb-two', managedList: ['climb-three--person'] },
        }),
    ],
  ] as const)('%s', async (_, act) => {
    const before = await placesOf(server, deputyId)
    expect(await act()).toMatchObject({ code: 403, msg: '不能授予自己没有的权限' })
    expect(await placesOf(server, deputyId)).toEqual(before)
  })

  it('but make units below theirs, and people who work for them', async () => {
    const made = { enCode: 'climb-made', fullName: '新部门', parentId: 'demo-office' }
    expect(await deputy.envelope('department.create', made)).toMatchObject({ code: 200 })
    const hired = { account: 'climb-hired', realName: '新人', organizeIds: ['demo-office'] }
    expect(await deputy.envelope('users.create', { ...hired, managerId: deputyId })).toMatchObject({
      code: 200,
    })
    // Whom somebody manages they may give away.
    expect(await person('climb-two', { managerId: '' })).toMatchObject({ code: 200 })
    expect(await person('climb-two', { managerId: deputyId })).toMatchObject({ code: 403 })
  })
})

it.each([
  [
    'members to a permission group that grants more',
    () =>
      deputy.envelope('permissionGroup.setMembers', {
        id: 'climb-other',
        ids: ['climb-one--user'],
        below: 0,
      }),
  ],
  [
    'all of a model’s records',
    () =>
      deputy.envelope('authority.update', {
        ...{ id: 'climb-one', systemIds: ['main'], module: [records], resource: [`${records}/data/all`] },
      }),
  ],
] as const)('gives nobody more than they have: %s', async (_, act) => {
  expect(await act()).toMatchObject({ code: 403, msg: '不能授予自己没有的权限' })
})

it('gives nobody more than they have, over random sequences of changes', async () => {
  const dice = createDice(16)
  const some = <T>(list: readonly T[]) => list.filter(() => dice.between(0, 3) < 1)
  /** The deputy stays one, or nothing more would be tried. */
  const rolesOf = (id: string) => [
    // Without any, more of them pass.
    ...(dice.chance(0.5) ? some(ROLES) : []),
    ...(id === deputyId || dice.chance(0.25) ? ['climb-deputy'] : []),
  ]
  const others = people.filter((id) => id !== deputyId)
  const own = (await holdings()).get(deputyId) ?? new Set()
  const done = new Map<string, number>()
  let before = await holdings()
  const acts: Readonly<Record<string, () => Promise<{ code: number }>>> = {
    update: () => {
      const id = dice.of(people)
      return deputy.envelope('users.update', {
        ...{ id, account: id, realName: id },
        ...{
          organizeIds: [dice.of(UNITS)],
          roleIds: rolesOf(id),
          groupIds: some(GROUPS),
        },
        enabledMark: dice.of([0, 1, 1]),
      })
    },
    post: () => {
      const id = dice.of(people)
      const [organizeId, position] = dice.of([
        ['demo-office', 'demo-clerk'],
        ['demo-finance', 'demo-cashier'],
        ['demo-supply', 'demo-storekeeper'],
      ])
      return deputy.envelope('users.update', {
        ...{
          id,
          account: id,
          realName: id,
          organizeIds: [organizeId],
          positionIds: [position],
          roleIds: rolesOf(id),
        },
      })
    },
    create: () =>
      deputy.envelope('users.create', {
        ...{
          account: `made${dice.between(0, 1_000_000_000).toFixed(0)}`,
          realName: '新',
          organizeIds: [dice.of(UNITS)],
        },
        roleIds: some(ROLES),
      }),
    state: () => deputy.envelope('users.state', { id: dice.of(people) }),
    reset: () =>
      deputy.envelope('users.resetPassword', {
        ...{ id: dice.of(others), userPassword: md5('Climb2026'), passwordText: 'Climb2026' },
      }),
    role: () => deputy.envelope('role.state', { id: dice.of(ROLES) }),
    position: () => {
      const id = dice.of(POSITIONS)
      return deputy.envelope('position.update', {
        ...{ id, enCode: id, fullName: id, organizeId: dice.of(UNITS), enabledMark: dice.of([0, 1]) },
      })
    },
    grant: () =>
      deputy.envelope('authority.update', {
        id: dice.of([...people, ...ROLES, ...POSITIONS, ...GROUPS, ...SETS]),
        systemIds: dice.chance(0.9) ? some(GRANTED.systemIds).concat('main') : [],
        module: some(GRANTED.module).concat(dice.chance(0.5) ? 'permission.role' : []),
        ...(dice.chance(0.8) && { button: some(GRANTED.button) }),
      }),
    grantRecords: () =>
      deputy.envelope('authority.update', {
        ...{ id: dice.of([...people, ...ROLES]), systemIds: ['main'], module: [records] },
        resource: some(['departmentAndBelow', 'all']).map((code) => `${records}/data/${code}`),
      }),
    manage: () => {
      const id = dice.of(['climb-one', 'climb-two'])
      return deputy.envelope('users.update', {
        ...{ id, account: id, realName: id, organizeIds: ['demo-office'] },
        managerId: dice.of(['', deputyId, dice.of(others)]),
      })
    },
    lead: () => {
      const id = dice.of(['demo-finance', 'demo-agronomy'])
      return deputy.envelope('department.update', {
        ...{ id, enCode: id, fullName: id, parentId: 'demo-group' },
        managerId: dice.of(['', deputyId, ...others]),
      })
    },
    handOver: async () => {
      const [fromId, toId] = [dice.of(others), dice.of(people)]
      const managed = await server.sql<{ id: string }>(
        `select id || '--person' as id from user_account where manager_id = $1
        union all select id || '--unit' from organize where manager_id = $1`,
        [fromId],
      )
      return deputy.envelope('handOver.create', { fromId, toId, managedList: managed.map(({ id }) => id) })
    },
    members: () =>
      deputy.envelope('permissionGroup.setMembers', {
        id: dice.of(SETS),
        ids: [
          ...some(people).map((id) => `${id}--user`),
          ...some(ROLES).map((id) => `${id}--role`),
          ...some(GROUPS).map((id) => `${id}--group`),
          ...some(['demo-office', 'demo-finance']).map((id) => `${id}--department`),
        ],
        below: dice.of([0, 1]),
      }),
    belong: () => {
      const [objectType, id] = dice.of([
        ['Role', dice.of(ROLES)],
        ['Group', dice.of(GROUPS)],
        ['Position', dice.of(POSITIONS)],
        ['Organize', dice.of(UNITS)],
      ] as const)
      const userIds = [dice.of(people)]
      return deputy.envelope(dice.chance(0.7) ? 'member.add' : 'member.remove', { objectType, id, userIds })
    },
    setState: () => deputy.envelope('permissionGroup.setState', { id: dice.of(SETS) }),
    setCopy: async () => {
      const { code, data } = await deputy.envelope('permissionGroup.copy', { id: dice.of(SETS) })
      if (code === 200) SETS.push(data.id)
      return { code }
    },
    move: () => {
      const id = dice.of(['demo-office', 'demo-supply'])
      return deputy.envelope('department.update', {
        ...{ id, enCode: id, fullName: id, parentId: dice.of(['demo-group', 'demo-north', 'demo-farm']) },
        // Their own unit stays in use, or it gives them nothing that they could have more of.
        enabledMark: id === 'demo-office' ? 1 : dice.of([0, 1]),
      })
    },
  }
  let placesBefore = await placesOf(server, deputyId)
  for (let step = 0; step < STEPS; step++) {
    const act = dice.of(OFTEN.concat(Object.keys(acts)).filter((name) => name !== 'reset' || step % 20 === 0))
    const { code } = await (acts[act] as () => Promise<{ code: number }>)()
    done.set(`${act} ${code}`, (done.get(`${act} ${code}`) ?? 0) + 1)
    const after = await holdings()
    const climbed = [...after].flatMap(([id, has]) =>
      [...has]
        .filter((one) => !before.get(id)?.has(one) && !own.has(one))
        .map((one) => `${act}: ${id} ${one}`),
    )
    expect(climbed).toEqual([])
    before = after
    const places = await placesOf(server, deputyId)
    expect(newPlaces(placesBefore, places), act).toEqual([])
    placesBefore = places
  }
  // Of each some went through and some did not, or nothing is proved.
  const count = (acts: readonly string[], code: number) =>
    acts.reduce((sum, act) => sum + (done.get(`${act} ${code}`) ?? 0), 0)
  for (const like of [['update', 'post'], ['create'], ['move'], ['grant'], ['belong']])
    expect([count(like, 200), count(like, 403)], `${like} ${[...done]}`).not.toContain(0)
  for (const name of ['role 403', 'members 200', 'manage 200', 'lead 200', 'grantRecords 200'])
    expect(done.get(name) ?? 0, `${name} ${[...done]}`).toBeGreaterThan(0)
}, 600_000)
