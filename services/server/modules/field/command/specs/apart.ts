import { newId } from '@runtime/id'
import { type RunningServer, startServer } from '@services/server/server'
import { createTestClient, startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { quiet, testOptions } from '@tests/api/options'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ackOf, connectDevices, PROVED, type TestDevices } from './devices'
import { seedInstruments, seedWaterFarm } from './farm'

const PATIENCE = { timeout: 90_000, interval: 100 }
const P = 'apart'
const VALVES = 90
let server: TestServer
/** Another server on the same database. */
let twin: RunningServer
let admin: TestClient
let atTwin: TestClient
/** The farm's devices, which hear both servers' brokers. */
let devices: TestDevices
let devicesOfTwin: TestDevices
/** What holds rows as a transaction does that does not end. */
let holder: pg.Client

const letGo = () => holder.query('rollback')
async function hold(...statements: readonly string[]): Promise<void> {
  await holder.query('begin')
  for (const text of statements) await holder.query(text.replaceAll('@', P))
}
const WATER = `select pg_advisory_xact_lock(hashtext('command @'))`
const liveOf = (id: string) => `select from device_live where device_id = '@-${id}' for update`
/** Once somebody waits for what is held. */
const awaited = () =>
  expect
    .poll(
      () =>
        server.sql(
          `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      PATIENCE,
    )
    .not.toEqual([])

const valve = (id: string, openDirection: number) => ({
  commandId: newId(),
  deviceId: `${P}-${id}`,
  openDirection,
  gatage: openDirection === 0 ? 0 : 100,
})
const set = (requested: ReturnType<typeof valve>, client = admin) =>
  client.envelope('fieldManagement.controlThreeWayBallValve', requested)
async function control(id: string, action: string) {
  const requested = { commandId: newId(), deviceId: `${P}-${id}`, action }
  const first = await admin.envelope('pump.controlPump', requested)
  if (first.code !== 4101) return { ...first, commandId: requested.commandId }
  const { confirmToken } = first.data as unknown as { confirmToken: string }
  return {
    ...(await admin.envelope('pump.controlPump', { ...requested, confirmToken })),
    commandId: requested.commandId,
  }
}
const statesOf = async (ids: readonly string[]) => {
  const rows = await server.sql<{ state: string }>(
    'select distinct state from command where id = any($1) order by state',
    [ids],
  )
  return rows.map(({ state }) => state)
}
const verified = (...ids: readonly string[]) =>
  expect.poll(async () => (await statesOf(ids)).filter((state) => !PROVED.test(state)), PATIENCE).toEqual([])
const awaitReported = (id: string, reported: Record<string, unknown>) =>
  expect
    .poll(
      async () =>
        (
          await server.sql<{ reported: object }>('select reported from device_live where device_id = $1', [
            `${P}-${id}`,
          ])
        )[0]?.reported,
      PATIENCE,
    )
    .toMatchObject(reported)
async function bring(id: string, openDirection: number): Promise<void> {
  const requested = valve(id, openDirection)
  expect(await set(requested)).toMatchObject({ code: 200 })
  await verified(requested.commandId)
}
async function start(id: string): Promise<void> {
  const started = await control(id, 'start')
  expect(started).toMatchObject({ code: 200 })
  await verified(started.commandId)
}
/** A pump is seen to run that says nothing more until it is told something: what devices say waits for their rows, too. */
const seeRun = (id: string) =>
  server.sql(
    `update device_live set reported = '{"st":2,"mode":0,"ts":1}', reported_at = now() where device_id = $1`,
    [`${P}-${id}`],
  )
async function stop(id: string): Promise<void> {
  const stopped = await control(id, 'stop')
  expect(stopped).toMatchObject({ code: 200 })
  await verified(stopped.commandId)
}
const water = async (pres: number, flow: number) => {
  await devices.measure(`${P}-PG`, { pres })
  await devices.measure(`${P}-FM`, { flow })
}

/** What of a valve may be held. */
export const ROWS: readonly (readonly [name: string, statement: string])[] = [
  ['live row', liveOf('V1')],
  ['number', `select from actuator where device_id = '@-V1' for update`],
  ['command', `select from command where actuator_id = '@-V1' for update`],
]

/** Two servers and a farm of ninety valves, of which somebody holds one by each of these rows; two that may not be together are tried so often. */
export function standApart({ rows, rounds }: { readonly rows: typeof ROWS; readonly rounds: number }): void {
  beforeAll(async () => {
    server = await startTestServer()
    await seedWaterFarm(server, P)
    await seedInstruments(server, P)
    const run = (text: string) => server.sql(text.replaceAll('@', P))
    await run(`insert into device (id, project_id, gateway_id, kind, name, uplink_every_sec, settings)
    select '@-V' || n, '@', '@-GW', 'VALVE_TWB', 'V' || n, 300, '{"angles":{"closed":0,"a":90,"b":270,"both":180}}'
    from generate_series(1, ${VALVES}) as n`)
    await run(`insert into device (id, project_id, gateway_id, kind, name, uplink_every_sec, settings)
    select '@-P' || n, project_id, gateway_id, kind, n || '号水泵', uplink_every_sec, settings
    from device, generate_series(2, 3) as n where id = '@-P1'`)
    await run(`insert into device_live (device_id, project_id, state, reported, reported_at, last_seen_at)
    select id, '@', 0, '{"dir":0,"gat":0,"ang":0,"mov":0,"ts":1}'::jsonb, now(), now() from device where id like '@-V%'`)
    await run(`insert into device_live (device_id, project_id, state, reported, reported_at, last_seen_at)
    select id, '@', 0, '{"st":0,"mode":0,"ts":1}', now(), now() from device where id in ('@-P2', '@-P3')`)
    // Nothing here is about a command's life: on a busy machine the last of ninety is sent later than it may wait.
    await run(`create function wait_long() returns trigger language plpgsql as
    $$ begin new.expires_at := new.expires_at + interval '1 hour'; return new; end $$`)
    await run('create trigger wait_long before insert on command for each row execute function wait_long()')
    admin = await server.as('admin')
    twin = await startServer(testOptions({ databaseUrl: server.databaseUrl }), quiet)
    atTwin = createTestClient(twin.url, admin.token)
    devices = await connectDevices(server.server.services.devices.url, P)
    devicesOfTwin = await connectDevices(twin.services.devices.url, P, devices)
    holder = new pg.Client({ connectionString: server.databaseUrl })
    await holder.connect()
  }, 300_000)
  afterEach(async () => {
    await letGo()
    devices.manners = {}
    devicesOfTwin.manners = {}
  })
  afterAll(async () => {
    await holder?.end()
    await devices?.close()
    await devicesOfTwin?.close()
    await twin?.close()
    await server?.close()
  })

  describe('while somebody holds one actuator of ninety', { timeout: 300_000 }, () => {
    it.each(rows)(
      'by its %s, all others are asked, sent, proved and closed; whoever waits for it comes next',
      async (_, row) => {
        const others = Array.from({ length: VALVES - 1 }, (_, place) => `V${place + 2}`)
        devices.manners.hear = async (command, device) => {
          if (device !== `${P}-V1` || command.dir === 0) return false
          await devices.gateway.publish(device, 'ack', ackOf(command, 'ACCEPTED', Date.now()))
          return true
        }
        const opened = valve('V1', 1)
        expect(await set(opened)).toMatchObject({ code: 200 })
        await expect.poll(() => statesOf([opened.commandId]), PATIENCE).toEqual(['ACCEPTED'])
        await hold(row)
        for (const direction of [1, 0]) {
          const requested = others.map((id) => valve(id, direction))
          const answers = await Promise.all(requested.map((one) => set(one)))
          expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200))
          await verified(...requested.map(({ commandId }) => commandId))
        }
        expect(await statesOf([opened.commandId])).toEqual(['ACCEPTED'])
        const close = valve('V1', 0)
        const closing = set(close)
        await awaited()
        await letGo()
        expect(await closing).toMatchObject({ code: 200 })
        await verified(close.commandId)
      },
    )

    it('the watch stops the other pump, and this one once it can', async () => {
      await server.sql(`update project set limits = limits || '{"pressureLowSec":2}' where id = $1`, [P])
      await bring('T1', 3)
      await water(0.2, 80)
      await start('P1')
      await seeRun('P2')
      await hold(liveOf('P2'))
      await water(0.6, 80)
      await awaitReported('P1', { st: 0 })
      await awaitReported('P2', { st: 2 })
      await letGo()
      await awaitReported('P2', { st: 0 })
      await water(0.2, 80)
      for (const id of ['P1', 'P2'])
        await expect.poll(async () => (await control(id, 'reset')).code, PATIENCE).toBe(200)
      await expect
        .poll(
          () =>
            server.sql(`select from command where target ->> 'op' = 'pump.reset' and state <> 'VERIFIED'`),
          PATIENCE,
        )
        .toEqual([])
    })

    it('everything else is stopped in one call, and this one once it can; a group opens its other valves', async () => {
      await bring('T1', 0)
      await hold(liveOf('T3'))
      const requested = { commandId: newId(), lgzId: `${P}-G2`, action: 'start' }
      const first = await admin.envelope('fieldManagement.operateLgz', requested)
      expect(first.code).toBe(4101)
      const { confirmToken } = first.data as unknown as { confirmToken: string }
      expect(
        await admin.envelope('fieldManagement.operateLgz', { ...requested, confirmToken }),
      ).toMatchObject({
        code: 200,
      })
      await awaitReported('T4', { dir: 1 })
      await letGo()
      await awaitReported('T3', { dir: 1 })
      await awaitReported('P1', { st: 2 })
      await seeRun('P3')
      await hold(liveOf('P3'))
      expect(await admin.envelope('fieldManagement.stopAll', { projectId: P })).toMatchObject({ code: 200 })
      await awaitReported('P1', { st: 0 })
      await awaitReported('T4', { dir: 1 })
      await letGo()
      for (const id of ['T3', 'T4']) await awaitReported(id, { dir: 0 })
      await awaitReported('P3', { st: 0 })
    })
  })

  describe('while somebody holds the water', { timeout: 300_000 }, () => {
    it('pumps are stopped, what is under way is proved, and what waits is taken back', async () => {
      await bring('T1', 3)
      await start('P1')
      const kept: (() => Promise<void>)[] = []
      for (const farm of [devices, devicesOfTwin])
        farm.manners.hear = (command, device) => {
          if (device !== `${P}-V2`) return false
          kept.push(() => farm.carryOut(device, command))
          return true
        }
      const opening = valve('V2', 1)
      expect(await set(opening)).toMatchObject({ code: 200 })
      await expect.poll(() => statesOf([opening.commandId]), PATIENCE).toEqual(['SENT'])
      const waiting = { commandId: newId(), deviceId: `${P}-P2`, action: 'start' }
      expect((await admin.envelope('pump.controlPump', waiting)).code).toBe(4101)
      await hold(WATER)
      await stop('P1')
      for (const carryOut of kept) await carryOut()
      await verified(opening.commandId)
      const canceled = { projectId: P, commandId: waiting.commandId }
      expect(await admin.envelope('fieldManagement.cancelCommand', canceled)).toMatchObject({
        code: 200,
        data: { state: 'CANCELED' },
      })
    })

    it('or an actuator for too long, whoever needs it is told so in words and may ask again', async () => {
      await bring('T1', 0)
      await hold(WATER, liveOf('V3'))
      const [ofWater, ofActuator] = [valve('V4', 1), valve('V3', 1)]
      const [water, actuator] = await Promise.all([set(ofWater), set(ofActuator)])
      expect(water).toMatchObject({ code: 5041, msg: expect.stringContaining('请稍后再试') })
      expect(actuator).toMatchObject({ code: 5041, msg: expect.stringMatching(/V3.*请稍后再试/) })
      await letGo()
      for (const requested of [ofWater, ofActuator]) {
        expect(await set(requested)).toMatchObject({ code: 200 })
        await verified(requested.commandId)
      }
    })
  })

  describe('two that may not be together', { timeout: 600_000 }, () => {
    it('are never both allowed, whichever server, and however one was kept waiting', async () => {
      for (const id of ['T1', 'T2']) await bring(id, 3)
      await start('P1')
      for (let round = 0; round < rounds; round++) {
        const closes = ['T1', 'T2'].map((id) => valve(id, 0))
        const isKept = round % 3 === 2
        if (isKept) await hold(liveOf('T1'))
        const calls = closes.map((one, place) => set(one, place === round % 2 ? admin : atTwin))
        if (isKept) {
          await awaited()
          await letGo()
        }
        const codes = (await Promise.all(calls)).map(({ code }) => code)
        expect(codes.toSorted()).toEqual([200, 4202])
        const closed = codes.indexOf(200)
        await verified(closes[closed]?.commandId ?? '')
        await bring(closed === 0 ? 'T1' : 'T2', 3)
      }
      await stop('P1')
    })
  })
}
