import { personOf } from '@services/server/modules/field/project/specs/farm'
import { field, release } from '@services/server/modules/lowcode/online-development/specs/models'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let server: TestServer
let admin: TestClient
let from: TestClient
let to: TestClient
let deputy: TestClient
let modelId: string
/** The account is the id of each of them. */
const PEOPLE = ['ho-from', 'ho-to', 'ho-other', 'ho-below', 'ho-deputy'] as const
const WHOLE = {
  permissionList: [
    ...['role', 'ho-strong--role', 'ho-weak--role'],
    ...[
      'position',
      'demo-clerk--position',
      'ho-post--position',
      'demo-drought--group',
      'ho-set--permissionGroup',
    ],
  ],
  managedList: ['unit', 'demo-supply--unit', 'ho-below--person'],
}

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const clients = new Map<string, TestClient>()
  for (const account of PEOPLE) clients.set(account, (await personOf(server, account)).client)
  ;[from, to, deputy] = ['ho-from', 'ho-to', 'ho-deputy'].map((id) => clients.get(id)) as [
    TestClient,
    TestClient,
    TestClient,
  ]
  const { rights } = server.server.services
  for (const role of ['ho-strong', 'ho-weak', 'ho-bound', 'ho-deputy'])
    await server.sql('insert into role (id, en_code, full_name, is_global) values ($1, $1, $2, $3)', [
      ...[role, `"${role}"`, role !== 'ho-bound'],
    ])
  await server.sql(`insert into role_organize values ('ho-bound', 'demo-finance')`)
  await rights.grant('ho-strong', 'system.dictionary', 'all')
  await rights.grant('ho-weak', 'home')
  await rights.grant('ho-deputy', 'home')
  await rights.grant('ho-deputy', 'permission.user', { buttons: ['btn_handover'] })
  await server.sql(
    `insert into permission_set (id, kind, en_code, full_name) values ('ho-set', 'group', 'ho-set', '值班权限')`,
  )
  await server.sql(
    `insert into position (id, organize_id, full_name, en_code, sort_code, enabled_mark)
     values ('ho-post', 'demo-office', '值班员', 'ho-post', 0, 1), ('ho-far', 'demo-finance', '远方会计', 'ho-far', 0, 1)`,
  )
  modelId = await release(admin, {
    enCode: 'handedOver',
    fields: [field('input', 'title')],
    columns: ['title'],
  })
  for (const title of ['one', 'two', 'three'])
    await admin.call('onlineDevelopment.create', { modelId, data: { title } })
})
afterAll(() => server.close())

beforeEach(async () => {
  const all = `array['${PEOPLE.join(`','`)}']`
  for (const text of [
    'delete from hand_over',
    'delete from calendar_group',
    ...['user_role', 'user_position', 'user_group_member', 'user_organize'].map(
      (table) => `delete from ${table} where user_id = any(${all})`,
    ),
    `delete from permission_member where subject = 'user' and subject_id = any(${all})`,
    `update user_account set status = 1, manager_id = null where id = any(${all})`,
    `insert into user_organize select unnest(${all}), 'demo-office', 0`,
    `insert into user_role values ('ho-from', 'ho-strong'), ('ho-from', 'ho-weak'), ('ho-to', 'ho-weak'), ('ho-deputy', 'ho-deputy')`,
    `insert into user_position values ('ho-from', 'demo-clerk', 0), ('ho-from', 'ho-post', 1), ('ho-to', 'ho-post', 0)`,
    `insert into user_group_member values ('ho-from', 'demo-drought')`,
    `insert into permission_member values ('ho-set', 'user', 'ho-from', false)`,
    `update organize set manager_id = 'ho-from' where id = 'demo-supply'`,
    `update user_account set manager_id = 'ho-from' where id = 'ho-below'`,
    `update record set owner_id = 'ho-from', deleted_at = null where model_id = '${modelId}'`,
  ])
    await server.sql(text)
})

