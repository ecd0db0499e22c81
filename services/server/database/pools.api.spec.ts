import { startTestServer, type TestServer } from '@tests/api/harness'
import { databaseUrl, quiet } from '@tests/api/options'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { POOL_SIZE } from '../limits'
import { type CallerKind, runAs } from './callers'
import { connect } from './connect'

const config = () => ({ connectionString: databaseUrl(inject('databaseUrl'), 'postgres') })

describe('connections by for whom they work', () => {
  it('are not taken by each other, and have their time each', async () => {
    const size = 2
    const callers = {
      ...{ reader: { size, timeout: 50 }, writer: { size, timeout: 60_000 }, job: { size, timeout: 60_000 } },
      viewer: { size, timeout: 50, isReadOnly: true },
    }
    const { db, close, usage } = connect(config(), quiet, { size, timeout: 60_000, callers })
    const holder = new pg.Client(config())
    await holder.connect()
    await holder.query('select pg_advisory_lock(4711)')
    const wait = () => sql`select pg_advisory_lock_shared(4711), pg_advisory_unlock_shared(4711)`.execute(db)
    const ask = (kind: CallerKind | undefined) => runAs(kind, () => sql`select 1`.execute(db))
    try {
      // More jobs than there are connections for them: all stand still.
      const jobs = Array.from({ length: size + 1 }, () => runAs('job', wait))
      await expect.poll(() => usage().waiting).toBe(1)
      for (const kind of ['reader', 'writer', undefined] as const) await ask(kind)
      const tooLong = runAs('reader', wait)
      await expect(tooLong).rejects.toMatchObject({ code: '57014' })
      await holder.query('select pg_advisory_unlock(4711)')
      await Promise.all(jobs)
    } finally {
      await holder.end()
      await close()
    }
  })

  it('are few enough for two servers at a PostgreSQL as it comes', () => {
    const all = Object.values(POOL_SIZE).reduce((sum, size) => sum + size, 0)
    expect(2 * all).toBeLessThan(97)
  })
})

describe('a list that takes too long', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  it('says so after five seconds, and how to ask for less', async () => {
    const admin = await server.as('admin')
    const holder = new pg.Client({ connectionString: server.databaseUrl })
    await holder.connect()
    await holder.query('begin; lock table pipe, dictionary_category in access exclusive mode')
    const requested = { projectId: 'demo-1', currentPage: 1, pageSize: 20 }
    const answers = await Promise.all([
      admin.envelope('fieldPipe.list', requested),
      admin.envelope('dictionaryType.list', {}),
    ])
    await holder.query('rollback')
    await holder.end()
    for (const answer of answers)
      expect(answer).toMatchObject({ code: 500, msg: expect.stringContaining('请缩小范围') })
    expect(await admin.envelope('fieldPipe.list', requested)).toMatchObject({ code: 200 })
  })
})
