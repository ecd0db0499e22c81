import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fillDirectory, shapeOf } from './specs/large'
import { type Start, type Synchronised, startSynchronised } from './specs/synchronised'

let all: Synchronised
beforeAll(async () => {
  all = await startSynchronised()
  await all.server.sql(`update user_account set status = 0 where account <> 'admin'`)
})
afterAll(() => all.close())
const clear = ({ members, departments }: Synchronised['wecom']) => {
  members.clear()
  for (const id of [...departments.keys()]) if (id !== 1) departments.delete(id)
}
beforeEach(async () => {
  clear(all.wecom)
  clear(all.dingtalk)
  await all.server.sql('delete from third_sync_link')
})
afterEach(() => {
  all.wecom.onCall = undefined
  all.dingtalk.onCall = undefined
})

const unit = (fullName: string, parentId: string) => ({ parentId, fullName, enCode: fullName })
const make = async (name: string, parentId: string) =>
  (await all.admin.call('department.create', unit(name, parentId))).id
const person = async (account: string, organizeIds: string[], more: object = {}) =>
  (await all.admin.call('users.create', {
    ...{ account, realName: account, email: `${account}@example.com`, enabledMark: 1 },
    ...{ organizeIds, ...more },
  } as never)) as { id: string }
const member = (userid: string, departments: number[], more: object = {}) =>
  all.dingtalk.members.set(userid, {
    ...{ userid, name: userid, mobile: '', email: `${userid}@example.com`, title: '', departments },
    ...more,
  })
const there = (name: string) =>
  [...all.wecom.departments].find(([, one]) => one.name === name)?.[0] ?? Number.NaN
const above = (name: string) => all.wecom.departments.get(all.wecom.departments.get(there(name))?.parent ?? 0)
const here = (like: string) =>
  all.server.sql<{ name: string; parent: string }>(
    `select unit.full_name as name, parent.full_name as parent from organize unit
      join organize parent on parent.id = unit.parent_id where unit.full_name like $1 order by 1`,
    [like],
  )
const acts = async (type: '1' | '2', what: string) =>
  (await all.items(type))
    .filter(({ synType }) => synType === what)
    .map(({ act, fullName }) => [act, fullName])

describe('people of one name', () => {
  it('to them: ten of them are ten, in all of their departments; two of one number are not taken for one', async () => {
    const { wecom, admin } = all
    const [one, two] = [await make('同名一部', 'demo-farm'), await make('同名二部', 'demo-farm')]
    for (let at = 0; at < 10; at++)
      await person(`same${at}`, at === 0 ? [one, two] : [one], { realName: '王伟' })
    await person('twin1', [two], { mobilePhone: '13700000001' })
    await person('twin2', [two], { mobilePhone: '13700000001' })
    await all.run('thirdSync.organizeToQy')
    // Somebody there has a name that is one of ours by chance, and an id of their own.
    wecom.members.set('stranger', {
      ...{ userid: 'stranger', name: '王伟', mobile: '13700000009', email: '', title: '', departments: [1] },
    })
    for (let again = 0; again < 2; again++) await all.run('thirdSync.userToQy')
    const same = [...wecom.members.values()].filter(({ name }) => name === '王伟')
    expect(same.map(({ userid }) => userid).sort()).toEqual([
      ...Array.from({ length: 10 }, (_, at) => `same${at}`),
      'stranger',
    ])
    expect(wecom.members.get('same0')?.departments).toEqual([there('同名一部'), there('同名二部')])
    expect(wecom.members.get('stranger')?.departments).toEqual([1])
    expect([wecom.members.has('twin1'), wecom.members.has('twin2')]).toEqual([true, false])
    expect((await all.items('1', 'fail')).map(({ fullName, reason }) => [fullName, reason])).toContainEqual([
      'twin2',
      expect.stringContaining('mobile existed'),
    ])
    await all.server.sql(
      `update user_account set status = 0 where account like 'same%' or account like 'twin%'`,
    )
    for (const id of [one, two]) await admin.call('organize.delete', { id }).catch(() => undefined)
  })

  it('to us: ten of them are ten, once; a number that two of ours have says nothing; a person of ours in none stays', async () => {
    const { dingtalk, server } = all
    const unitId = await make('同号部', 'demo-farm')
    await person('number1', [unitId], { mobilePhone: '13700000021' })
    await person('number2', [unitId], { mobilePhone: '13700000021' })
    const { id } = await person('nowhere', [unitId])
    await server.sql('delete from user_organize where user_id = $1', [id])
    dingtalk.departments.set(2, { name: '来一部', parent: 1 })
    dingtalk.departments.set(3, { name: '来二部', parent: 2 })
    await all.run('thirdSync.organizeToDing', { type: '1' })
    for (let at = 0; at < 10; at++) member(`come${at}`, at === 0 ? [2, 3] : [2], { name: '李娜' })
    member('foreign', [3], { mobile: '+86-13700000021' })
    for (let again = 0; again < 2; again++) await all.run('thirdSync.userToDing', { type: '1' })
    expect(await acts('2', 'user')).toEqual([])
    const rows = await server.sql<{ account: string; units: number }>(
      `select account, (select count(*)::int from user_organize where user_id = user_account.id) as units
        from user_account where real_name = '李娜' order by account`,
    )
    expect(rows.map(({ account, units }) => [account, units])).toEqual(
      Array.from({ length: 10 }, (_, at) => [`come${at}`, at === 0 ? 2 : 1]),
    )
    expect(
      await server.sql(
        `select account, real_name from user_account where mobile_phone = '13700000021' order by 1`,
      ),
    ).toEqual([
      { account: 'foreign', real_name: 'foreign' },
      { account: 'number1', real_name: 'number1' },
      { account: 'number2', real_name: 'number2' },
    ])
    await all.run('thirdSync.userToDing')
    expect((await all.items('2', 'fail')).map(({ fullName, reason }) => [fullName, reason])).toContainEqual([
      'nowhere',
      '不属于任何已同步的组织',
    ])
  })
})