const work = (fromId: string, who = admin) => who.call('handOver.work', { fromId })
const hand = (input: object, who = admin) =>
  who.envelope('handOver.create', { fromId: 'ho-from', toId: 'ho-to', ...input })
type Trees = Awaited<ReturnType<typeof work>>
const ids = (nodes: Trees['record']): string[] => nodes.flatMap(({ id, children }) => [id, ...ids(children)])
const plan = async (title: string, year: number) => {
  const day = Date.parse(`${year}-11-04T00:00:00+08:00`)
  const times = { startDay: day, startTime: '09:00', endDay: day, endTime: '10:00' }
  return (await from.call('schedule.create', { title, ...times })).groupId
}
/** Where everything of them stands. */
const standing = async () => {
  const all = async (text: string) => (await server.sql<{ one: string }>(text)).map(({ one }) => one)
  return {
    roles: await all(
      `select user_id || ' ' || role_id as one from user_role where user_id like 'ho-%' order by 1`,
    ),
    positions: await all(
      `select user_id || ' ' || position_id || ' ' || sort as one from user_position where user_id like 'ho-%' order by 1`,
    ),
    groups: await all(
      `select user_id || ' ' || group_id as one from user_group_member where user_id like 'ho-%'`,
    ),
    sets: await all(`select subject_id as one from permission_member where set_id = 'ho-set' order by 1`),
    unit: await all(`select manager_id as one from organize where id = 'demo-supply'`),
    people: await all(`select manager_id as one from user_account where id = 'ho-below'`),
    records: await all(`select owner_id as one from record where model_id = '${modelId}' order by 1`),
    schedules: await all('select creator_id as one from calendar_group order by 1'),
  }
}

