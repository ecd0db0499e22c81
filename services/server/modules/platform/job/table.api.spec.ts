import { Readable } from 'node:stream'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '@services/server/http/errors'
import { type RunningServer, startServer } from '@services/server/server'
import { openBrowser } from '@tests/api/browser'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { quiet, testOptions } from '@tests/api/options'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CallContext } from '../../../module'
import type { RunningJob } from './worker'

let one: TestServer
let two: RunningServer
let admin: TestClient
let other: TestClient
let context: CallContext

beforeAll(async () => {
  one = await startTestServer()
  two = await startServer(testOptions({ databaseUrl: one.databaseUrl }), quiet)
  admin = await one.as('admin')
  other = await one.as('operator')
  const user = await one.server.services.sessions.authenticate(admin.token)
  context = { user, language: 'zh', ip: '127.0.0.1', db: one.server.db } as CallContext
})
afterAll(async () => {
  await two?.close()
  await one?.close()
})

const PATIENCE = { timeout: 15_000, interval: 30 }
type Run = (job: RunningJob<{ readonly n: number }>, server: string) => Promise<object>
/** Both servers know the kind. */
const both = (kind: string, run: Run, ended?: (state: string) => void) => {
  for (const [name, server] of [['one', one.server] as const, ['two', two] as const])
    server.services.jobTable.kind(kind, {
      opens: ['file'],
      run: (job: RunningJob<{ readonly n: number }>) => run(job, name) as never,
      ...(ended && { ended: async ({ state }) => ended(state) }),
    })
}
const start = (kind: string, n = 0) =>
  one.server.services.jobTable.start(context, kind, { n }, { text: '@job.exportOf', params: { name: kind } })
const read = (id: string, who = admin) => who.call('job.read', { id })
const reaches = (id: string, state: string) =>
  expect.poll(async () => (await read(id)).state, PATIENCE).toBe(state)
/** As the server that has it would leave it, were it gone. */
const leave = (id: string, attempts: number) =>
  one.sql(
    `update job set lease_until = now() - interval '1 second', attempts = $2 where id = $1 returning id`,
    [id, attempts],
  )
const until = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('ended')), { once: true })
  })

it('runs each job once, whichever of two servers takes it up', async () => {
  const ran: { n: number; server: string }[] = []
  let meet = () => undefined as unknown
  const met = new Promise<void>((resolve) => {
    meet = resolve
  })
  both('once', async ({ input: { n } }, server) => {
    ran.push({ n, server })
    // The first two of a server wait for the other: neither can take them all.
    if (new Set(ran.map((one) => one.server)).size === 2) meet()
    await met
    return { n }
  })
  const ids: string[] = []
  for (let n = 0; n < 12; n++) {
    // A person has but a few open at once.
    await one.sql(
      `insert into job (id, kind, person_id, language, ip, input)
       values ($1, 'once', $2, 'zh', '', $3)`,
      [`once-${n}`, context.user.userId, JSON.stringify({ n })],
    )
    ids.push(`once-${n}`)
  }
  await Promise.all(ids.map((id) => reaches(id, 'done')))
  expect(ran.map(({ n }) => n).toSorted((a, b) => a - b)).toEqual(ids.map((_id, n) => n))
  expect(new Set(ran.map(({ server }) => server))).toEqual(new Set(['one', 'two']))
})

it('is taken up again after the end of its server, whose late word is not heard', async () => {
  let free = () => undefined as unknown
  const ran: string[] = []
  const ends: string[] = []
  both(
    'left',
    async (_job, server) => {
      ran.push(server)
      // The first never comes to its end while it counts.
      if (ran.length === 1) await new Promise((resolve) => (free = () => resolve(null)))
      return { by: ran.length }
    },
    (state) => ends.push(state),
  )
  const id = await start('left')
  await expect.poll(() => ran, PATIENCE).toHaveLength(1)
  await leave(id, 1)
  await reaches(id, 'done')
  expect(ran).toHaveLength(2)
  free()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await one.sql('select attempts, result from job where id = $1', [id])).toEqual([
    { attempts: 2, result: { by: 2 } },
  ])
  expect(ends).toEqual(['done'])
})

it('is given up after three', async () => {
  both('lost', ({ signal }) => until(signal))
  const id = await start('lost')
  await reaches(id, 'running')
  await leave(id, 3)
  await reaches(id, 'failed')
  expect((await read(id)).text).toBe('任务多次中断，已停止，请重新发起')
})

