import { createDice } from '@services/server/modules/demo/dice'
import { enrol, personOf, seedFarm } from '@services/server/modules/field/project/specs/farm'
import { md5, startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

/**
 * Somebody with every button over people, positions, roles and groups, who is no administrator: whatever they do, in whatever
 * order, nobody has by it what they have not themselves.
 */
const STEPS = 120
/** Acts that are tried twice as often: few of them give anybody anything. */
const OFTEN = ['move', 'move', 'update', 'post']
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

it('gives nobody more than they have, over random sequences of changes', async () => {
  const dice = createDice(16)
  const some = <T>(list: readonly T[]) => list.filter(() => dice.between(0, 3) < 1)
  /** The deputy stays one, or nothing more would be tried. */
  const rolesOf = (id: string) => [
    ...some(ROLES),
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
        enabledMark: dice.of([0, 1]),
      })
    },
  }
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
  }
  // Of each some went through and some did not, or nothing is proved.
  const count = (acts: readonly string[], code: number) =>
    acts.reduce((sum, act) => sum + (done.get(`${act} ${code}`) ?? 0), 0)
  for (const like of [['update', 'post'], ['create'], ['move'], ['grant'], ['members'], ['belong']])
    expect([count(like, 200), count(like, 403)], `${like} ${[...done]}`).not.toContain(0)
  expect(done.get('role 403')).toBeGreaterThan(0)
}, 600_000)
