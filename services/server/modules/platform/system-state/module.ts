import { statfs } from 'node:fs/promises'
import { systemStateCalls as calls } from '@services/contract/areas/platform/system-state'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { productVersion } from '../../../backup/version'
import { ApiError } from '../../../http/errors'
import type { Db, ModuleServer, ServerModule } from '../../../module'
import type { MenuRight } from '../../../right'
import { readEnds } from './ends'
import { problemsOf } from './problems'

const DAY = 86_400_000
const GIGABYTE = 2 ** 30
const ENDS = 20

const READING: MenuRight = {
  code: 'system.state',
  touches: ['project', 'file'],
  why: 'Counts of what is open or waits, of nobody in particular',
}

/** What the tables say, each by an index or of a small table. */
async function tableFigures(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from command where finished_at is null) as commands,
      (select count(*)::int from alarm where closed_at is null) as alarms,
      (select count(*)::int from device_aside) as aside,
      (select count(*)::int from file_trash) as trash,
      (select count(*)::int from telemetry_late) as late,
      (select count(*)::int from file_upload) as uploads,
      (select count(*)::int from push_event) as outbox`.execute(db)
  return rows[0] ?? {}
}

/** How the system is: figures for machines (`GET /metrics`) and a page for who looks after it. */
export const systemStateModule: ServerModule = {
  name: 'system-state',
  register(server) {
    const { db, options, services, handle } = server
    const startedAt = Date.now()
    const readings = countReadings(server)
    const broker = () => services.devices.isConnected()
    services.metrics.figure('loam_database_connections', 'Connections to the database', 'state', () =>
      services.pools(),
    )
    services.metrics.figure('loam_broker_connected', 'Whether the broker is there', 'broker', () => ({
      mqtt: broker() ? 1 : 0,
    }))
    const jobs = () => {
      const { running, waiting } = services.workers.usage()
      return { calls: services.jobs.running, threads: running, queued: waiting }
    }
    services.metrics.figure('loam_jobs', 'Imports and exports, and work in threads of its own', 'kind', jobs)
    services.metrics.figure('loam_open', 'What is open or waits, by kind', 'kind', () => tableFigures(db))

    handle(calls['systemState.read'], READING, async ({ text }) => {
      const [figures, ends, kept, disk, version] = await Promise.all([
        tableFigures(db),
        readEnds(options.endsFile, ENDS),
        services.backups.list(),
        statfs(options.dataFolder).catch(() => undefined),
        sql<{ version: string }>`select current_setting('server_version') as version`.execute(db),
      ])
      const gigabytes = (blocks: number) => Math.round((blocks * (disk?.bsize ?? 0) * 10) / GIGABYTE) / 10
      const now = Date.now()
      const state = {
        lag: services.metrics.lag(),
        diskFree: gigabytes(disk?.bavail ?? 0),
        diskSize: gigabytes(disk?.blocks ?? 0),
        isBrokerConnected: broker(),
      }
      const { isBrokerConnected, ...shown } = state
      const pools = services.pools()
      const problems = problemsOf({
        ...state,
        now,
        waiting: pools['waiting'] ?? 0,
        secrets: {
          locked: services.secrets.locked(),
          unfinished: services.secrets.unfinished(),
          keyId: services.secrets.keyIds[0],
          problem: services.secrets.problem,
        },
        ends: ends.filter(({ at }) => at > now - DAY).length,
        backup: services.backups.schedule && {
          newest: kept[0]?.at,
          failure: services.backups.failure()?.reason,
        },
      })
      const jobFigures = Object.entries(jobs()).map(([name, value]) => [`jobs_${name}`, value] as const)
      const poolFigures = Object.entries(pools).map(([name, value]) => [`pool_${name}`, value] as const)
      return {
        ...shown,
        broker: text(isBrokerConnected ? '@systemState.connected' : '@systemState.away'),
        problems: problems.map(({ id, values }) => ({
          id,
          text: text(`@systemState.problem.${id}`, values),
        })),
        version: productVersion(options.root),
        node: process.version,
        database: `PostgreSQL ${version.rows[0]?.version ?? ''}`,
        databaseKind: text(options.databaseUrl ? '@systemState.external' : '@systemState.embedded'),
        startedAt,
        uptime: spanOf(now - startedAt),
        memory: Math.round(process.memoryUsage.rss() / 2 ** 20),
        readingsPerSecond: readings.perSecond(),
        figures: [...Object.entries(figures), ...jobFigures, ...poolFigures].map(([id, value]) => ({
          id,
          title: text(`@systemState.figure.${id}`),
          value,
        })),
        ends: ends.map(({ life, ...end }, index) => ({ ...end, id: String(index), life: spanOf(life) })),
        keepsBackups: services.backups.schedule !== undefined,
        isBackingUp: services.backups.isRunning(),
        backups: kept.map(({ bytes, ...backup }) => ({
          ...backup,
          megabytes: Math.round((bytes / 2 ** 20) * 10) / 10,
        })),
      }
    })

    handle(calls['systemState.backUp'], 'system.state:btn_backup', async (context) => {
      if (!services.backups.schedule) throw new ApiError(CODE.badRequest, '@systemState.noFolder')
      if (services.backups.isRunning()) throw new ApiError(CODE.badRequest, '@systemState.runs')
      await context.audit({ action: 'systemState.backUp', target: 'backup' })
      const job = { kind: 'backup', title: { text: '@systemState.backup' }, total: 0 }
      await services.jobTable.accompany(
        context,
        { ...job, lost: { text: '@systemState.backupLost' } },
        async () => {
          try {
            await services.backups.now()
          } catch (error) {
            throw new ApiError(CODE.failed, '@systemState.failed', { params: { reason: String(error) } })
          }
          return { answer: undefined, said: { text: '@systemState.backedUp' }, isCancelled: false }
        },
      )
    })
  },
}

/** Readings that were kept; the page's rate is of the last whole minute. */
function countReadings({ services }: ModuleServer): { perSecond(): number } {
  const count = services.metrics.counter('loam_readings_total', 'Readings of devices that have been kept')
  const seconds = new Map<number, number>()
  // Counted when they are committed: what is not comes again.
  services.devices.consume('system-state', async (_tx, { samples }) => () => {
    count(samples.length)
    const second = Math.floor(Date.now() / 1000)
    seconds.set(second, (seconds.get(second) ?? 0) + samples.length)
    for (const old of seconds.keys()) if (old < second - 60) seconds.delete(old)
  })
  return {
    perSecond() {
      const now = Math.floor(Date.now() / 1000)
      let sum = 0
      for (const [second, n] of seconds) if (second >= now - 60 && second < now) sum += n
      return Math.round((sum / 60) * 10) / 10
    },
  }
}

/** `26 h 04 min` */
function spanOf(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 1) return `${Math.round(milliseconds / 1000)} s`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}
