import type { TestClient, TestServer } from '@tests/api/harness'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { configurer, patient, type Synchronised, startSynchronised } from './specs/synchronised'

let server: TestServer
let admin: TestClient
let wecom: Synchronised['wecom']
let dingtalk: Synchronised['dingtalk']
let ended: Synchronised['ended']
let run: Synchronised['run']
let items: Synchronised['items']
let total: Synchronised['total']
let configure: Synchronised['configure']
let close: Synchronised['close']
beforeAll(async () => {
  ;({ server, admin, wecom, dingtalk, ended, run, items, total, configure, close } =
    await startSynchronised())
  // A dozen people tell as much as all of the demo's, and sooner.
  await server.sql(`update user_account set status = 0 where id not in (
    select id from user_account where account not in ('admin', 'operator') and exists (
      select from user_organize where user_id = user_account.id) order by account limit 12)
    and account not in ('admin', 'operator')`)
  await server.sql(
    `update user_account set email = account || '@example.com' where mobile_phone = '' and account <> 'operator'`,
  )
})
afterAll(() => close())
beforeEach(() => {
  wecom.changes.length = 0
  dingtalk.changes.length = 0
})
afterEach(() => {
  wecom.onCall = undefined
  dingtalk.onCall = undefined
})

const unit = (fullName: string, parentId: string) => ({ parentId, fullName, enCode: fullName })

describe('units to WeCom', () => {
  it('are first only tried: by name, and nothing is done', async () => {
    expect((await run('thirdSync.organizeToQy', { isTrial: 1 })).state).toBe('done')
    const found = await items('1')
    expect(found.length).toBeGreaterThan(5)
    expect(
      found.every(({ act, isDone, direction }) => act === 'add' && isDone === 0 && direction === 0),
    ).toBe(true)
    expect(found.map(({ fullName, place }) => `${place} › ${fullName}`)).toContain(
      '绿源农业集团/绿源高标准农田示范区 › 灌溉运维部',
    )
    expect(wecom.changes).toEqual([])
    expect(await total('1', 'organize')).toMatchObject({ synSuccessCount: 0, synDate: null, synFailCount: 0 })
  })

  it('go level by level, once: the company is the root, and a second run finds nothing to do', async () => {
    await run('thirdSync.organizeToQy')
    const [{ count } = { count: 0 }] = await server.sql<{ count: number }>(
      'select count(*)::int from organize',
    )
    expect(wecom.departments.size).toBe(count)
    expect(await total('1', 'organize')).toMatchObject({
      ...{ recordTotal: count, synSuccessCount: count, synFailCount: 0, unSynCount: 0, jobId: '' },
      synDate: expect.any(Number),
    })
    wecom.changes.length = 0
    await run('thirdSync.organizeToQy')
    expect([wecom.changes, await items('1')]).toEqual([[], []])
  })

  it('are renamed and moved with ours; one that is gone here stays there until it is ticked', async () => {
    const { id } = await admin.call('department.create', unit('临时部', 'demo-farm'))
    await run('thirdSync.organizeToQy')
    await admin.call('department.update', { id, ...unit('暂设部', 'demo-group') })
    await run('thirdSync.organizeToQy')
    expect(await items('1')).toMatchObject([{ act: 'change', fullName: '暂设部', isDone: 1 }])
    const found = [...wecom.departments.entries()].find(([, { name }]) => name === '暂设部')
    expect(found?.[1].parent).toBe(1)
    await admin.call('organize.delete', { id })
    await run('thirdSync.organizeToQy')
    const gone = await items('1', 'remove')
    expect(gone).toMatchObject([{ fullName: '暂设部', isDone: 0 }])
    expect(wecom.departments.has(found?.[0] ?? 0)).toBe(true)
    await ended(await admin.call('thirdSync.remove', { type: '1', ids: gone.map((one) => one.id) }))
    expect(wecom.departments.has(found?.[0] ?? 0)).toBe(false)
    expect(await items('1', 'remove')).toMatchObject([{ isDone: 1 }])
    expect(
      (await admin.envelope('thirdSync.remove', { type: '2', ids: gone.map((one) => one.id) })).code,
    ).toBe(400)
  })

  it('of the same name in the same place are taken for the same', async () => {
    await server.sql(`delete from third_sync_link`)
    await run('thirdSync.organizeToQy')
    expect([wecom.changes, await items('1')]).toEqual([[], []])
  })
})

