import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { configurer, type Synchronised, startSynchronised } from './specs/synchronised'

let all: Synchronised
beforeAll(async () => {
  all = await startSynchronised()
  // Few people tell as much as all of the demo's, and sooner.
  await all.server.sql(
    `update user_account set status = 0 where account <> 'admin' and account <> 'operator'`,
  )
  await all.server.sql(`update user_account set email = account || '@example.com'`)
})
afterAll(() => all.close())
afterEach(() => {
  all.wecom.onCall = undefined
  all.dingtalk.onCall = undefined
})

const unit = (fullName: string, parentId: string) => ({ parentId, fullName, enCode: fullName })
const links = () =>
  all.server.sql('select third, what, own_id, their_id, sent from third_sync_link order by 1, 2, 3')
const listed = async (type: '1' | '2', what: string) =>
  (await all.items(type))
    .filter(({ synType }) => synType === what)
    .map(({ act, fullName, standing, reason }) => [act, fullName, standing, reason])

describe('undoing what a run has done there', () => {
  it('a run that was cut in the middle is taken back: what it added goes, the lowest first', async () => {
    const { wecom } = all
    let left = 6
    wecom.onCall = (path) => (path === '/cgi-bin/department/create' && left-- <= 0 ? 'cut' : undefined)
    expect((await all.run('thirdSync.organizeToQy')).state).toBe('failed')
    wecom.onCall = undefined
    expect(wecom.departments.size).toBe(7)
    // Whether the last was made before the connection ended, nobody has heard.
    expect((await all.items('1', 'add')).filter(({ standing }) => standing === 'unsure')).toHaveLength(1)
    expect((await all.total('1', 'organize'))?.undo).toBe(
      '组织（推送到对方）：对方新增的 7 项将被删除（其中有内容的除外）',
    )
    // A trial in between lists something else, and takes nothing away.
    await all.run('thirdSync.organizeToQy', { isTrial: 1 })
    expect((await all.undo('1', 'organize')).state).toBe('done')
    expect([...wecom.departments.keys()]).toEqual([1])
    expect((await listed('1', 'organize')).filter(([act]) => act === 'add').map((one) => one[2])).toEqual(
      Array.from({ length: 7 }, () => 'undone'),
    )
    // The company stands for the root in any case.
    expect(await links()).toMatchObject([{ their_id: '1' }])
    expect((await all.admin.envelope('thirdSync.undo', { type: '1', synType: 'organize' })).msg).toBe(
      '24 小时内没有可撤销的同步',
    )
  })

  it('changes get their old values back, unless somebody has changed them since; removed ones are made again', async () => {
    const { admin, wecom } = all
    const make = async (name: string) => (await admin.call('department.create', unit(name, 'demo-farm'))).id
    const [one, two, gone] = [await make('改名甲'), await make('改名乙'), await make('将删部')]
    await all.run('thirdSync.organizeToQy')
    await all.run('thirdSync.userToQy')
    const before = new Map([...wecom.departments].map(([id, { name }]) => [name, id]))
    const known = await links()
    await admin.call('department.update', { id: one, ...unit('新甲', 'demo-group') })
    await admin.call('department.update', { id: two, ...unit('新乙', 'demo-farm') })
    await admin.call('organize.delete', { id: gone })
    await all.run('thirdSync.organizeToQy')
    const removals = (await all.items('1', 'remove')).map(({ id }) => id)
    await all.ended(await admin.call('thirdSync.remove', { type: '1', ids: removals }))
    const idOf = (name: string) => before.get(name) ?? 0
    const at = wecom.departments.get(idOf('改名乙'))
    wecom.departments.set(idOf('改名乙'), { name: '他人改名', parent: at?.parent ?? 1 })
    expect((await all.total('1', 'organize'))?.undo).toBe(
      '组织（推送到对方）：修改的 2 项将恢复为原来的内容；移除的 1 项将按保留的资料在对方重新创建',
    )
    await all.undo('1', 'organize')
    expect(await listed('1', 'organize')).toEqual(
      expect.arrayContaining([
        ['change', '新甲', 'undone', ''],
        ['change', '新乙', 'kept', '同步后已被他人修改，保持不变'],
        ['remove', '将删部', 'undone', expect.stringContaining('重新创建')],
      ]),
    )
    expect(wecom.departments.get(idOf('改名甲'))).toEqual({
      name: '改名甲',
      parent: at?.parent,
    })
    expect(wecom.departments.get(idOf('改名乙'))?.name).toBe('他人改名')
    const [remade] = [...wecom.departments].find(([, { name }]) => name === '将删部') ?? []
    const restored = known.map((link) =>
      link['own_id'] === gone ? { ...link, their_id: String(remade) } : link,
    )
    expect(await links()).toEqual(restored)
  })

  it('of people: added, changed and removed ones', async () => {
    const { admin, wecom, server } = all
    const before = structuredClone([...wecom.members])
    const known = await links()
    await server.sql(`update user_account set real_name = '改了名' where account = 'admin'`)
    await server.sql(`update user_account set status = 0 where account = 'operator'`)
    await server.sql(`update user_account set status = 1 where id in (
      select user_id from user_organize join user_account on id = user_id where status = 0 and account <> 'operator'
      order by user_id limit 1)`)
    await all.run('thirdSync.userToQy')
    const gone = await all.items('1', 'remove')
    await all.ended(await admin.call('thirdSync.remove', { type: '1', ids: gone.map(({ id }) => id) }))
    expect(new Set(wecom.members.keys())).not.toEqual(new Set(before.map(([id]) => id)))
    await all.undo('1', 'user')
    expect([...wecom.members].sort()).toEqual(before.sort())
    // Who was made again is sent again.
    const sentAgain = (link: Record<string, unknown>) =>
      link['their_id'] === 'operator' ? { ...link, sent: '' } : link
    expect(await links()).toEqual(known.map(sentAgain))
    await server.sql(`update user_account set status = 1 where account = 'operator'`)
  })
})

