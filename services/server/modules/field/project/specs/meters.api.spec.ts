import { addGateway, connectGateway } from '@services/server/devices/specs/gateway'
import { openBrowser } from '@tests/api/browser'
import { startTestServer, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedFarm } from './farm'

const WAIT = { timeout: 45_000 }
const farm = { projectId: 'spec-a' }
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await seedFarm(server, 'spec-a')
  await addGateway(server, { project: 'spec-a', gateway: 'GM', devices: ['spec-FM1', 'spec-FM2'] })
  // The second lies further down the same pipe.
  for (const [id, chainageM] of Object.entries({ 'spec-FM1': 10, 'spec-FM2': 900 }))
    await server.sql(`update device set kind = 'FLOW', settings = $2 where id = $1`, [
      id,
      { place: 'pipe', pipeId: 'spec-a-M1', chainageM },
    ])
  await server.sql(
    `insert into irrigation_run (id, project_id, group_id, action, state, plan, minutes, command_id, request_hash, issued_by, issued_by_name, started_at, ended_at)
     values ('R', 'spec-a', 'spec-a-G1', 'start', 'FINISHED', '{"turns":[{"groupId":"spec-a-G1"}],"turn":0}', 60, 'C', '', '', '', now(), now())`,
  )
})
afterAll(() => server.close())

it('pipes that are marked have the flow that their meter measures, now and as it changes', async () => {
  const admin = await server.as('admin')
  const measured = async () => {
    const pipes = await admin.call('fieldManagement.getHighlightPipes', farm)
    return Object.fromEntries(pipes.map(({ id, measuredFlow }) => [id, measuredFlow]))
  }
  expect(await measured()).toEqual({ 'spec-a-M1': null, 'spec-a-F1': null })
  const browser = openBrowser(server.url, admin.token, ['fieldChanged', 'fieldStands'])
  await browser.ready()
  browser.live.watchField('spec-a')
  await expect.poll(() => browser.frames.length, WAIT).toBeGreaterThan(0)
  const told = () =>
    browser.frames
      .flatMap((frame) => (frame.method === 'fieldChanged' ? (frame['changes'] as { layer: string }[]) : []))
      .filter(({ layer }) => layer === 'highlightPipes')

  const gateway = await connectGateway(server.server.services.devices.url, {
    ...{ project: 'spec-a', gateway: 'GM', will: { on: 0, bdSeq: 1 } },
  })
  await gateway.status({ on: 1, bdSeq: 1 })
  const at = Date.now()
  await gateway.tele('spec-FM2', { ts: at, m: { flow: 12, total: 1 } })
  await gateway.tele('spec-FM1', { ts: at, m: { flow: 397.5, total: 1 } })
  expect(await measured()).toEqual({ 'spec-a-M1': 397.5, 'spec-a-F1': null })
  const change = { layer: 'highlightPipes', id: 'spec-a-M1', measuredFlow: 397.5 }
  await expect.poll(told, WAIT).toEqual([change])

  // What cannot be says nothing, and neither does a meter that is gone.
  await gateway.tele('spec-FM1', { ts: at + 1, m: { flow: -5 } })
  expect((await measured())['spec-a-M1']).toBeNull()
  await gateway.tele('spec-FM1', { ts: at + 2, m: { flow: 400 } })
  expect((await measured())['spec-a-M1']).toBe(400)
  await gateway.vanish()
  await expect.poll(measured, WAIT).toEqual({ 'spec-a-M1': null, 'spec-a-F1': null })
  browser.close()
})