describe('the work of a person', () => {
  it('is answered in the shapes of the wire: what is ahead, and nothing that is over or deleted', async () => {
    const ahead = await plan('灌溉例会', 2030)
    await plan('去年的会', 2020)
    await server.sql(
      `update record set deleted_at = now() where id = (select min(id) from record where model_id = $1)`,
      [modelId],
    )
    const leaf = (kind: string, id: string, fullName: string, parentId = kind) => ({
      ...{ id: `${id}--${kind}`, parentId, fullName, count: 1, hasChildren: false, children: [] },
    })
    const branch = (id: string, fullName: string, children: object[]) => ({
      ...{ id, parentId: '0', fullName, count: children.length, hasChildren: true, children },
    })
    const { permission, managed, ...rest } = await work('ho-from')
    expect(rest).toEqual({
      ...{ flow: [], wait: [] },
      schedule: [leaf('schedule', ahead, '灌溉例会 · 2030-11-04 09:00', '0')],
      record: [{ ...leaf('record', modelId, 'handedOver (2)', '0'), count: 2 }],
    })
    expect(permission).toEqual([
      branch('role', '角色', [leaf('role', 'ho-strong', 'ho-strong'), leaf('role', 'ho-weak', 'ho-weak')]),
      branch('position', '岗位', [
        leaf('position', 'demo-clerk', expect.stringMatching(/\/.+$/)),
        leaf('position', 'ho-post', expect.stringMatching(/\/值班员$/)),
      ]),
      branch('group', '分组', [leaf('group', 'demo-drought', expect.any(String))]),
      branch('permissionGroup', '权限组', [leaf('permissionGroup', 'ho-set', '值班权限')]),
    ])
    expect(managed).toEqual([
      branch('unit', '负责的组织', [leaf('unit', 'demo-supply', expect.any(String))]),
      branch('person', '下属', [leaf('person', 'ho-below', 'ho-below/ho-below')]),
    ])
    expect(await admin.envelope('handOver.work', { fromId: 'nobody' })).toMatchObject({ code: 404 })
    expect(
      (await admin.fetch('/api/permission/Users/getWorkByUser/?fromId=ho-other').then((one) => one.json()))
        .data,
    ).toEqual({ flow: [], wait: [], permission: [], schedule: [], record: [], managed: [] })
  })

  it('goes to another person, whose rights count from the next call on, and is in the audit', async () => {
    const may = async (who: TestClient) => (await who.envelope('dictionaryType.create', {})).code !== 403
    expect([await may(from), await may(to)]).toEqual([true, false])
    const ahead = await plan('灌溉例会', 2030)
    const answer = await hand({
      ...WHOLE,
      scheduleList: [`${ahead}--schedule`],
      recordList: [`${modelId}--record`],
    })
    expect(answer).toMatchObject({ code: 200, msg: '工作交接成功', data: { id: expect.any(String) } })
    expect([await may(from), await may(to)]).toEqual([false, true])
    expect(await standing()).toEqual({
      roles: ['ho-deputy ho-deputy', 'ho-to ho-strong', 'ho-to ho-weak'],
      positions: ['ho-to demo-clerk 1', 'ho-to ho-post 0'],
      groups: ['ho-to demo-drought'],
      ...{ sets: ['ho-to'], unit: ['ho-to'], people: ['ho-to'], schedules: ['ho-to'] },
      records: ['ho-to', 'ho-to', 'ho-to'],
    })
    const year = { startTime: Date.parse('2030-06-01'), endTime: Date.parse('2030-12-31') }
    expect((await from.call('schedule.list', year)).list).toEqual([])
    expect((await to.call('schedule.list', year)).list).toMatchObject([
      { title: '灌溉例会', isOwn: 1, version: 1 },
    ])
    expect(ids((await work('ho-from')).permission)).toEqual([])
    const audit = await server.sql<{ target: string; before: object; after: object }>(
      `select target, before, after from audit where action = 'users.handOver' order by id desc limit 2`,
    )
    const moved = {
      role: ['ho-strong', 'ho-weak'],
      record: ['handedOver (3)'],
      person: ['ho-below/ho-below'],
    }
    expect(audit).toMatchObject([
      {
        target: 'ho-to',
        before: { roleIds: ['ho-weak'], handedOver: {} },
        after: { roleIds: ['ho-strong', 'ho-weak'], handedOver: moved, from: 'ho-from' },
      },
      {
        target: 'ho-from',
        before: { roleIds: ['ho-strong', 'ho-weak'], handedOver: moved },
        after: { roleIds: [], positionIds: [], groupIds: [], handedOver: {}, to: 'ho-to' },
      },
    ])
  })

  it('goes piece by piece: what is not ticked stays', async () => {
    await hand({ permissionList: ['demo-clerk--position'] })
    const { roles, positions } = await standing()
    expect(roles).toContain('ho-from ho-strong')
    // The one that is left is the current one now.
    expect(positions).toEqual(['ho-from ho-post 0', 'ho-to demo-clerk 1', 'ho-to ho-post 0'])
  })
})

