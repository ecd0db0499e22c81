import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '@runtime/id'
import { CHUNK_SIZE } from '@services/contract/chunk'
import { addGateway, connectGateway, type TestGateway } from '@services/server/devices/specs/gateway'
import {
  connectDevices,
  PROVED,
  type TestDevices,
} from '@services/server/modules/field/command/specs/devices'
import { seedWaterFarm } from '@services/server/modules/field/command/specs/farm'
import { field, release } from '@services/server/modules/lowcode/online-development/specs/models'
import { chunksOf, md5Of, merge, sendChunk } from '@services/server/modules/platform/file/specs/sending'
import { startBucket } from '@tests/bucket'
import { scratchFolder } from '@tests/scratch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser, signIn } from './browser'
import { createTestClient, createTestDatabase, signInAt, type TestClient, type TestDatabase } from './harness'
import { startMosquitto } from './mosquitto'
import { PASSWORDS } from './options'
import { buildServer, freePort } from './process'
import { type RunningProxy, startProxy } from './proxy'
import { isRedisReachable, REDIS } from './redis'
import { type Supervised, startSupervised } from './supervised'

const PATIENCE = { timeout: 60_000, interval: 20 }
const FARM = 'W'
/** What the token of `GET /metrics` is here. */
const METRICS = 'figures'
const PASSWORD = 'Sluice2026'
/** What stands for the code of an answer that is none of a server's. */
const NO_ENVELOPE = 0
const SECRET_KEY = randomBytes(32).toString('hex')

const hasRedis = await isRedisReachable()
if (!hasRedis) console.warn(`Skipped: no Redis answers at ${REDIS} (REDIS_URL); no deployment was tried.`)
/** As `services/deploy` configures it, with its one user. */
const broker = hasRedis ? await startDeployedMosquitto() : null
if (hasRedis && !broker) console.warn('Skipped: no Mosquitto runs here (MOSQUITTO); no deployment was tried.')

function startDeployedMosquitto() {
  return startMosquitto((port, folder) => {
    try {
      execFileSync('mosquitto_passwd', ['-b', '-c', join(folder, 'passwords'), 'loam', PASSWORD])
    } catch {
      // Where there is none, there is no broker either.
    }
    return readFileSync('services/deploy/mosquitto.conf', 'utf8')
      .replace('listener 1883', `listener ${port} 127.0.0.1`)
      .replaceAll('/mosquitto/data/', `${folder}/`)
  }, `loam:${PASSWORD}`)
}

