import { sql } from 'kysely'
import type { ServerModule } from '../../../module'
import type { ServerOptions } from '../../../options'
import { createPartitions } from './partitions'
import { createReader } from './reader'
import { rollUp } from './roll-up'
import { migrations } from './tables'

const MINUTE = 60_000
/** Days for which single readings and minutes are kept; hours and days stay. */
const KEPT = { readings: 120, minutes: 400 } as const

/** Messages that could not be kept; the newest of them stay for people to see. */
const MOST_ASIDE = 10_000

/** Days for which single readings are kept here. */
export const telemetryDays = (options: ServerOptions): number => options.telemetryDays ?? KEPT.readings

/** Readings, their sums, and how long they are kept (`design/field.md §3.2`). */
export const telemetryModule: ServerModule = {
  name: 'telemetry',
  migrations,
  register({ db, pools, services, options, log, onReady, onClose }) {
    const kept = telemetryDays(options)
    services.telemetry = { ...createReader(db), rollUp: () => rollUp(db) }
    const clean = async () => {
      await createPartitions(pools.owner).keep(kept)
      const oldest = new Date(Date.now() - Math.max(KEPT.minutes, kept) * 24 * 60 * MINUTE)
      await db.deleteFrom('telemetry_1m').where('bucket', '<', oldest).execute()
      await sql`
        delete from device_aside where id not in (
          select id from device_aside order by last_at desc limit ${sql.lit(MOST_ASIDE)})`.execute(db)
    }
    onReady(async () => {
      await clean()
      let running: Promise<void> = Promise.resolve()
      const soon = (work: () => Promise<void>) => () => {
        running = running.then(work).catch((error: unknown) => {
          log.warn(`readings could not be summed up: ${error}`)
        })
      }
      const timers = [
        setInterval(
          soon(() => rollUp(db)),
          MINUTE,
        ).unref(),
        setInterval(soon(clean), 60 * MINUTE).unref(),
      ]
      onClose(async () => {
        for (const timer of timers) clearInterval(timer)
        await running
      })
    })
  },
}