describe('a hand-over is refused', () => {
  const nothingMoved = async (input: object, answer: object, who = admin) => {
    const before = await standing()
    expect(await hand(input, who)).toMatchObject(answer)
    expect(await standing()).toEqual(before)
  }

  it('in the documented words', async () => {
    const administrator = (await admin.call('session.currentUser')).userInfo.userId
    await nothingMoved({ ...WHOLE, toId: 'ho-from' }, { code: 400, msg: '工作交接无法转交给本人' })
    await nothingMoved({ ...WHOLE, toId: administrator }, { code: 400, msg: '工作交接无法转交给管理员' })
    for (const empty of [
      {},
      { flowList: [], waitList: [], permissionList: [] },
      { permissionList: ['role'] },
    ])
      await nothingMoved(empty, { code: 400, msg: '请先选择交接内容' })
  })

  it.each([
    ['no receiver', { toId: '' }, '请选择接收人'],
    ['a receiver that there is not', { toId: 'nobody' }, '用户不存在，可能已被删除'],
  ])('for %s, which it names', async (_, input, message) => {
    const answer = await hand({ ...WHOLE, ...input })
    expect(answer).toMatchObject({ code: 400, data: { errors: [{ path: 'toId', message }] } })
  })

  it('for bodies that are none', async () => {
    for (const input of [
      { permissionList: 'ho-strong--role' },
      { permissionList: [7] },
      { managedList: Array(30_000).fill('x--unit') },
      { fromId: '' },
      { toId: null },
    ])
      expect((await hand({ ...WHOLE, ...input })).code).toBe(400)
    expect(await hand({ ...WHOLE, fromId: 'nobody' })).toMatchObject({ code: 404 })
  })

  it('for a receiver who is disabled or cannot have it, by name', async () => {
    await server.sql(`update user_account set status = 0 where id = 'ho-to'`)
    await nothingMoved(WHOLE, { code: 400, msg: '接收人已停用，请先启用或另选接收人' })
    await server.sql(`update user_account set status = 1 where id = 'ho-to'`)
    await server.sql(`insert into user_position values ('ho-from', 'ho-far', 2)`)
    await nothingMoved(
      { permissionList: ['ho-far--position', 'ho-strong--role'] },
      { code: 400, msg: expect.stringMatching(/接收人不属于这些岗位所在的组织.+会计$/) },
    )
    await server.sql(`insert into user_role values ('ho-from', 'ho-bound')`)
    await nothingMoved(
      { permissionList: ['ho-bound--role'] },
      { code: 400, msg: '这些角色不适用于接收人所属的组织，请取消勾选：ho-bound' },
    )
    await server.sql(`update user_account set manager_id = 'ho-below' where id = 'ho-to'`)
    await nothingMoved(
      { managedList: ['ho-below--person', 'demo-supply--unit'] },
      { code: 400, msg: '接收人不能成为自己或自己上级的主管，请取消勾选：ho-below/ho-below' },
    )
  })

  it('for what is no work of theirs, or not any more', async () => {
    for (const input of [
      { permissionList: ['ho-deputy--role'] },
      { permissionList: ['ho-strong--unit'] },
      { flowList: ['any'] },
      { recordList: ['nothing--record'] },
      { scheduleList: ['nothing--schedule'] },
    ])
      await nothingMoved({ managedList: WHOLE.managedList, ...input }, { code: 409 })
  })

  it('the second of two at once', async () => {
    const answers = await Promise.all(['ho-to', 'ho-other'].map((toId) => hand({ ...WHOLE, toId })))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
    const winner = answers[0]?.code === 200 ? 'ho-to' : 'ho-other'
    expect(await standing()).toMatchObject({ sets: [winner], unit: [winner], people: [winner] })
  })
})

describe('who is no administrator', () => {
  const strong = { permissionList: ['ho-strong--role'] }
  const weak = { permissionList: ['ho-weak--role'] }

  it('needs the button, of whichever call', async () => {
    const plain = { code: 403 }
    expect(await hand(weak, to)).toMatchObject(plain)
    for (const [name, input] of [
      ['handOver.work', { fromId: 'ho-from' }],
      ['handOver.list', { fromId: 'ho-from' }],
      ['handOver.undo', { id: 'any' }],
    ] as const)
      expect([name, (await to.envelope(name, input)).code]).toEqual([name, 403])
  })

  it('takes nothing from who may more, gives nobody more than they have, and themselves nothing', async () => {
    const refused = async (input: object, msg: string) => {
      const before = await standing()
      expect(await hand(input, deputy)).toMatchObject({ code: 403, msg })
      expect(await standing()).toEqual(before)
    }
    await refused(weak, '该账号的权限高于您')
    await refused({ ...weak, fromId: 'ho-other', toId: 'ho-from' }, '该账号的权限高于您')
    // Who is disabled has nothing by their roles; who would get one of them has.
    await server.sql(`update user_account set status = 0 where id = 'ho-from'`)
    await refused(strong, '不能授予自己没有的权限')
    await refused({ ...weak, toId: 'ho-deputy' }, '不能将他人的工作交接给自己，请由超级管理员操作')
    await refused({ recordList: [`${modelId}--record`] }, '不能授予自己没有的权限')
    expect(ids((await work('ho-from', deputy)).record)).toEqual([])
    expect(await hand(weak, deputy)).toMatchObject({ code: 200 })
    expect((await standing()).roles).not.toContain('ho-from ho-weak')
  })
})

