import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Installation, install } from './installation'
import type { ServerProcess } from './process'

const DAY = 86_400_000
const HOUR = 3_600_000
const SCHEDULES = 200
/** Reminders between two kills: the server dies while it sends. */
const BETWEEN = 20
const PATIENCE = { timeout: 60_000, interval: 5 }
let installation: Installation
let server: ServerProcess

/** The reminders that stand in the database, read past the server. */
async function sent(): Promise<readonly string[]> {
  const rows = await installation.sql<{ title: string }>('select title from message where type = 4')
  return rows.map(({ title }) => title.replace(/^.*：/, ''))
}

/** An installation of its own, whose server is killed so many times while it reminds people of what has become due. */
export function remindsOnce(kills: number): void {
  beforeAll(async () => {
    installation = await install()
    server = await installation.start()
  }, 120_000)
  afterAll(async () => {
    await server?.stop()
    installation?.remove()
  })

  describe(`kill -9 of the server in the midst of its reminders, ${kills} times,`, () => {
    it('leaves none out and sends none twice', async () => {
      const admin = await installation.signIn(server, 'admin')
      const titles = Array.from({ length: SCHEDULES }, (_, index) => `S${index}`)
      const startDay = Date.now() + DAY
      for (const title of titles)
        await admin.call('schedule.create', {
          ...{ title, startDay, endDay: startDay + HOUR, reminderTime: 15 },
        })
      await installation.sql(
        "update calendar_series set remind_at = date_trunc('milliseconds', now() - interval '1 second')",
      )
      for (let kill = 0; kill < kills; kill++) {
        const target = (await sent()).length + BETWEEN
        await expect.poll(async () => (await sent()).length, PATIENCE).toBeGreaterThanOrEqual(target)
        expect((await sent()).length, 'there are more to be sent').toBeLessThan(SCHEDULES)
        await server.kill()
        server = await installation.start()
      }
      await expect
        .poll(
          async () =>
            (await installation.sql('select id from calendar_series where remind_at < now()')).length,
          PATIENCE,
        )
        .toBe(0)
      expect([...(await sent())].sort()).toEqual([...titles].sort())
    }, 180_000)
  })
}
