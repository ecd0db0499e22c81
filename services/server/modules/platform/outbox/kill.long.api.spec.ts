import {
  type FakeMailServer,
  startMailServer,
} from '@services/server/modules/platform/outbound/specs/mail-server'
import { createTestClient } from '@tests/api/harness'
import { type Installation, install } from '@tests/api/installation'
import type { ServerProcess } from '@tests/api/process'
import { afterAll, beforeAll, expect, it } from 'vitest'

const MAILS = 60
/** Mails that have arrived before each kill. */
const KILLS = [1, 13, 31]
/** Parcels that may be under way at a time. */
const TOGETHER = 5

let installation: Installation
let server: ServerProcess
let mails: FakeMailServer
beforeAll(async () => {
  process.env['LOAM_HTTP_HOSTS'] = '127.0.0.1'
  mails = await startMailServer()
  installation = await install()
  server = await installation.start()
}, 180_000)
afterAll(async () => {
  delete process.env['LOAM_HTTP_HOSTS']
  await server?.stop()
  installation?.remove()
  await mails?.close()
})

it(`kill -9 while mails are sent, ${KILLS.length} times: each arrives, and under one name if it does so twice`, async () => {
  const admin = await installation.signIn(server, 'admin')
  const { version } = await admin.call('mailConfig.read')
  await admin.call('mailConfig.save', {
    ...{
      emailSmtpHost: '127.0.0.1',
      emailSmtpPort: mails.port,
      emailSsl: 0,
      emailPassword: 'right',
      version,
    },
    ...{ emailAccount: 'farm@example.com', emailSender: '', emailSenderName: '' },
  })
  const people = Array.from({ length: MAILS }, (_, at) => `kill${at}@example.com`)
  for (const to of people) await admin.call('mailConfig.test', { to, isQueued: 1 })
  for (const arrived of KILLS) {
    await expect.poll(() => mails.received.length, { timeout: 60_000, interval: 1 }).toBeGreaterThan(arrived)
    await server.kill()
    server = await installation.start()
    // Whoever had claimed them is dead: nobody waits for a minute here.
    await installation.sql('update outbox set next_at = now() where state = 0')
  }
  const waiting = () => createTestClient(server.url, admin.token).call('outbox.list', { state: 0 })
  await expect.poll(async () => (await waiting()).pagination.total, { timeout: 60_000 }).toBe(0)
  const names = new Map<string, Set<string>>()
  for (const { to, text } of mails.received) {
    const name = /^Message-ID: (\S+)/im.exec(text)?.[1] ?? ''
    for (const person of to) names.set(person, (names.get(person) ?? new Set()).add(name))
  }
  expect([...names.keys()].toSorted()).toEqual(people.toSorted())
  expect([...names.values()].map(({ size }) => size)).toEqual(people.map(() => 1))
  expect(mails.received.length).toBeLessThanOrEqual(MAILS + KILLS.length * TOGETHER)
}, 300_000)