it('is cancelled by whose it is alone, while it waits and while it runs', async () => {
  const heard: string[] = []
  both('long', async ({ signal, id }) => {
    await until(signal).catch(() => heard.push(id))
    return {}
  })
  const first = await start('long')
  await reaches(first, 'running')
  expect(await other.envelope('job.read', { id: first })).toMatchObject({ code: 404 })
  expect((await other.call('job.list')).list).toEqual([])
  await other.call('job.cancel', { id: first })
  expect((await read(first)).state).toBe('running')
  await admin.call('job.cancel', { id: first })
  expect((await read(first)).state).toBe('cancelled')
  // The other server may have it: it hears of that when it next keeps its lease.
  await expect.poll(() => heard, PATIENCE).toEqual([first])
  const [waiting] = await one.sql<{ id: string }>(
    `insert into job (id, kind, person_id, language, ip, input)
     values ('no-such', 'no-such', $1, 'zh', '', '{}') returning id`,
    [context.user.userId],
  )
  await admin.call('job.cancel', { id: waiting?.id ?? '' })
  expect((await read('no-such')).state).toBe('cancelled')
})

it('says why it has failed, and no more than that of what went wrong in here', async () => {
  both('refused', async () => {
    throw new ApiError(CODE.badRequest, '@job.tooMany', { params: { count: 7 } })
  })
  both('broken', async () => {
    throw new Error('secret of the server')
  })
  const [refused, broken] = [await start('refused'), await start('broken')]
  await Promise.all([reaches(refused, 'failed'), reaches(broken, 'failed')])
  expect((await read(refused)).text).toContain('您已有 7 个任务')
  expect((await read(broken)).text).toBe('任务出错，未能完成，请稍后重试')
})

it('touches no table that its kind does not open', async () => {
  both('closed', async (job) => {
    const { db } = await job.context()
    await db.selectFrom('record').select('id').execute()
    return {}
  })
  const id = await start('closed')
  await reaches(id, 'failed')
})

it('tells its person at most four times a second, and how far it is to whoever asks', async () => {
  both('telling', async ({ report }) => {
    const until = Date.now() + 1_500
    for (let done = 1; Date.now() < until; done++) {
      await report({ sentences: [{ text: '@job.failed' }], done, total: 1_000_000 })
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    return {}
  })
  const browsers = [one.url, two.url].map((url) => openBrowser(url, admin.token, ['job']))
  await Promise.all(browsers.map((browser) => browser.ready()))
  const id = await start('telling')
  await expect.poll(() => admin.call('job.progress', { id }), PATIENCE).toMatchObject({ total: 1_000_000 })
  await reaches(id, 'done')
  const frames = browsers.flatMap((browser) => browser.frames).filter((frame) => frame['id'] === id)
  for (const browser of browsers) browser.close()
  expect(frames.length).toBeGreaterThan(3)
  // Its beginning and its end, and what lies between.
  expect(frames.length).toBeLessThanOrEqual(2 + 4 * 1.5 + 1)
  expect(frames.at(-1)).toMatchObject({ state: 'done' })
})

it('keeps its file for seven days', async () => {
  both('file', async (job) => {
    const file = await one.server.services.files.keep(
      await job.context(),
      { name: '表.csv', body: Readable.from(['a,b']) },
      'jobResult',
    )
    return { file: { id: file.id, name: file.name, size: file.size } }
  })
  const id = await start('file')
  await reaches(id, 'done')
  const { file } = await read(id)
  expect(file).toMatchObject({ name: '表.csv', size: 3 })
  const { url } = await admin.call('file.download', { type: 'jobResult', fileId: file?.id ?? '' })
  expect(await (await one.stranger.fetch(url)).text()).toBe('a,b')
  expect(await other.envelope('file.download', { type: 'jobResult', fileId: file?.id ?? '' })).toMatchObject({
    code: 404,
  })
  await one.sql(`update job set ended_at = now() - interval '8 days' where id = $1`, [id])
  await one.server.services.jobTable.forget()
  expect(await admin.envelope('job.read', { id })).toMatchObject({ code: 404 })
  expect(await one.sql('select 1 from file where kind = $1', ['jobResult'])).toEqual([])
})

it('is refused while five of one’s own are open', async () => {
  await one.sql('delete from job')
  both('many', ({ signal }) => until(signal))
  const asked = await Promise.allSettled(Array.from({ length: 12 }, () => start('many')))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
})

it('is put back by a server that stops, and that is no attempt', async () => {
  const rows = () =>
    one.sql<{ state: string; attempts: number }>(`select state, attempts from job where kind = 'many'`)
  await expect
    .poll(async () => (await rows()).filter(({ state }) => state === 'running').length, PATIENCE)
    .toBe(4)
  await two.close()
  expect((await rows()).filter(({ attempts }) => attempts === 0)).toHaveLength(3)
})
