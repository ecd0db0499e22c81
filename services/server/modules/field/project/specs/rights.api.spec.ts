import { ALARM_PROTOCOL } from '@services/contract/areas/field/alarm-names'
import { type RunningServer, startServer } from '@services/server/server'
import { type Browser, openBrowser } from '@tests/api/browser'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { quiet, testOptions } from '@tests/api/options'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { enrol, personOf, seedFarm } from './farm'

const P = 'spec-rights'
/** What is taken away is gone after a second at the latest. */
const SOON = { timeout: 1_000, interval: 20 }
const WAIT = { timeout: 45_000, interval: 20 }
const HEARD = ['fieldChanged', 'fieldStands', 'fieldClosed', 'authority', 'logout']

let server: TestServer
let two: RunningServer
const ends: (() => void)[] = []

beforeAll(async () => {
  server = await startTestServer()
  // Each has a bus of its own: no message of the one comes to the other.
  two = await startServer(testOptions({ databaseUrl: server.databaseUrl }), quiet)
  await seedFarm(server, P)
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
})
afterAll(async () => {
  await two?.close()
  await server?.close()
})

type Person = { readonly id: string; readonly client: TestClient }

/** A browser of a person at the second server that watches the project. */
async function watch({ client }: Person): Promise<Browser> {
  const browser = openBrowser(two.url, client.token, HEARD)
  ends.push(browser.close)
  await browser.ready()
  browser.live.watchField(P)
  await expect.poll(() => methodsOf(browser), WAIT).toContain('fieldStands')
  return browser
}
const methodsOf = ({ frames }: Browser) => frames.map(({ method }) => method)

/** A person's connection to the project's alarms at the second server; answers how it was closed, if it was. */
async function listen({ id, client }: Person): Promise<() => number | undefined> {
  const address = `${two.url.replace('http', 'ws')}/api/deviceAlarm/websocket/${id}?projectId=${P}`
  const socket = new WebSocket(address, [ALARM_PROTOCOL, client.token])
  ends.push(() => socket.terminate())
  let code: number | undefined
  let hasJoined = false
  socket.on('message', (data) => {
    hasJoined ||= String(data).includes('alarmSync')
  })
  socket.on('close', (closed) => {
    code = closed
  })
  await expect.poll(() => hasJoined, WAIT).toBe(true)
  return () => code
}

/** Ways in which somebody comes by a project and loses it again. */
const LOSSES = {
  'a role': {
    gain: async (id: string) => {
      await server.sql(`insert into role (id, en_code, full_name) values ($1, $1, '"巡田"')`, [`r-${id}`])
      await server.sql('insert into user_role (user_id, role_id) values ($1, $2)', [id, `r-${id}`])
      await enrol(server, P, 'role', `r-${id}`, 'view')
    },
    lose: (id: string) => server.sql('delete from user_role where user_id = $1', [id]),
  },
  'a unit': {
    gain: async (id: string) => {
      const [unit] = await server.sql<{ id: string }>('select id from organize order by id limit 1')
      await server.sql('insert into user_organize (user_id, organize_id, sort) values ($1, $2, 0)', [
        id,
        unit?.id,
      ])
      await enrol(server, P, 'organize', unit?.id ?? '', 'view')
    },
    lose: (id: string) => server.sql('delete from user_organize where user_id = $1', [id]),
  },
  'a membership of their own': {
    gain: (id: string) => enrol(server, P, 'user', id, 'view'),
    lose: (id: string) => server.sql('delete from project_member where subject_id = $1', [id]),
  },
  'being an administrator': {
    gain: (id: string) =>
      server.sql('update user_account set is_administrator = true where id = $1', [id]).then(() => undefined),
    lose: (id: string) => server.sql('update user_account set is_administrator = false where id = $1', [id]),
  },
} as const

describe('with the bus between the servers cut', () => {
  it.each(Object.keys(LOSSES) as (keyof typeof LOSSES)[])(
    'who loses %s hears no more of the project after a second, and others do',
    async (loss) => {
      const person = await personOf(server, `rights-${Object.keys(LOSSES).indexOf(loss)}`)
      const stayer = await personOf(server, `${person.id}-stays`, { project: P, level: 'view' })
      await LOSSES[loss].gain(person.id)
      const [leaving, staying] = [await watch(person), await watch(stayer)]
      const alarms = await listen(person)
      await LOSSES[loss].lose(person.id)
      await expect.poll(() => methodsOf(leaving), SOON).toContain('fieldClosed')
      await expect.poll(alarms, SOON).toBe(1008)
      two.services.fieldLive.changed(P, { layer: 'gateway', id: `${P}-GW`, isOnline: 0 })
      await expect.poll(() => methodsOf(staying), WAIT).toContain('fieldChanged')
      expect(methodsOf(leaving)).not.toContain('fieldChanged')
      expect(methodsOf(staying)).not.toContain('fieldClosed')
    },
  )

  it('a disabled account’s browsers are closed after a second, with the word why', async () => {
    const person = await personOf(server, 'rights-disabled', { project: P, level: 'view' })
    const [browser, alarms] = [await watch(person), await listen(person)]
    await server.sql('update user_account set status = 0 where id = $1', [person.id])
    await expect.poll(() => methodsOf(browser), SOON).toContain('logout')
    await expect.poll(alarms, SOON).toBe(1008)
  })

  it('a deleted project is heard of no more', async () => {
    const person = await personOf(server, 'rights-deleted', { project: P, level: 'view' })
    const browser = await watch(person)
    await server.sql('update project set deleted_at = now() where id = $1', [P])
    await expect.poll(() => methodsOf(browser), SOON).toContain('fieldClosed')
    await server.sql('update project set deleted_at = null where id = $1', [P])
  })

  it('a browser is told that the level of its person is another, and may ask which', async () => {
    const person = await personOf(server, 'rights-level', { project: P, level: 'operate' })
    const level = async () =>
      (await person.client.call('fieldManagement.projectLevel', { projectId: P })).level
    const browser = await watch(person)
    expect(await level()).toBe('operate')
    // The server has looked at who is here: what it tells of is the change.
    await expect.poll(() => methodsOf(browser), WAIT).toContain('fieldStands')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(methodsOf(browser)).not.toContain('authority')
    await server.sql(`update project_member set level = 'view' where subject_id = $1`, [person.id])
    await expect.poll(() => browser.frames, SOON).toContainEqual({ method: 'authority', isOwn: true })
    expect(await level()).toBe('view')
  })
})
