import { join } from 'node:path'
import { testOptions } from '@tests/api/options'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openLocales } from '../locales'
import { createApp } from './app'

let app: FastifyInstance
/** For how long somebody has been waiting for the database. */
let waited = 0
const sleeper = new Int32Array(new SharedArrayBuffer(4))
beforeAll(async () => {
  app = await createApp(
    testOptions({ busyDelay: 40 }),
    openLocales(join(process.cwd(), 'schemas', 'locales')),
    () => waited,
  )
  for (const url of ['/healthz', '/api/oauth/Logout', '/api/work', '/api/fieldManagement/snapshot'])
    app.get(url, async () => 'served')
  app.post('/api/fieldManagement/command', async () => 'served')
  await app.ready()
})
afterAll(() => app.close())

it('a server that runs late refuses work in a sentence, and hears whoever stops something', async () => {
  const get = (url: string) => app.inject({ url, headers: { 'x-language': 'en' } })
  expect((await get('/api/work')).statusCode).toBe(200)
  // Each turn of the loop comes late, as under far too much work.
  const late = setInterval(() => Atomics.wait(sleeper, 0, 0, 100), 1)
  await expect.poll(() => app.isUnderPressure()).toBe(true)
  for (const url of ['/api/work', '/api/fieldManagement/snapshot']) {
    const refused = await get(url)
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBe('5')
    expect(refused.json()).toMatchObject({ msg: 'The system is busy; please try again in a few seconds' })
  }
  for (const url of ['/healthz', '/api/oauth/Logout']) expect((await get(url)).body).toBe('served')
  const stop = await app.inject({ method: 'POST', url: '/api/fieldManagement/command' })
  expect(stop.body).toBe('served')
  clearInterval(late)
  await expect.poll(async () => (await get('/api/work')).statusCode).toBe(200)
})

it('so does one whose database has no connection left', async () => {
  waited = 10_000
  const refused = await app.inject({ url: '/api/work' })
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
  for (const url of ['/healthz', '/api/oauth/Logout']) expect((await app.inject({ url })).body).toBe('served')
  const stop = await app.inject({ method: 'POST', url: '/api/fieldManagement/command' })
  expect(stop.body).toBe('served')
  waited = 100
  expect((await app.inject({ url: '/api/work' })).statusCode).toBe(200)
})
