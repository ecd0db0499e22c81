import { createTestClient } from '@tests/api/harness'
import { type Installation, install } from '@tests/api/installation'
import type { ServerProcess } from '@tests/api/process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeDirectory, startDirectory } from './specs/directories'
import { fillDirectory, shapeOf } from './specs/large'
import { configureBoth, type Start, synchronisingBy } from './specs/synchronised'

const SIZE = { departments: 200, people: 2_000 }

let installation: Installation
let server: ServerProcess
let token: string
let wecom: FakeDirectory
let dingtalk: FakeDirectory
beforeAll(async () => {
  wecom = await startDirectory()
  dingtalk = await startDirectory()
  wecom.page = 100
  dingtalk.page = 100
  process.env['LOAM_QYWX_URL'] = wecom.url
  process.env['LOAM_DINGTALK_URL'] = dingtalk.url
  installation = await install()
  server = await installation.start()
  const admin = await installation.signIn(server, 'admin')
  token = admin.token
  await configureBoth(admin, 1)
}, 180_000)
afterAll(async () => {
  delete process.env['LOAM_QYWX_URL']
  delete process.env['LOAM_DINGTALK_URL']
  await server?.stop()
  installation?.remove()
  await wecom?.close()
  await dingtalk?.close()
})

const admin = () => createTestClient(server.url, token)
const count = async (of: string) =>
  (await installation.sql<{ count: number }>(`select count(*)::int from ${of}`))[0]?.count ?? 0

/** Runs to its end by the server that is there by then. */
async function run(call: Start, type: '0' | '1'): Promise<string> {
  return (await synchronisingBy(admin()).run(call, { type })).state
}

/** Begins, ends the server once something has come as far as it should, and waits for the one that takes it up. */
async function killed(
  begin: () => Promise<{ jobId: string }>,
  isThere: () => Promise<boolean>,
): Promise<string> {
  const { jobId } = await begin()
  await expect.poll(isThere, { timeout: 120_000, interval: 20 }).toBe(true)
  await server.kill()
  server = await installation.start()
  await installation.sql('update job set lease_until = now() where state = $1', ['running'])
  return (await synchronisingBy(admin()).ended({ jobId })).state
}

/** @param after how many calls of a path are answered before the connection is cut */
function cutAfter(fake: FakeDirectory, path: RegExp, after: number): void {
  let left = after
  fake.onCall = (asked) => (path.test(asked) && left-- <= 0 ? 'cut' : undefined)
}

it('2,000 people in 200 departments come from DingTalk and go to WeCom, cut and killed in the middle: everybody once, where they stood', async () => {
  fillDirectory(dingtalk, SIZE)
  // Without a company there is nothing that the root could stand for.
  expect(await run('thirdSync.organizeToDing', '1')).toBe('failed')
  await admin().call('organize.create', { parentId: '-1', fullName: '空公司', enCode: 'empty' })
  const seconds: Record<string, string> = {}
  const timed = async (name: string, fake: FakeDirectory, work: () => Promise<void>) => {
    const [from, asked] = [performance.now(), fake.asked]
    await work()
    seconds[name] = `${((performance.now() - from) / 1_000).toFixed(1)} s, ${fake.asked - asked} requests`
  }
  await timed('units from DingTalk', dingtalk, async () => {
    cutAfter(dingtalk, /listsub/, 100)
    expect(await run('thirdSync.organizeToDing', '1')).toBe('failed')
    dingtalk.onCall = undefined
    const before = await count('organize')
    expect(
      await killed(
        () => admin().call('thirdSync.organizeToDing', { type: '1' }),
        async () => (await count('organize')) > before + 60,
      ),
    ).toBe('done')
  })
  await timed('people from DingTalk', dingtalk, async () => {
    cutAfter(dingtalk, /user\/list/, 100)
    expect(await run('thirdSync.userToDing', '1')).toBe('failed')
    dingtalk.onCall = undefined
    expect(
      await killed(
        () => admin().call('thirdSync.userToDing', { type: '1' }),
        async () => (await count('user_account')) > SIZE.people / 2,
      ),
    ).toBe('done')
  })
  expect(await count(`organize where en_code like 'dingtalk-%'`)).toBe(SIZE.departments)
  expect(await count(`user_account where account like 'm0%'`)).toBe(SIZE.people)
  // All that a run has done is listed, also by the one that was killed.
  expect(await count(`third_sync_item where what = 'user' and act = 'add' and is_done`)).toBe(SIZE.people)

  await timed('units to WeCom', wecom, async () => {
    cutAfter(wecom, /department\/create/, 80)
    expect(await run('thirdSync.organizeToQy', '0')).toBe('failed')
    wecom.onCall = undefined
    expect(
      await killed(
        () => admin().call('thirdSync.organizeToQy', { type: '0' }),
        async () => wecom.departments.size > 120,
      ),
    ).toBe('done')
  })
  await timed('people to WeCom', wecom, async () => {
    cutAfter(wecom, /user\/create/, 700)
    expect(await run('thirdSync.userToQy', '0')).toBe('failed')
    wecom.onCall = undefined
    expect(
      await killed(
        () => admin().call('thirdSync.userToQy', { type: '0' }),
        async () => wecom.members.size > 1_200,
      ),
    ).toBe('done')
  })
  expect(shapeOf(wecom)).toEqual(shapeOf(dingtalk))

  await timed('again, all four', wecom, async () => {
    wecom.changes.length = 0
    for (const call of ['thirdSync.organizeToQy', 'thirdSync.userToQy'] as const) await run(call, '0')
    for (const call of ['thirdSync.organizeToDing', 'thirdSync.userToDing'] as const) await run(call, '1')
    expect(wecom.changes).toEqual([])
    expect(await count(`user_account where account like 'm0%'`)).toBe(SIZE.people)
  })
  const undo = () => admin().call('thirdSync.undo', { type: '1', synType: 'user' })
  await timed('people back from WeCom', wecom, async () => {
    expect(await killed(undo, async () => wecom.members.size < 1_600)).toBe('done')
    expect(wecom.members.size).toBe(700)
    expect(
      await count(
        `third_sync_item where third = 'wecom' and what = 'user' and act = 'add' and is_done and not is_undone`,
      ),
    ).toBe(700)
    expect((await synchronisingBy(admin()).ended(await undo())).state).toBe('done')
    expect(wecom.members.size).toBe(0)
  })
  console.info(seconds)
}, 600_000)
