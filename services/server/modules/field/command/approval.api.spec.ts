import { newId } from '@runtime/id'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personOf } from '../project/specs/farm'
import { connectDevices, type TestDevices } from './specs/devices'
import { seedWaterFarm } from './specs/farm'

const PATIENCE = { timeout: 45_000, interval: 50 }
const P = 'apr'
let server: TestServer
let requester: TestClient
let second: TestClient
let viewer: TestClient
let devices: TestDevices

beforeAll(async () => {
  server = await startTestServer()
  await seedWaterFarm(server, P)
  requester = (await personOf(server, 'apr-asker', { project: P, level: 'operate' })).client
  second = (await personOf(server, 'apr-second', { project: P, level: 'operate' })).client
  viewer = (await personOf(server, 'apr-viewer', { project: P, level: 'view' })).client
  devices = await connectDevices(server.server.services.devices.url, P)
  // A valve that somebody works on: only a second person lets it be opened (I12).
  await server.sql(`update device set maintenance = $1 where id = '${P}-T3'`, [
    JSON.stringify({ by: 'u', byName: '王师傅', reason: '更换密封', since: new Date().toISOString() }),
  ])
})
afterAll(async () => {
  await devices.close()
  await server.close()
})

/** Asks for a valve that is locked out; answers the command's id. */
async function ask(): Promise<string> {
  const commandId = newId()
  const answer = await requester.envelope('fieldManagement.controlThreeWayBallValve', {
    commandId,
    deviceId: `${P}-T3`,
    openDirection: 1,
    gatage: 100,
    override: ['I12'],
    reason: '已与王师傅确认',
  })
  expect(answer).toMatchObject({ code: 200, data: { state: 'AWAIT_CONFIRM', risk: 'D' } })
  return commandId
}
const waiting = (client: TestClient) => client.call('fieldManagement.approvals', { projectId: P })
const titles = async (client: TestClient) =>
  (await client.call('message.list', { currentPage: 1, pageSize: 20 })).list.map(({ title }) => title)

describe('a command that waits for a second person', () => {
  it('is shown with what it sets aside, to be decided by another than who asked', async () => {
    const commandId = await ask()
    const [shown] = await waiting(second)
    expect(shown).toMatchObject({ command: { commandId, reason: '已与王师傅确认' }, canDecide: true })
    expect(shown?.violations.map(({ code }) => code)).toEqual(['I12'])
    expect(shown?.violations[0]?.text).toContain('王师傅')
    expect(shown?.waitsUntil).toBeGreaterThan(Date.now() + 9 * 60_000)
    expect((await waiting(requester)).map(({ canDecide }) => canDecide)).toEqual([false])
    expect((await waiting(viewer)).map(({ canDecide }) => canDecide)).toEqual([false])
  })

  it('is a message to who may decide, and to nobody else', async () => {
    await expect.poll(() => titles(second), PATIENCE).toContainEqual(expect.stringContaining('待批准'))
    expect(await titles(requester)).toEqual([])
    expect(await titles(viewer)).toEqual([])
  })

  it('is refused with a reason that the asker reads, and is never sent', async () => {
    const [shown] = await waiting(second)
    const commandId = shown?.command.commandId ?? ''
    const refuse = (client: TestClient) =>
      client.envelope('fieldManagement.refuseCommand', { commandId, projectId: P, reason: '密封未装好' })
    expect((await refuse(requester)).code).toBe(4001)
    expect((await refuse(viewer)).code).toBe(4031)
    expect(await refuse(second)).toMatchObject({
      code: 200,
      data: { state: 'CANCELED', resultText: 'apr-second 未批准：密封未装好' },
    })
    expect((await refuse(second)).code).toBe(4001)
    expect(await waiting(second)).toEqual([])
    expect(devices.told).toEqual([])
    await expect.poll(() => titles(requester), PATIENCE).toEqual(['apr-second 未批准对 3号球阀 的操作'])
  })

  it('goes out with the second person’s yes, and the asker hears of it', async () => {
    const commandId = await ask()
    const answer = await second.envelope('fieldManagement.approveCommand', {
      commandId,
      projectId: P,
      reason: '同意',
    })
    expect(answer).toMatchObject({ code: 200, data: { confirmedBy: 'apr-second' } })
    expect(await waiting(second)).toEqual([])
    await expect
      .poll(() => devices.told.map(({ command }) => command.id), PATIENCE)
      .toEqual(expect.arrayContaining([commandId]))
    await expect.poll(() => titles(requester), PATIENCE).toHaveLength(2)
  })
})

describe('outlets that are checked as a group', () => {
  const check = (nodes: readonly { nodeId: string; twbDeviceId: string; openDirection: number }[]) =>
    requester.call('fieldManagement.checkLgz', { projectId: P, nodes: [...nodes] })

  it('are judged by the project’s own limits, with nothing saved', async () => {
    const groups = () => requester.call('fieldManagement.lgzList', { projectId: P })
    const before = await groups()
    const member = before[0]?.nodes[0]
    const nodes = [
      {
        nodeId: member?.nodeId ?? '',
        twbDeviceId: member?.twbDeviceId ?? '',
        openDirection: member?.openDirection ?? 1,
      },
    ]
    const free = await check(nodes)
    expect(free.hydraulics.flow).toBeGreaterThan(0)
    expect(free.level).not.toBe('fail')
    await server.sql(`update project set limits = limits || '{"availableFlow": 1}' where id = '${P}'`)
    const bound = await check(nodes)
    expect(bound).toMatchObject({ level: 'fail', violations: [{ code: 'I04', level: 'reject' }] })
    expect(await groups()).toEqual(before)
  })

  it('are a fault where there are none', async () => {
    expect((await check([])).level).toBe('fail')
  })
})
