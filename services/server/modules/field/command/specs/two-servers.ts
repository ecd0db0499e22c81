import { rmSync } from 'node:fs'
import { newId } from '@runtime/id'
import { createTestClient, startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { buildServer, freePort, type ServerProcess, startProcess } from '@tests/api/process'
import { scratchFolder } from '@tests/scratch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personOf } from '../../project/specs/farm'
import { ackOf, connectDevices, PROVED, type TestDevices } from './devices'
import { seedWaterFarm } from './farm'

const PATIENCE = { timeout: 120_000, interval: 100 }
const P = 'twins'
const VALVES = [1, 2, 3, 4]
let folder: string
let here: TestServer
/** A process of its own on the same database, to be killed. */
let there: ServerProcess
/** The farm's devices, which hear both servers' brokers. */
let atHere: TestDevices
let atThere: TestDevices
let clients: readonly TestClient[]
let other: TestClient

const valve = (place: number, openDirection: number) => ({
  commandId: newId(),
  deviceId: `${P}-T${place}`,
  openDirection,
  gatage: openDirection === 0 ? 0 : 100,
})
const set = (client: TestClient | undefined, requested: ReturnType<typeof valve>) => {
  if (!client) throw new Error('two servers were started')
  return client.envelope('fieldManagement.controlThreeWayBallValve', requested)
}
const stateOf = async (id: string) =>
  (await here.sql<{ state: string }>('select state from command where id = $1', [id]))[0]?.state
const awaitState = (id: string, state: string) => expect.poll(() => stateOf(id), PATIENCE).toBe(state)
const awaitProof = (id: string) => expect.poll(() => stateOf(id), PATIENCE).toMatch(PROVED)
/** How often a command was sent, by whichever server. */
const sendings = (id: string) =>
  [...atHere.told, ...atThere.told].filter(({ command }) => command.id === id).length

/** Two servers on one database, of which so often each is asked the same at once; one is killed in the end. */
export function actOnce(rounds: number): void {
  beforeAll(async () => {
    folder = scratchFolder('twins')
    await buildServer()
    here = await startTestServer()
    await seedWaterFarm(here, P)
    const port = await freePort()
    there = await startProcess({
      DATABASE_URL: here.databaseUrl,
      LOAM_DATA: folder,
      HOST: '127.0.0.1',
      PORT: '0',
      LOAM_DEMO: '0',
      LOAM_MQTT_PORT: port,
    })
    const admin = await here.as('admin')
    clients = [admin, createTestClient(there.url, admin.token)]
    const person = await personOf(here, 'twins-operator', { project: P, level: 'operate' })
    other = createTestClient(there.url, person.client.token)
    atHere = await connectDevices(here.server.services.devices.url, P)
    atThere = await connectDevices(`mqtt://127.0.0.1:${port}`, P, atHere)
  }, 300_000)
  afterAll(async () => {
    await atHere?.close()
    await atThere?.close()
    await there?.kill()
    await here?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  describe('two servers on one database', { timeout: 300_000 }, () => {
    it('send each command once, whichever was asked, and whoever asks both', async () => {
      for (let round = 0; round < rounds; round++) {
        const requested = VALVES.map((place) => valve(place, (round % 2) + 1))
        // Each call comes to both servers at once, as when a browser tries again behind a balancer.
        const answers = await Promise.all(
          requested.flatMap((one) => clients.map((client) => set(client, one))),
        )
        expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200))
        for (const { commandId } of requested) await awaitProof(commandId)
        // One message an attempt, however slow the machine: no two servers send the same.
        const rows = await here.sql<{ id: string; attempts: number }>(
          'select id, attempts from command where id = any($1)',
          [requested.map(({ commandId }) => commandId)],
        )
        for (const { id, attempts } of rows) expect(sendings(id)).toBe(attempts)
      }
      const owners = await here.sql('select distinct owner from command where project_id = $1', [P])
      expect(owners).toHaveLength(2)
    })

    it('let one person at a time hold an actuator', async () => {
      const held = valve(1, 1)
      for (const { manners, gateway } of [atHere, atThere])
        manners.hear = async (command, device) => {
          if (command.id === held.commandId)
            await gateway.publish(device, 'ack', ackOf(command, 'ACCEPTED', Date.now()))
          return command.id === held.commandId
        }
      await set(clients[0], held)
      await awaitState(held.commandId, 'ACCEPTED')
      expect(await set(other, valve(1, 2))).toMatchObject({
        code: 4091,
        data: { holder: { commandId: held.commandId } },
      })
      const [sent] = [...atHere.told, ...atThere.told].filter(({ command }) => command.id === held.commandId)
      if (!sent) throw new Error('the device never heard of it')
      await atHere.carryOut(held.deviceId, sent.command)
      await awaitProof(held.commandId)
    })

    it('take over what a killed one had sent: the device is asked, and nothing is sent again', async () => {
      const requested = valve(2, 3)
      atThere.manners.hear = () => true
      await set(clients[1], requested)
      await awaitState(requested.commandId, 'SENT')
      // Its server would tell it again in ten seconds: not what is looked at here.
      await here.sql(
        `update command set deadline_at = now() + interval '1 hour', wake_at = now() + interval '1 hour' where id = $1`,
        [requested.commandId],
      )
      const before = atHere.gateway.heard.length
      await expect.poll(() => sendings(requested.commandId), PATIENCE).toBeGreaterThan(0)
      const sent = sendings(requested.commandId)
      await there.kill()

      const command = atThere.told.find((one) => one.command.id === requested.commandId)?.command
      if (!command) throw new Error('the device never heard of it')
      const ownerOf = async () =>
        (
          await here.sql<{ owner: string; stage: string }>('select owner, stage from command where id = $1', [
            requested.commandId,
          ])
        )[0]
      // Asked after by the one that is left, before anything else.
      await expect.poll(async () => (await ownerOf())?.stage, PATIENCE).toBe('verify')
      await expect
        .poll(() => atHere.gateway.heard.slice(before).some(({ topic }) => topic.endsWith('/req')), PATIENCE)
        .toBe(true)
      await atHere.carryOut(requested.deviceId, command)
      await awaitState(requested.commandId, 'VERIFIED')
      expect(sendings(requested.commandId)).toBe(sent)
    })
  })
}
