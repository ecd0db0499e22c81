import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { field, release } from '@services/server/modules/online-development/specs/models'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestClient, md5 } from './harness'
import { buildServer, freePort, type ServerProcess, startProcess } from './process'

const WRITERS = 8
const PASSWORD = 'Harvest2026'
let folder: string
let env: Record<string, string> & { LOAM_DATA: string }

beforeAll(async () => {
  folder = mkdtempSync('/tmp/loam-kill-')
  chmodSync(folder, 0o755)
  env = {
    LOAM_DATA: join(folder, 'data'),
    PORT: await freePort(),
    HOST: '127.0.0.1',
    LOAM_DEMO: '0',
    LOAM_ADMIN_PASSWORD: PASSWORD,
  }
  await buildServer()
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writers that add record after record to a model, and remember what the server acknowledged. */
function startWriting(token: string, url: string, modelId: string, round: number) {
  const acknowledged = new Set<string>()
  const refusals = new Set<string>()
  let isStopped = false
  let count = 0
  const write = async () => {
    const client = createTestClient(url, token)
    while (!isStopped) {
      const note = `round ${round}, record ${count++}`
      try {
        const { code, msg } = await client.envelope('onlineDevelopment.create', {
          modelId,
          data: JSON.stringify({ note }),
        })
        if (code === 200) acknowledged.add(note)
        else refusals.add(`${code} ${msg}`)
      } catch {
        // The connection broke: nothing was acknowledged. A short breath, as a browser takes.
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  }
  const running = Array.from({ length: WRITERS }, write)
  return {
    acknowledged,
    refusals,
    /** Awaits so many more acknowledgements. */
    async more(count: number) {
      const target = acknowledged.size + count
      await expect
        .poll(() => acknowledged.size, { timeout: 30_000, interval: 5 })
        .toBeGreaterThanOrEqual(target)
    },
    async stop() {
      isStopped = true
      await Promise.all(running)
    },
  }
}

async function signIn(url: string): Promise<string> {
  const { token } = await createTestClient(url, '').call('session.login', {
    account: 'admin',
    password: md5(PASSWORD),
  })
  return token
}

/** What stands in the database, read past the server. */
async function savedNotes(): Promise<Set<string>> {
  const client = new pg.Client({ host: join(env.LOAM_DATA, 'socket'), user: 'loam', database: 'loam' })
  await client.connect()
  const { rows } = await client.query<{ note: string }>(`select data->>'note' as note from record`)
  await client.end()
  return new Set(rows.map((row) => row.note))
}

describe('kill -9 while records are written loses nothing that was acknowledged', () => {
  const acknowledged = new Set<string>()
  let server: ServerProcess
  let token: string
  let modelId: string
  const expectAllSaved = async () => {
    const saved = await savedNotes()
    expect([...acknowledged].filter((one) => !saved.has(one))).toEqual([])
  }
  beforeAll(async () => {
    server = await startProcess(env)
    token = await signIn(server.url)
    modelId = await release(createTestClient(server.url, token), {
      enCode: 'kill',
      fields: [field('input', 'note')],
    })
  }, 30_000)
  afterAll(async () => {
    await server.stop()
  })

  it('of the server, with its database left behind, ten times', async () => {
    for (let round = 0; round < 10; round++) {
      const writing = startWriting(token, server.url, modelId, round)
      await writing.more(8 + (round % 10) * 3)
      await server.kill()
      await writing.stop()
      for (const one of writing.acknowledged) acknowledged.add(one)
      server = await startProcess(env)
    }
    await expectAllSaved()
  }, 300_000)

  it('of the database, which comes back by itself, ten times', async () => {
    for (let round = 10; round < 20; round++) {
      const writing = startWriting(token, server.url, modelId, round)
      await writing.more(8 + (round % 10) * 3)
      process.kill(server.databasePid(), 'SIGKILL')
      await writing.more(5)
      await writing.stop()
      for (const one of writing.acknowledged) acknowledged.add(one)
      // Whoever was refused meanwhile was told why, and nothing else.
      expect([...writing.refusals].filter((one) => one !== '500 数据库暂时不可用，请稍后重试')).toEqual([])
    }
    await expectAllSaved()
    expect(server.output().match(/the database process ended/g)).toHaveLength(10)
  }, 300_000)

  it('and a clean stop takes the database along', async () => {
    const pid = server.databasePid()
    expect(await server.stop()).toBe(0)
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})