/** What `services/deploy/compose.yaml` sets up, with this machine's services: two servers behind a proxy, and what they share. */
describe.skipIf(!broker)('two servers behind a proxy', { timeout: 120_000 }, () => {
  const mqttUrl = broker?.url ?? ''
  const folder = scratchFolder('deployment')
  let bucket: Awaited<ReturnType<typeof startBucket>>
  let database: TestDatabase
  let proxy: RunningProxy
  let ports: [string, string]
  const servers: Supervised[] = []
  /** By server, and through the proxy. */
  let one: TestClient
  let two: TestClient
  let admin: TestClient
  let people: { readonly id: string; readonly token: string }[]
  let gateway: TestGateway
  let farm: TestDevices
  let modelId: string
  const browsers: Browser[] = []

  const start = (at: 0 | 1) => {
    const { bucket: name, endpoint = '', accessKeyId = '', secretAccessKey = '' } = bucket.s3
    const server = startSupervised({
      ...{ DATABASE_URL: database.url, REDIS_URL: REDIS, MQTT_URL: mqttUrl },
      ...{ S3_BUCKET: name, S3_ENDPOINT: endpoint },
      ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
      ...{ LOAM_MQTT_CLIENT_ID: `loam-${at}`, LOAM_TRUST_PROXY: '1', LOAM_METRICS_TOKEN: METRICS },
      ...{ LOAM_SECRET_KEY: SECRET_KEY },
      ...{ LOAM_DATA: join(folder, String(at)), PORT: ports[at] },
    })
    servers[at] = server
    return server
  }
  const urlOf = (at: 0 | 1) => `http://127.0.0.1:${ports[at]}`
  /** A browser of a person, at a server or behind the proxy. */
  const browse = async (url: string, token = '', methods = ['receiveMessage']) => {
    const browser = openBrowser(url, token, methods)
    browsers.push(browser)
    await browser.ready()
    return browser
  }
  const heardBy = ({ frames }: Browser) => frames.map(({ formMessage }) => formMessage)
  const create = (client: TestClient, note: string) =>
    client.envelope('onlineDevelopment.create', { modelId, data: JSON.stringify({ note }) })
  const tell = (at: number) => gateway.tele('D', { seq: at, boot: 'b', ts: at, m: { bat: 3.7 } })
  const readings = async () =>
    (
      await database.sql<{ n: number }>(
        `select count(*)::int as n from telemetry join device on no = device_no where device.id = 'D'`,
      )
    )[0]?.n
  /** Readings that a server says it has kept. */
  const kept = async (at: 0 | 1) => {
    const answer = await fetch(`${urlOf(at)}/metrics`, { headers: { authorization: `Bearer ${METRICS}` } })
    return Number(/^loam_readings_total (\d+)/m.exec(await answer.text())?.[1])
  }

  beforeAll(async () => {
    await buildServer()
    ;[bucket, database] = await Promise.all([startBucket(), createTestDatabase()])
    ports = [await freePort(), await freePort()]
    await Promise.all(([0, 1] as const).map((at) => start(at).ready()))
    proxy = await startProxy(ports)
    admin = await signInAt(proxy.url, 'admin', PASSWORDS['admin'] ?? '')
    ;[one, two] = [createTestClient(urlOf(0), admin.token), createTestClient(urlOf(1), admin.token)]
    const rows = await database.sql<{ account: string }>(
      'select account from user_account where password_hash is null order by account limit 2',
    )
    const as = (account: string, password = '') => signInAt(proxy.url, account, password)
    people = []
    for (const { account } of rows) {
      const { id, client } = await signIn({ sql: database.sql, as }, account)
      people.push({ id, token: client.token })
    }
    await addGateway(database, { gateway: 'G', devices: ['D'] })
    await seedWaterFarm(database, FARM)
    gateway = await connectGateway(mqttUrl, { gateway: 'G' })
    farm = await connectDevices(mqttUrl, FARM)
    modelId = await release(admin, {
      enCode: 'deployed',
      fields: [field('input', 'note')],
      columns: ['note'],
    })
  }, 180_000)
  afterAll(async () => {
    for (const browser of browsers) browser.close()
    await gateway?.close()
    await farm?.close()
    for (const { supervisor } of servers) supervisor.kill('SIGTERM')
    for (const { ended } of servers) await ended
    await proxy?.close()
    await bucket?.close()
    await database?.drop()
    await broker?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('know who asks: the session of either, and the address that the proxy saw', async () => {
    const forged = await createTestClient(proxy.url, '').envelope(
      'session.login',
      { account: 'operator', password: '00000000000000000000000000000000' },
      { 'x-forwarded-for': '203.0.113.9' },
    )
    expect(forged.code).not.toBe(200)
    const { list } = await admin.call('onlineUser.list', { keyword: 'admin' })
    expect(list).toMatchObject([{ isCurrent: true, loginIPAddress: '127.0.0.1' }])
    const [attempt] = await database.sql<{ text: string }>(
      `select coalesce(json_agg(login_attempt)::text, '') as text from login_attempt`,
    )
    expect(attempt?.text).not.toContain('203.0.113.9')
  })

  it('tell a person at one what was said at the other', async () => {
    const [li, wang] = people
    const sender = await browse(urlOf(0), li?.token)
    const there = await browse(urlOf(1), wang?.token)
    const behind = await browse(proxy.url, wang?.token)
    for (const text of ['开闸', '关泵'])
      await sender.live.sendMessage({ toUserId: wang?.id ?? '', messageType: 'text', messageContent: text })
    for (const browser of [there, behind])
      await expect.poll(() => heardBy(browser), PATIENCE).toEqual(['开闸', '关泵'])
  })

  it('list at one what was saved at the other', async () => {
    const { data } = await create(one, '1号泵房')
    const { list } = await two.call('onlineDevelopment.list', { modelId })
    expect(list).toMatchObject([{ id: data.id, note: '1号泵房' }])
  })

  it('put a file together of chunks that came to either', async () => {
    const bytes = randomBytes(CHUNK_SIZE + 7)
    for (let number = 1; number <= chunksOf(bytes); number++)
      expect(await sendChunk(number % 2 ? one : two, bytes, number)).toMatchObject({ code: 200 })
    const { data } = await merge(admin, bytes, '航拍.bin')
    for (const client of [one, two]) {
      const answer = await client.fetch(data.url)
      expect(md5Of(new Uint8Array(await answer.arrayBuffer()))).toBe(md5Of(bytes))
    }
  })

  it('take what a device says once between them', async () => {
    const before = (await kept(0)) + (await kept(1))
    const from = Date.now() - 60_000
    await Promise.all(Array.from({ length: 300 }, (_, index) => tell(from + index)))
    await expect.poll(readings, PATIENCE).toBe(300)
    const [here, there] = [await kept(0), await kept(1)]
    expect(here + there - before).toBe(300)
    expect(Math.min(here, there)).toBeGreaterThan(50)
  })

  it('carry a command out once, whichever is asked, and if both are', async () => {
    const requested = [1, 2, 3].map((place) => ({
      ...{ commandId: newId(), deviceId: `${FARM}-T${place}`, openDirection: 1, gatage: 100 },
    }))
    const askers = [[one, two], [two], [admin]]
    for (const [at, command] of requested.entries())
      for (const { code } of await Promise.all(
        (askers[at] ?? []).map((client) =>
          client.envelope('fieldManagement.controlThreeWayBallValve', command),
        ),
      ))
        expect(code).toBe(200)
    for (const { commandId } of requested) {
      const row = async () =>
        (
          await database.sql<{ state: string; attempts: number }>(
            'select state, attempts, is_due, leased_until, wake_at, owner, reason from command where id = $1',
            [commandId],
          )
        )[0]
      await expect.poll(row, PATIENCE).toMatchObject({ state: expect.stringMatching(PROVED) })
      expect(farm.told.filter(({ command }) => command.id === commandId)).toHaveLength(
        (await row())?.attempts ?? 0,
      )
      expect(farm.done.get(commandId)).toBe(1)
    }
  })

  /** What goes on all the time behind the proxy: people who save and talk, a device that speaks. */
  async function work() {
    const [li, wang] = people
    const [talker, listener] = [await browse(proxy.url, li?.token), await browse(proxy.url, wang?.token)]
    const saved: string[] = []
    const sent: string[] = []
    const refused: { readonly code?: number }[] = []
    let told = 0
    let isOver = false
    const before = (await readings()) ?? 0
    const from = Date.now() - 50_000
    const saving = async (writer: number) => {
      for (let count = 0; !isOver; count++) {
        const note = `${writer}/${from}/${count}`
        const answer = await create(admin, note).catch((error: unknown) => ({ code: NO_ENVELOPE, error }))
        if (answer.code === 200) saved.push(note)
        else refused.push(answer)
      }
    }
    const talking = async () => {
      while (!isOver) {
        const text = String(sent.length)
        // A browser keeps what it could not say, and says it when it is back.
        await talker.live.sendMessage({ toUserId: wang?.id ?? '', messageType: 'text', messageContent: text })
        sent.push(text)
      }
    }
    const telling = async () => {
      while (!isOver) {
        await tell(from + told++)
        // No faster than time goes: what is not yet is refused.
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    const running = [saving(1), saving(2), talking(), telling()]
    return {
      /** Awaits that each of them has got on by this much. */
      async goesOn(by = 10) {
        const target = [saved.length, sent.length, told].map((count) => count + by)
        const isThere = () =>
          [saved, sent].every((list, at) => list.length >= (target[at] ?? 0)) && told >= (target[2] ?? 0)
        await expect.poll(isThere, PATIENCE).toBe(true)
      },
      /** Ends it; everything that was acknowledged is there, once. */
      async end() {
        isOver = true
        await Promise.all(running)
        const rows = await database.sql<{ note: string }>(
          `select data->>'note' as note from record where data->>'note' = any($1)`,
          [saved],
        )
        expect(rows.map(({ note }) => note).sort()).toEqual([...saved].sort())
        await expect.poll(() => heardBy(listener), PATIENCE).toEqual(sent)
        await expect.poll(async () => ((await readings()) ?? 0) - before, PATIENCE).toBe(told)
        return refused
      },
    }
  }

  it('go on when one is killed, which comes back by itself', async () => {
    const going = await work()
    await going.goesOn()
    process.kill(servers[0]?.serverPid() ?? 0, 'SIGKILL')
    await going.goesOn()
    await servers[0]?.ready(2)
    await going.goesOn()
    await going.end()
  })

  it('go on when one after the other is ended and started anew: what they have taken they answer', async () => {
    const going = await work()
    await going.goesOn()
    for (const at of [1, 0] as const) {
      servers[at]?.supervisor.kill('SIGTERM')
      await going.goesOn()
      expect(await servers[at]?.ended).toBe(0)
      await going.goesOn()
      await start(at).ready()
      await going.goesOn()
    }
    const refused = await going.end()
    // No word of a server's that it ends. A connection that it was about to take as it closed the proxy has to refuse.
    expect(refused.filter(({ code }) => code !== NO_ENVELOPE)).toEqual([])
    expect(refused.length).toBeLessThanOrEqual(2)
  })
})