describe('people to WeCom', () => {
  it('go on after one that is refused, and after the directory was away; nobody comes twice', async () => {
    await server.sql(`update user_account set mobile_phone = '' , email = '' where account = 'operator'`)
    let left = 6
    wecom.onCall = (path, { userid }) => {
      if (path !== '/cgi-bin/user/create') return undefined
      if (userid === 'operator') return undefined
      if (left-- === 3) return { errcode: 60104, errmsg: 'mobile existed' }
      return left < 0 ? 'cut' : undefined
    }
    const broken = await run('thirdSync.userToQy')
    expect(broken).toMatchObject({ state: 'failed', text: expect.stringContaining('127.0.0.1') })
    const before = new Set(wecom.members.keys())
    expect(before.size).toBeGreaterThan(2)
    const reasons = (await items('1', 'fail')).map(({ reason }) => reason)
    expect(reasons.some((reason) => reason.includes('mobile existed'))).toBe(true)
    expect((await total('1', 'user'))?.standing).toContain('127.0.0.1')
    wecom.onCall = undefined
    wecom.changes.length = 0
    expect((await run('thirdSync.userToQy')).state).toBe('done')
    expect(wecom.changes.filter((change) => before.has(change.split(' ')[1] ?? ''))).toEqual([])
    expect(wecom.members.size).toBeGreaterThan(before.size)
    const failed = await items('1', 'fail')
    expect(failed.map(({ reason }) => reason).join()).toContain('missing mobile or email')
    const { recordTotal = 0, synSuccessCount, synFailCount } = (await total('1', 'user')) ?? {}
    expect(synSuccessCount).toBe(wecom.members.size)
    expect(recordTotal).toBe(wecom.members.size + Number(synFailCount))
  })

  it('are changed with ours, and listed where they have left', async () => {
    const account = [...wecom.members.keys()].find((one) => one !== 'admin' && one !== 'operator')
    const { list } = await admin.call('users.list', { keyword: account })
    const person = list.find((one) => one.account === account)
    if (!person) throw new Error('nobody')
    await server.sql(`update user_account set real_name = '新名字', job_title = '农艺师' where id = $1`, [
      person.id,
    ])
    await run('thirdSync.userToQy')
    expect(await items('1', 'change')).toMatchObject([{ fullName: '新名字', isDone: 1 }])
    expect(wecom.members.get(person.account)).toMatchObject({ name: '新名字', title: '农艺师' })
    await server.sql('update user_account set status = 0 where id = $1', [person.id])
    await run('thirdSync.userToQy')
    const gone = await items('1', 'remove')
    expect(gone.map(({ fullName }) => fullName)).toEqual(['新名字'])
    await ended(await admin.call('thirdSync.remove', { type: '1', ids: gone.map(({ id }) => id) }))
    expect(wecom.members.has(person.account)).toBe(false)
  })
})

describe('from DingTalk to us', () => {
  it('departments become units and members people, page by page; numbers of ours are not overwritten', async () => {
    dingtalk.departments.set(20, { name: '灌溉二部', parent: 1 })
    dingtalk.departments.set(21, { name: '泵站班', parent: 20 })
    dingtalk.departments.set(22, { name: '名'.repeat(51), parent: 20 })
    dingtalk.departments.set(23, { name: '其下', parent: 22 })
    await run('thirdSync.organizeToDing', { type: '1' })
    expect(
      (await items('2')).map(({ act, fullName, reason }) => [act, fullName.slice(0, 4), reason]),
    ).toEqual([
      ['add', '灌溉二部', ''],
      ['add', '泵站班', ''],
      ['fail', '名名名名', '名称最多为50个字符！'],
      ['fail', '其下', '上级组织尚未同步'],
    ])
    const known = await admin.call('users.list', { keyword: 'operator' })
    await server.sql(`update user_account set mobile_phone = '13900000001' where account = 'operator'`)
    const member = (userid: string, more: object = {}) =>
      dingtalk.members.set(userid, {
        userid,
        name: userid,
        mobile: '',
        email: '',
        title: '',
        departments: [21],
        ...more,
      })
    for (let index = 0; index < 5; index++) member(`pump${index}`, { mobile: `1380000100${index}` })
    member('operator', { name: '操作员', mobile: '13999999999', departments: [21] })
    member('bad name!', { mobile: '13800001009' })
    member('lost', { departments: [23] })
    await run('thirdSync.userToDing', { type: '1' })
    const found = await items('2')
    expect(found.filter(({ act, synType }) => act === 'add' && synType === 'user')).toHaveLength(5)
    expect(found.filter(({ act }) => act === 'change')).toMatchObject([{ fullName: '操作员' }])
    expect(
      found
        .filter(({ act, synType }) => act === 'fail' && synType === 'user')
        .map(({ fullName, reason }) => [fullName, reason]),
    ).toEqual([
      ['bad name!', '对方的数据不符合要求：account'],
      ['lost', '不属于任何已同步的组织'],
    ])
    const rows =
      await server.sql(`select account, mobile_phone, real_name, password_hash, is_administrator from user_account
      where account in ('operator', 'pump4') order by account`)
    expect(rows).toMatchObject([
      { account: 'operator', mobile_phone: '13900000001', real_name: '操作员' },
      { account: 'pump4', mobile_phone: '13800001004', password_hash: null, is_administrator: false },
    ])
    expect(known.list[0]?.roleIds).toEqual(
      (await admin.call('users.list', { keyword: 'operator' })).list[0]?.roleIds,
    )
    await run('thirdSync.userToDing', { type: '1' })
    expect((await items('2')).filter(({ act, synType }) => synType === 'user' && act !== 'fail')).toEqual([])
  })

  it('somebody who is there no more is disabled here when they are ticked, a unit deleted unless something stands in it', async () => {
    dingtalk.members.delete('pump4')
    await run('thirdSync.userToDing', { type: '1' })
    const gone = (await items('2', 'remove')).filter(({ synType }) => synType === 'user')
    expect(gone.map(({ fullName }) => fullName)).toEqual(['pump4'])
    await ended(await admin.call('thirdSync.remove', { type: '2', ids: gone.map(({ id }) => id) }))
    expect(await server.sql(`select status from user_account where account = 'pump4'`)).toEqual([
      { status: 0 },
    ])
    dingtalk.departments.delete(21)
    await run('thirdSync.organizeToDing', { type: '1' })
    const unitsGone = (await items('2', 'remove')).filter(({ synType }) => synType === 'organize')
    expect(unitsGone.map(({ fullName }) => fullName)).toEqual(['泵站班'])
    await ended(await admin.call('thirdSync.remove', { type: '2', ids: unitsGone.map(({ id }) => id) }))
    expect((await items('2', 'remove')).find(({ fullName }) => fullName === '泵站班')).toMatchObject({
      isDone: 0,
      reason: expect.stringContaining('还有用户'),
    })
  })

  it('10,000 departments are read and tried; a circle leads nowhere', async () => {
    for (let id = 1_000; id < 11_000; id++)
      wecom.departments.set(id, { name: `部${id}`, parent: id < 1_100 ? 1 : 1_000 + (id % 100) })
    wecom.departments.set(90_001, { name: '甲', parent: 90_002 })
    wecom.departments.set(90_002, { name: '乙', parent: 90_001 })
    expect((await run('thirdSync.organizeToQy', { type: '1', isTrial: 1 })).state).toBe('done')
    const rows = await server.sql(`select count(*)::int from third_sync_item
      where third = 'wecom' and what = 'organize' and act = 'add' and not is_done`)
    expect(rows).toEqual([{ count: 10_000 }])
    for (const id of [...wecom.departments.keys()]) if (id >= 1_000) wecom.departments.delete(id)
  }, 120_000)
})

