import { sql } from 'kysely'
import type { CallContext, Db } from '../../../module'
import { zoneOf } from './list'

const HOUR = 3_600_000
const WINDOW = 600_000
/** Calls in ten minutes above which people are flooded (EEMUA 191). */
const FLOOD = 10
const WORST = 10

/** How a project's alarms do against EEMUA 191 (`design/field.md §2.4`), in the last hours. */
export async function alarmKpis(
  context: CallContext,
  query: { readonly projectId?: string; readonly project_id?: string; readonly hours?: number },
) {
  const { projectId } = context
  const { db } = context
  const hours = query.hours ?? 24
  const now = Date.now()
  // Whole hours, so that bars stand for what they say.
  const from = Math.floor(now / HOUR) * HOUR - (hours - 1) * HOUR
  const standing = await alarmCounts(db, projectId)
  const windows = await countsOf(db, projectId, from, WINDOW)
  const perHour = await countsOf(db, projectId, from, HOUR)
  const total = [...perHour.values()].reduce((sum, count) => sum + count, 0)
  const windowsPassed = Math.max(1, Math.ceil((now - from) / WINDOW))
  const flooded = [...windows.values()].filter((count) => count > FLOOD).length
  const zone = await zoneOf(db, projectId)
  const label = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const perEach = Array.from({ length: hours }, (_, index) => {
    const at = from + index * HOUR
    return { at, label: label.format(at), count: perHour.get(at) ?? 0 }
  })
  return {
    ...standing,
    total,
    perTenMinutes: rounded(total / windowsPassed, 2),
    peakTenMinutes: Math.max(0, ...windows.values()),
    floodPercent: rounded((flooded / windowsPassed) * 100, 1),
    acknowledgeSeconds: await acknowledgeSeconds(db, projectId, from),
    hours: perEach,
    series: [
      {
        name: context.text('@alarm.kpi.perHour'),
        unit: '',
        points: perEach.map(({ at, count }) => [at, count] as [number, number]),
      },
    ],
    severities: await bySeverity(context, projectId, from, total),
    worst: await worstOf(context, projectId, from, total),
  }
}

/** Alarms of a project that stand open, by what they ask for. */
export async function alarmCounts(db: Db, projectId: string) {
  const { rows } = await sql<
    Record<
      'active' | 'unacknowledged' | 'chattering' | 'stale' | 'shelved' | 's1' | 's2' | 's3' | 's4',
      number
    >
  >`
    with open as (select *, state not in ('SHELVED', 'SUPPRESSED_BY_DESIGN', 'OUT_OF_SERVICE') as is_calling
      from alarm where project_id = ${projectId} and closed_at is null)
    select count(*) filter (where is_calling) as active,
      count(*) filter (where state in ('UNACK', 'RTN_UNACK', 'LATCHED_UNACK')) as unacknowledged,
      count(*) filter (where is_calling and chattering) as chattering,
      count(*) filter (where is_calling and first_at < now() - interval '24 hours') as stale,
      count(*) filter (where state = 'SHELVED') as shelved,
      count(*) filter (where is_calling and severity = 1) as s1, count(*) filter (where is_calling and severity = 2) as s2,
      count(*) filter (where is_calling and severity = 3) as s3, count(*) filter (where is_calling and severity = 4) as s4
    from open`.execute(db)
  const {
    s1 = 0,
    s2 = 0,
    s3 = 0,
    s4 = 0,
    active = 0,
    unacknowledged = 0,
    chattering = 0,
    stale = 0,
    shelved = 0,
  } = rows[0] ?? {}
  return { active, unacknowledged, chattering, stale, shelved, bySeverity: [s1, s2, s3, s4] }
}

/** Calls by the beginning of the window they fell into. */
async function countsOf(
  db: Db,
  projectId: string,
  from: number,
  width: number,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ at: number; count: number }>`
    select floor(extract(epoch from at) * 1000 / ${width}::bigint)::bigint * ${width}::bigint as at, count(*) as count
    from alarm_event where project_id = ${projectId} and calls and at >= ${new Date(from)} group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ at, count }) => [at, count]))
}

async function acknowledgeSeconds(db: Db, projectId: string, from: number): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select avg(extract(epoch from ack_at - called_at))::float8 as seconds from alarm
    where project_id = ${projectId} and ack_at >= ${new Date(from)} and called_at <= ack_at`.execute(db)
  const seconds = rows[0]?.seconds ?? null
  return seconds === null ? null : rounded(seconds, 1)
}

async function bySeverity({ db, text }: CallContext, projectId: string, from: number, total: number) {
  const { rows } = await sql<{ severity: number; count: number }>`
    select (alarm->>'severity')::int as severity, count(*) as count from alarm_event
    where project_id = ${projectId} and calls and at >= ${new Date(from)} group by 1`.execute(db)
  const counts = new Map(rows.map(({ severity, count }) => [severity, count]))
  return [1, 2, 3, 4].map((severity) => {
    const count = counts.get(severity) ?? 0
    return { severity, title: text(`@alarm.severity.${severity}`), count, percent: percentOf(count, total) }
  })
}

async function worstOf({ db, text }: CallContext, projectId: string, from: number, total: number) {
  const { rows } = await sql<{
    source: string
    type: string
    name: string
    text: string
    params: object
    count: number
  }>`
    select alarm->>'source_id' as source, alarm->>'type' as type, max(alarm->>'source_name') as name,
      max(alarm->>'text') as text, (array_agg(alarm->'params' order by seq desc))[1] as params, count(*) as count
    from alarm_event where project_id = ${projectId} and calls and at >= ${new Date(from)}
    group by 1, 2 order by 6 desc, 1, 2 limit ${WORST}`.execute(db)
  return rows.map((row) => ({
    id: `${row.source} ${row.type}`,
    deviceName: row.name,
    title: text(row.text, row.params as Record<string, unknown>),
    count: row.count,
    percent: percentOf(row.count, total),
  }))
}

const rounded = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places
const percentOf = (count: number, total: number) => (total === 0 ? 0 : rounded((count / total) * 100, 1))
