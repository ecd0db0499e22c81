import { isAlive } from '@services/server/database/process'
import { field, release } from '@services/server/modules/lowcode/online-development/specs/models'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestClient } from './harness'
import { type Installation, install } from './installation'
import type { ServerProcess } from './process'

const WRITERS = 8
const PATIENCE = { timeout: 45_000, interval: 5 }
let installation: Installation

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
      await expect.poll(() => acknowledged.size, PATIENCE).toBeGreaterThanOrEqual(target)
    },
    async stop() {
      isStopped = true
      await Promise.all(running)
    },
  }
}

/** What stands in the database, read past the server. */
async function savedNotes(): Promise<Set<string>> {
  const rows = await installation.sql<{ note: string }>(`select data->>'note' as note from record`)
  return new Set(rows.map((row) => row.note))
}

/** An installation of its own, whose server and whose database are killed so many times while records are written. */
export function survivesKills(times: number): void {
  beforeAll(async () => {
    installation = await install()
  }, 120_000)
  afterAll(() => installation?.remove())

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
      server = await installation.start()
      const admin = await installation.signIn(server, 'admin')
      token = admin.token
      modelId = await release(admin, {
        enCode: 'kill',
        fields: [field('input', 'note')],
      })
    })
    afterAll(async () => {
      await server.stop()
    })

    it(`of the server, with its database left behind, ${times} times`, async () => {
      for (let round = 0; round < times; round++) {
        const writing = startWriting(token, server.url, modelId, round)
        await writing.more(8 + (round % 10) * 3)
        await server.kill()
        await writing.stop()
        for (const one of writing.acknowledged) acknowledged.add(one)
        server = await installation.start()
      }
      await expectAllSaved()
    }, 300_000)

    it(`of the database, which comes back by itself, ${times} times`, async () => {
      const deaths = () => server.output().match(/the database process ended/g)?.length ?? 0
      const before = deaths()
      for (let round = times; round < 2 * times; round++) {
        const writing = startWriting(token, server.url, modelId, round)
        await writing.more(8 + (round % 10) * 3)
        process.kill(server.databasePid(), 'SIGKILL')
        await writing.more(5)
        await writing.stop()
        for (const one of writing.acknowledged) acknowledged.add(one)
        // Whoever was refused in the meantime was told why, and nothing else.
        expect([...writing.refusals].filter((one) => one !== '500 数据库暂时不可用，请稍后重试')).toEqual([])
      }
      // The last words may have been acknowledged before its last death: what is read now waits until it is back.
      await expect.poll(async () => (await fetch(`${server.url}/healthz`)).status, PATIENCE).toBe(200)
      await expectAllSaved()
      expect(deaths() - before).toBe(times)
    }, 300_000)

    it('of the database alone, whose busy backend does not outlive it', async () => {
      const busy = `generate_series(1, 1e15::bigint)`
      const counting = installation.sql(`select count(*) from ${busy}`).catch((error: Error) => error)
      const backends = () =>
        installation.sql<{ pid: number }>(
          `select pid from pg_stat_activity where query like $1 and pid <> pg_backend_pid()`,
          [`%${busy}`],
        )
      await expect.poll(async () => (await backends()).length, PATIENCE).toBe(1)
      const [{ pid = 0 } = {}] = await backends()
      process.kill(server.databasePid(), 'SIGKILL')
      expect(await counting).toBeInstanceOf(Error)
      await expect.poll(async () => (await fetch(`${server.url}/healthz`)).status, PATIENCE).toBe(200)
      expect(isAlive(pid)).toBe(false)
      await expectAllSaved()
    }, 120_000)

    it('and a clean stop takes the database along', async () => {
      const pid = server.databasePid()
      expect(await server.stop()).toBe(0)
      expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    })
  })
}