describe('departments that change places', () => {
  it('to them: below their own former child, renamed and moved at once, names swapped and passed on', async () => {
    const { admin, wecom } = all
    const outer = await make('移外', 'demo-farm')
    const inner = await make('移内', outer)
    const [left, right] = [await make('换左', 'demo-farm'), await make('换右', 'demo-farm')]
    await all.run('thirdSync.organizeToQy')
    const ids = new Map(['移外', '移内', '换左', '换右'].map((name) => [name, there(name)]))
    await admin.call('department.update', { id: inner, ...unit('移内新', 'demo-group') })
    await admin.call('department.update', { id: outer, ...unit('移外', inner) })
    await admin.call('department.update', { id: left, ...unit('换中', 'demo-farm') })
    await admin.call('department.update', { id: right, ...unit('换左', 'demo-farm') })
    await admin.call('department.update', { id: left, ...unit('换右', 'demo-farm') })
    const before = structuredClone([...wecom.departments])
    await all.run('thirdSync.organizeToQy')
    expect((await acts('1', 'organize')).sort()).toEqual(
      ['移内新', '移外', '换左', '换右'].map((name) => ['change', name]).sort(),
    )
    expect([there('移外'), there('移内新'), there('换右'), there('换左')]).toEqual([
      ...[ids.get('移外'), ids.get('移内'), ids.get('换左'), ids.get('换右')],
    ])
    expect([above('移外')?.name, above('移内新')?.name]).toEqual(['移内新', '公司'])
    wecom.changes.length = 0
    await all.run('thirdSync.organizeToQy')
    expect([wecom.changes, await acts('1', 'organize')]).toEqual([[], []])
    await all.undo('1', 'organize')
    expect([...wecom.departments]).toEqual(before)
  })

  it('to us: the same', async () => {
    const { dingtalk, server } = all
    const put = (id: number, name: string, parent: number) => dingtalk.departments.set(id, { name, parent })
    put(12, '来外', 1)
    put(13, '来内', 12)
    put(14, '来左', 1)
    put(15, '来右', 1)
    await all.run('thirdSync.organizeToDing', { type: '1' })
    const ids = () =>
      server.sql(`select id, full_name, parent_id from organize where full_name like '来%' order by id`)
    const before = await ids()
    put(13, '来内新', 1)
    put(12, '来外', 13)
    put(14, '来右', 1)
    put(15, '来左', 1)
    await all.run('thirdSync.organizeToDing', { type: '1' })
    expect((await acts('2', 'organize')).filter(([act]) => act === 'fail')).toEqual([])
    const top = '绿源农业集团'
    expect((await here('来%')).filter(({ name }) => !name.endsWith('部'))).toEqual(
      expect.arrayContaining([
        { name: '来内新', parent: top },
        { name: '来右', parent: top },
        { name: '来外', parent: '来内新' },
        { name: '来左', parent: top },
      ]),
    )
    await all.run('thirdSync.organizeToDing', { type: '1' })
    expect((await acts('2', 'organize')).filter(([act]) => act !== 'remove')).toEqual([])
    await all.undo('2', 'organize')
    expect(await ids()).toEqual(before)
  })

  it('a member whom somebody there has moved to a department of their own is brought back, not added again', async () => {
    const { wecom } = all
    const id = await make('本部', 'demo-farm')
    await person('strayed', [id])
    await all.run('thirdSync.organizeToQy')
    await all.run('thirdSync.userToQy')
    wecom.departments.set(900, { name: '他们的部', parent: 1 })
    const strayed = wecom.members.get('strayed')
    if (!strayed) throw new Error('nobody')
    strayed.departments = [900]
    await all.run('thirdSync.userToQy')
    expect(await acts('1', 'user')).toContainEqual(['change', 'strayed'])
    expect(wecom.members.get('strayed')?.departments).toEqual([there('本部')])
  })
})