describe('undoing what a run has done here', () => {
  const member = (userid: string, departments: number[], more: object = {}) =>
    all.dingtalk.members.set(userid, {
      ...{ userid, name: userid, mobile: '', email: `${userid}@example.com`, title: '', departments },
      ...more,
    })
  const people = (accounts: readonly string[]) =>
    all.server.sql(
      'select account, real_name, status from user_account where account = any($1) order by account',
      [accounts],
    )

  it('people who were added go, but for who has signed in or owns something; a unit stays while somebody stands in it', async () => {
    const { dingtalk, server } = all
    dingtalk.departments.set(20, { name: '撤销部', parent: 1 })
    dingtalk.departments.set(21, { name: '撤销班', parent: 20 })
    await all.run('thirdSync.organizeToDing', { type: '1' })
    for (const name of ['undo-a', 'undo-b', 'undo-c', 'undo-d']) member(name, [21])
    member('operator', [20], { name: '操作员改' })
    const [operator] = await people(['operator'])
    await all.run('thirdSync.userToDing', { type: '1' })
    expect(await people(['operator'])).not.toEqual([operator])
    await server.sql(`update user_account set login_at = now() where account = 'undo-b'`)
    await server.sql(`update record set owner_id = (select id from user_account where account = 'undo-c')
      where id = (select min(id) from record where deleted_at is null)`)
    await server.sql(`update user_account set real_name = '别的' where account = 'undo-d'`)
    await all.undo('2', 'user')
    expect(await listed('2', 'user')).toEqual(
      expect.arrayContaining([
        ['add', 'undo-a', 'undone', ''],
        ['add', 'undo-b', 'kept', expect.stringContaining('已登录过')],
        ['add', 'undo-c', 'kept', expect.stringContaining('已有数据')],
        ['add', 'undo-d', 'kept', '同步后已被他人修改，保持不变'],
        ['change', '操作员改', 'undone', ''],
      ]),
    )
    expect(await people(['operator', 'undo-a', 'undo-b', 'undo-c', 'undo-d'])).toMatchObject([
      { account: 'operator', real_name: operator?.['real_name'] },
      ...[{ account: 'undo-b' }, { account: 'undo-c' }, { account: 'undo-d' }],
    ])
    await all.undo('2', 'organize')
    expect((await listed('2', 'organize')).map(([, name, standing]) => [name, standing])).toEqual([
      ['撤销部', 'kept'],
      ['撤销班', 'kept'],
    ])
  })

  it('who was disabled is enabled, a unit that was deleted is made again', async () => {
    const { dingtalk, admin } = all
    dingtalk.departments.set(30, { name: '归来部', parent: 1 })
    await all.run('thirdSync.organizeToDing', { type: '1' })
    member('undo-e', [30])
    await all.run('thirdSync.userToDing', { type: '1' })
    dingtalk.members.delete('undo-e')
    await all.run('thirdSync.userToDing', { type: '1' })
    const gone = (await all.items('2', 'remove')).filter(({ fullName }) => fullName === 'undo-e')
    await all.ended(await admin.call('thirdSync.remove', { type: '2', ids: gone.map(({ id }) => id) }))
    expect(await people(['undo-e'])).toMatchObject([{ status: 0 }])
    await all.undo('2', 'user')
    expect(await people(['undo-e'])).toMatchObject([{ status: 1 }])
    // The run before is the next that can be undone.
    await all.undo('2', 'user')
    expect(await people(['undo-e'])).toEqual([])
    dingtalk.departments.delete(30)
    await all.run('thirdSync.organizeToDing', { type: '1' })
    const units = (await all.items('2', 'remove')).filter(({ fullName }) => fullName === '归来部')
    await all.ended(await admin.call('thirdSync.remove', { type: '2', ids: units.map(({ id }) => id) }))
    const count = () => all.server.sql(`select full_name from organize where full_name = '归来部'`)
    expect(await count()).toEqual([])
    await all.undo('2', 'organize')
    expect((await count()).length).toBe(1)
  })

  it('is too late after a day, needs the rights of the run, and runs beside no other job of the directory', async () => {
    const { admin, dingtalk, server } = all
    // Where the first job has ended by then, the others must not find an earlier run.
    await server.sql(`update third_sync_history set at = now() - interval '25 hours'`)
    dingtalk.departments.set(40, { name: '迟到部', parent: 1 })
    await all.run('thirdSync.organizeToDing', { type: '1' })
    const climber = await configurer(server, 'undo-climber')
    const refused = await climber.envelope('thirdSync.undo', { type: '2', synType: 'organize' })
    expect(refused).toMatchObject({ code: 403, msg: expect.stringContaining('permission.organize') })
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => admin.envelope('thirdSync.undo', { type: '2', synType: 'organize' })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400, 400, 400])
    await all.ended(answers.find(({ code }) => code === 200)?.data as unknown as { jobId: string })
    await all.run('thirdSync.organizeToDing', { type: '1' })
    await server.sql(`update third_sync_history set at = now() - interval '25 hours'`)
    expect((await all.total('2', 'organize'))?.undo).toBe('')
    expect((await admin.envelope('thirdSync.undo', { type: '2', synType: 'organize' })).code).toBe(400)
  })
})
