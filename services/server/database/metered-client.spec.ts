import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { expect, it, vi } from 'vitest'
import { PACE } from '../limits'
import { CallScope } from './call-scope'
import { MeteredClient } from './metered-client'
import { Pace } from './pace'
import { Share, Slots } from './share'

/** A connection whose one statement heeds no cancel; `finish` ends it. */
function deafClient() {
  let finish = () => {}
  const did: string[] = []
  const stream = Object.assign(new EventEmitter(), {
    destroy: () => void did.push('broken'),
    pause: () => void did.push('rests'),
    resume: () => void did.push('reads on'),
  })
  const client = {
    ...{ connection: { stream }, host: '127.0.0.1', port: 1, processID: 1, secretKey: 1 },
    query: () =>
      new Promise((resolve) => {
        finish = () => resolve({ command: 'SELECT', rowCount: 0, rows: [] })
      }),
    release: (isBroken: boolean) => void did.push(isBroken ? 'ended' : 'back'),
  }
  return { client: client as unknown as pg.PoolClient, stream, did, finish: () => finish() }
}

it('an ended call hears of it at once, and its connection stays taken until the database is done', async () => {
  const { client, stream, did, finish } = deafClient()
  const slots = new Slots(1)
  const scope = new CallScope({ bytes: 1_000 })
  await slots.take(scope)
  const metered = new MeteredClient(client, scope, slots)
  const asked = metered.query('select', [])
  stream.emit('data', Buffer.alloc(1_001))
  await expect(asked).rejects.toMatchObject({ text: '@server.answerTooLarge' })
  await expect(metered.query('select', [])).rejects.toMatchObject({ text: '@server.answerTooLarge' })
  expect(await metered.query('rollback', [])).toMatchObject({ rows: [] })
  metered.release()
  const next = slots.take(new CallScope({ bytes: 1_000 })).then(() => 'given')
  expect(await Promise.race([next, sleep(40, 'waits')])).toBe('waits')
  // What is still sent is not listened to for long.
  stream.emit('data', Buffer.alloc(300 * 2 ** 10))
  expect(did).toEqual(['broken'])
  finish()
  expect(await next).toBe('given')
  expect(did).toEqual(['broken', 'ended'])
})

it('a connection whose call has not ended goes back, with what it brought where that is read in pieces', async () => {
  const { client, stream, did, finish } = deafClient()
  const slots = new Slots(1)
  const scope = new CallScope({ bytes: 1_000, isPiecewise: true })
  await slots.take(scope)
  const metered = new MeteredClient(client, scope, slots)
  const asked = metered.query('select', [])
  stream.emit('data', Buffer.alloc(900))
  expect(scope.bytes).toBe(900)
  finish()
  await asked
  metered.release()
  await sleep(0)
  expect([scope.bytes, did]).toEqual([0, ['back']])
})

it('a connection reads nothing while its person’s calls rest, and reads on for what is left when its call has ended', async () => {
  const { client, stream, did, finish } = deafClient()
  const slots = new Slots(1)
  const pace = new Pace({ now: () => performance.now(), hasOthers: () => true })
  const settings = { bytes: 3 * PACE.credit, isPatient: true, share: new Share(pace) }
  const scope = new CallScope(settings)
  await slots.take(scope)
  const metered = new MeteredClient(client, scope, slots)
  const refused = expect(metered.query('select', [])).rejects.toThrow('gone')
  const readOn = async () => {
    await sleep(PACE.stretch + 5)
    stream.emit('data', Buffer.alloc(PACE.earned * 1_000))
  }
  stream.emit('data', Buffer.alloc(PACE.credit + 1))
  await readOn()
  expect(did).toEqual(['rests'])
  await vi.waitUntil(() => did.length === 2)
  expect(did).toEqual(['rests', 'reads on'])
  await readOn()
  scope.end(new Error('gone'))
  expect(did).toEqual(['rests', 'reads on', 'rests', 'reads on'])
  await refused
  finish()
  metered.release()
})
