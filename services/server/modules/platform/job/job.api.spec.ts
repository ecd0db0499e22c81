import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

let server: TestServer
let admin: TestClient
let other: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  other = await server.as('operator')
})
afterAll(() => server.close())

const progress = (id: string, who = admin) => who.call('job.progress', { id })

it('says how far it is to who began it alone, in their language', async () => {
  expect(await progress('verify-1')).toBeNull()
  const { checked } = await admin.call('audit.verify', { progressId: 'verify-1' })
  expect(checked).toBeGreaterThan(0)
  const total = expect.any(Number)
  await expect
    .poll(() => progress('verify-1'))
    .toEqual({ text: expect.stringMatching(/^已核对 \d+ 条，共 \d+ 条$/), done: total, total })
  expect(await progress('verify-1', other)).toBeNull()
})

it('is ended by who began it alone', async () => {
  const holder = new pg.Client({ connectionString: server.databaseUrl })
  await holder.connect()
  await holder.query('begin; lock table audit_link in access exclusive mode')
  const waiting = () =>
    server.sql(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  const verifying = admin.envelope('audit.verify', { progressId: 'verify-2' })
  await expect.poll(waiting, { timeout: 60_000, interval: 20 }).not.toHaveLength(0)
  await other.call('job.cancel', { id: 'verify-2' })
  await admin.call('job.cancel', { id: 'verify-2' })
  await holder.query('rollback')
  await holder.end()
  expect(await verifying).toMatchObject({ code: 400, msg: '核对已取消' })
  expect(await admin.envelope('audit.verify')).toMatchObject({
    code: 200,
    msg: expect.stringContaining('审计链完整'),
  })
})