describe('a rate limit in the middle', () => {
  it.each([
    ['WeCom', 'wecom', '1', { errcode: 45009, errmsg: 'api freq out of limit' }],
    ['DingTalk', 'dingtalk', '2', { errcode: 88, sub_code: '90018', errmsg: 'too often' }],
  ] as const)('of %s is waited for, with departments and with people', async (_, name, type, busy) => {
    const fake = all[name]
    const suffix = name === 'wecom' ? 'Qy' : 'Ding'
    let asked = 0
    fake.onCall = (path) => (/create/.test(path) && asked++ === 2 ? busy : undefined)
    expect((await all.run(`thirdSync.organizeTo${suffix}`)).state).toBe('done')
    expect((await acts(type, 'organize')).filter(([act]) => act === 'fail')).toEqual([])
    await person(`busy-${name}`, ['demo-farm'])
    asked = 1
    expect((await all.run(`thirdSync.userTo${suffix}`)).state).toBe('done')
    expect(asked).toBeGreaterThan(2)
    expect(fake.members.has(`busy-${name}`)).toBe(true)
    const ids = [...fake.members.keys()]
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('a company of 40 people in 10 departments, cut in the middle', () => {
  it('comes from one directory and goes to the other: everybody once, where they stood', async () => {
    const { dingtalk, wecom, server } = all
    await server.sql(`update user_account set status = 0 where account <> 'admin'`)
    await server.sql(`update organize set enabled_mark = 0 where parent_id is not null`)
    fillDirectory(dingtalk, { departments: 10, people: 40 })
    const cutAfter = (fake: typeof wecom, path: RegExp, after: number) => {
      let left = after
      fake.onCall = (asked) => (path.test(asked) && left-- <= 0 ? 'cut' : undefined)
    }
    const twice = async (fake: typeof wecom, call: Start, type: '0' | '1', path: RegExp, after: number) => {
      cutAfter(fake, path, after)
      expect((await all.run(call, { type })).state).toBe('failed')
      fake.onCall = undefined
      expect((await all.run(call, { type })).state).toBe('done')
    }
    await twice(dingtalk, 'thirdSync.organizeToDing', '1', /listsub/, 4)
    await twice(dingtalk, 'thirdSync.userToDing', '1', /user\/list/, 4)
    await twice(wecom, 'thirdSync.organizeToQy', '0', /create/, 4)
    await twice(wecom, 'thirdSync.userToQy', '0', /create/, 20)
    expect(shapeOf(wecom)).toEqual(shapeOf(dingtalk))
  })
})