describe('a synchronisation', () => {
  it('is the only one of its directory, waits where it is asked to, and is stopped', async () => {
    let asked = 0
    let isBusy = true
    wecom.onCall = (path) => {
      if (path !== '/cgi-bin/department/list') return undefined
      asked++
      return isBusy ? { errcode: 45009, errmsg: 'api freq out of limit' } : undefined
    }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => admin.envelope('thirdSync.organizeToQy', { isTrial: 1 })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400, 400, 400, 400, 400])
    expect(answers.find(({ code }) => code === 400)?.msg).toBe('同步正在进行，请等待其结束')
    const first = answers.find(({ code }) => code === 200)?.data as unknown as { jobId: string }
    expect((await admin.call('thirdSync.total', { type: '1' })).list[0]?.jobId).toBe(first.jobId)
    await expect.poll(() => asked, patient).toBeGreaterThan(0)
    isBusy = false
    expect((await ended(first)).state).toBe('done')
    expect(asked).toBeGreaterThan(1)
    wecom.onCall = () => ({ errcode: 45009, errmsg: 'api freq out of limit' })
    const { jobId } = await admin.call('thirdSync.organizeToQy', { isTrial: 1 })
    await admin.call('job.cancel', { id: jobId })
    expect((await ended({ jobId })).state).toBe('cancelled')
  })

  it.each([
    ['HTML', '/cgi-bin/department/list', () => '<html>' as never],
    ['nonsense', '/cgi-bin/department/list', () => ({ errcode: 0, department: 'x' })],
  ])('of a directory that answers %s changes nothing', async (_, at, answer) => {
    wecom.onCall = (path) => (path === at ? answer() : undefined)
    const before = await server.sql('select count(*)::int from organize')
    await run('thirdSync.organizeToQy', { type: '1' })
    expect(await server.sql('select count(*)::int from organize')).toEqual(before)
  })

  it('needs the rights to what it changes, beside those of the configuration', async () => {
    const client = await configurer(server, 'sync-climber', async (stranger) => {
      expect((await stranger.envelope('thirdSync.total', { type: '1' })).code).toBe(403)
      expect((await stranger.envelope('thirdSync.userToQy')).code).toBe(403)
    })
    for (const call of ['thirdSync.userToQy', 'thirdSync.organizeToDing'] as const)
      for (const type of ['0', '1'])
        expect(await client.envelope(call, { type })).toMatchObject({
          code: 403,
          msg: expect.stringContaining('permission.'),
        })
  })

  it.each(['0', '3', 'x', '11'])('is of no directory %j', async (type) => {
    expect((await admin.envelope('thirdSync.total', { type })).code).toBe(400)
    expect((await admin.envelope('thirdSync.items', { type })).code).toBe(400)
  })

  it('is switched off by the connection', async () => {
    await configure(0)
    expect((await admin.envelope('thirdSync.userToQy')).msg).toBe('请先在连接配置中打开同步')
    await configure(1)
  })
})