describe('a hand-over is taken back', () => {
  const undo = (id: string, who = admin) => who.envelope('handOver.undo', { id })

  it('as it was, once, and within a day', async () => {
    const ahead = await plan('灌溉例会', 2030)
    const before = await standing()
    const rest = { scheduleList: [`${ahead}--schedule`], recordList: [`${modelId}--record`] }
    const { data } = await hand({ ...WHOLE, ...rest })
    const { list } = await admin.call('handOver.list', { fromId: 'ho-from' })
    expect(list).toEqual([
      {
        ...{ id: data.id, fromId: 'ho-from', toId: 'ho-to', toName: 'ho-to' },
        ...{ creatorName: expect.any(String), creatorTime: expect.any(Number) },
        summary: '角色 2、岗位 2、分组 1、权限组 1、日程 1、数据 3、负责的组织 1、下属 1',
      },
    ])
    expect(await undo(data.id)).toMatchObject({ code: 200, msg: '已撤销工作交接', data: { left: [] } })
    expect(await standing()).toEqual(before)
    expect((await admin.call('handOver.list', { fromId: 'ho-from' })).list).toEqual([])
    expect(await undo(data.id)).toMatchObject({ code: 400, msg: '该交接已经撤销' })
    expect(await undo('nothing')).toMatchObject({ code: 404 })
    const [audit] = await server.sql<{ target: string; after: object }>(
      `select target, after from audit where action = 'users.undoHandOver' and target = 'ho-from' order by id desc limit 1`,
    )
    expect(audit).toMatchObject({ after: { roleIds: ['ho-strong', 'ho-weak'], left: [] } })

    const again = await hand(WHOLE)
    await server.sql(`update hand_over set created_at = now() - interval '25 hours' where id = $1`, [
      again.data.id,
    ])
    expect(await undo(again.data.id)).toMatchObject({
      code: 400,
      msg: expect.stringContaining('已超过 24 小时'),
    })
    expect((await standing()).unit).toEqual(['ho-to'])
  })

  it('but for what somebody has changed since, which it names', async () => {
    const { data } = await hand({ ...WHOLE, recordList: [`${modelId}--record`] })
    for (const text of [
      `delete from user_role where user_id = 'ho-to' and role_id = 'ho-strong'`,
      `update organize set manager_id = 'ho-other' where id = 'demo-supply'`,
      `update record set owner_id = 'ho-other' where id = (select min(id) from record where model_id = '${modelId}')`,
      // The person has left the unit of the position.
      `update user_organize set organize_id = 'demo-finance' where user_id = 'ho-from'`,
    ])
      await server.sql(text)
    const answer = await undo(data.id)
    expect(answer.data.left.map(({ kind, count }) => `${kind} ${count}`)).toEqual([
      ...['position 1', 'position 1', 'record 1', 'role 1', 'unit 1'],
    ])
    expect(answer.msg).toMatch(/^已撤销工作交接；以下内容此后已有变动，保持不变：.+…$/)
    expect(await standing()).toMatchObject({
      roles: ['ho-deputy ho-deputy', 'ho-from ho-weak', 'ho-to ho-weak'],
      positions: ['ho-to demo-clerk 1', 'ho-to ho-post 0'],
      groups: ['ho-from demo-drought'],
      ...{ sets: ['ho-from'], unit: ['ho-other'], people: ['ho-from'] },
      records: ['ho-from', 'ho-from', 'ho-other'],
    })
  })

  it('by nobody who would not have been allowed to hand it over', async () => {
    const { data } = await hand({ permissionList: ['ho-weak--role'] })
    expect(await undo(data.id, deputy)).toMatchObject({ code: 403, msg: '该账号的权限高于您' })
    const both = await Promise.all([undo(data.id), undo(data.id)])
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 400])
  })
})
