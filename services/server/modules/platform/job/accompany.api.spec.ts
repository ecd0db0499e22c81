import { CODE } from '@services/contract/envelope'
import { ApiError } from '@services/server/http/errors'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CallContext } from '../../../module'
import type { Accompanied, Accomplished } from './accompany'

let server: TestServer
let admin: TestClient
let context: CallContext

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const user = await server.server.services.sessions.authenticate(admin.token)
  context = { user, language: 'zh', ip: '127.0.0.1', db: server.server.db } as CallContext
})
afterAll(() => server?.close())
beforeEach(() => server.sql('delete from job'))

const PATIENCE = { timeout: 15_000, interval: 30 }
const accompany = <T>(work: (job: Accompanied) => Promise<Accomplished<T>>) =>
  server.server.services.jobTable.accompany(
    context,
    {
      ...{ kind: 'import', title: { text: '@job.importOf', params: { name: '地块' } }, total: 200 },
      lost: { text: '@transfer.lost' },
    },
    work,
  )
const listed = async () => (await admin.call('job.list')).list
const only = async () => {
  const [job, ...others] = await listed()
  expect(others).toEqual([])
  if (!job) throw new Error('no job is listed')
  return job
}
const said = { text: '@transfer.told', params: { imported: 188, refused: 12 } }
const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
const held = () => {
  let free = () => undefined as unknown
  const until = new Promise<void>((resolve) => {
    free = () => resolve()
  })
  return { until, free }
}

it('stands among one’s jobs while its call does it, and says what it has come to', async () => {
  const { until, free } = held()
  const answer = accompany(async ({ tell }) => {
    tell({
      sentences: [{ text: '@transfer.writing', params: { done: 20, total: 200 } }],
      done: 20,
      total: 200,
    })
    await until
    return { answer: 'done', said, isCancelled: false }
  })
  await expect.poll(only, PATIENCE).toMatchObject({
    title: '导入「地块」',
    state: 'running',
    text: '已导入 20 / 200 条',
    done: 20,
    total: 200,
  })
  free()
  expect(await answer).toBe('done')
  expect(await only()).toMatchObject({ state: 'done', text: '已导入 188 行，12 行未导入', file: null })
})

it('is cancelled like any other, and says what it has kept', async () => {
  const answer = accompany(async ({ signal }) => {
    await aborted(signal)
    return { answer: 'cut', said, isCancelled: true }
  })
  const { id } = await expect
    .poll(async () => (await listed())[0], PATIENCE)
    .toBeDefined()
    .then(only)
  await admin.call('job.cancel', { id })
  expect(await answer).toBe('cut')
  expect(await only()).toMatchObject({ state: 'cancelled', text: '已导入 188 行，12 行未导入' })
})

it('fails with its call, in the same words', async () => {
  const refusal = new ApiError(CODE.badRequest, '@transfer.empty')
  await expect(
    accompany(async () => {
      throw refusal
    }),
  ).rejects.toBe(refusal)
  expect(await only()).toMatchObject({ state: 'failed', text: expect.stringMatching(/\p{Script=Han}/u) })
})

it('is ended in words where its server is gone, and nobody takes it up', async () => {
  // A kind of its name would not have it either.
  const ran: string[] = []
  server.server.services.jobTable.kind('import', {
    opens: [],
    run: async ({ id }) => {
      ran.push(id)
      return {}
    },
  })
  const { until, free } = held()
  const answer = accompany(async () => {
    await until
    return { answer: 'late', said, isCancelled: false }
  })
  await expect.poll(async () => (await listed())[0]?.state, PATIENCE).toBe('running')
  await server.sql(`update job set lease_until = now() - interval '1 second'`)
  await expect.poll(async () => (await only()).state, PATIENCE).toBe('failed')
  expect((await only()).text).toMatch(/^服务器中断，导入没有完成，已导入的行保留/)
  expect(ran).toEqual([])
  // It was not gone after all.
  free()
  expect(await answer).toBe('late')
  expect(await only()).toMatchObject({ state: 'done', text: '已导入 188 行，12 行未导入' })
})

it('keeps no place of those that one may have open', async () => {
  const { until, free } = held()
  const answers = Array.from({ length: 6 }, () =>
    accompany(async () => {
      await until
      return { answer: null, said, isCancelled: false }
    }),
  )
  await expect.poll(async () => (await listed()).length, PATIENCE).toBe(6)
  const id = await server.server.services.jobTable.start(context, 'no-such', {}, { text: '@job.untitled' })
  expect(await admin.call('job.read', { id })).toMatchObject({ state: 'waiting' })
  free()
  await Promise.all(answers)
})
