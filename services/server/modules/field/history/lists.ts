import { formatDate, parseDate } from '@runtime/date'
import { sumOf, type Volume, volumeNote } from '@runtime/field/meter'
import { CODE } from '@services/contract/envelope'
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../../http/errors'
import type { CallContext } from '../../../module'
import { NOT_WHOLE } from './not-whole'

export interface RecordQuery {
  readonly deviceId?: string | undefined
  readonly projectId?: string | undefined
  readonly startTime?: string | number | undefined
  readonly endTime?: string | number | undefined
  readonly groupBy?: 'lgz' | 'day' | 'none' | undefined
  readonly keyword?: string | undefined
  readonly currentPage?: number | undefined
  readonly pageSize?: number | undefined
}

interface Scope {
  readonly zone: string
  readonly where: RawBuilder<unknown>
  readonly page: { readonly currentPage: number; readonly pageSize: number }
}

/** Which records are meant: of a device, or of a project; the caller must be allowed to see that project. */
async function scopeOf(
  context: CallContext,
  query: RecordQuery,
  device: RawBuilder<unknown>,
): Promise<Scope> {
  const { projectId } = context
  const { time_zone: zone } = await context.db
    .selectFrom('project')
    .select('time_zone')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  const moment = (path: 'startTime' | 'endTime') => {
    const value = query[path]
    if (value === undefined || value === '') return null
    const at = typeof value === 'number' ? value : parseDate(value, zone)
    if (at !== null) return new Date(at)
    const message = context.text('@history.notTime')
    throw new ApiError(CODE.badRequest, message, { errors: [{ path, message }] })
  }
  const [from, to] = [moment('startTime'), moment('endTime')]
  const keyword = query.keyword?.trim()
  return {
    zone,
    where: sql.join(
      [
        sql`record.project_id = ${projectId}`,
        ...(query.deviceId ? [sql`${device} = ${query.deviceId}`] : []),
        ...(from ? [sql`record.end_at >= ${from}`] : []),
        ...(to ? [sql`record.start_at <= ${to}`] : []),
        ...(keyword ? [sql`strpos(lower(coalesce(irrigation_group.name, '')), lower(${keyword})) > 0`] : []),
      ],
      sql` and `,
    ),
    page: { currentPage: query.currentPage ?? 1, pageSize: query.pageSize ?? 20 },
  }
}

/** What rows of fertilizer are summed up by: a group, the day of the project in which a record began; by nothing, a row is a record. */
function groupOf(groupBy: RecordQuery['groupBy'], zone: string): RawBuilder<unknown> {
  if (groupBy === 'day') return sql`to_char(record.start_at at time zone ${zone}, 'YYYY-MM-DD')`
  return groupBy === 'lgz' ? sql`coalesce(record.group_id, '')` : sql`record.id`
}

/**
 * What rows of water are summed up by: by nothing, a row is a turn, whichever pumps served it, or a pump's run by hand. A turn is of
 * the day on which it began, with all its water.
 */
function turnOf(groupBy: RecordQuery['groupBy'], zone: string): RawBuilder<unknown> {
  if (groupBy === 'day') return sql`to_char(record.unit_start at time zone ${zone}, 'YYYY-MM-DD')`
  return groupBy === 'lgz' ? groupOf(groupBy, zone) : sql`record.unit`
}

interface Summed {
  readonly id: string
  readonly group_id: string | null
  readonly group_name: string | null
  readonly device_id: string
  readonly device_name: string | null
  readonly devices: number
  readonly groups: number
  readonly start_at: Date
  readonly end_at: Date
  readonly count: number
}

const shared = sql`
  min(record.group_id) as group_id, min(irrigation_group.name) as group_name,
  count(distinct coalesce(record.group_id, ''))::int as groups,
  min(record.start_at) as start_at, max(record.end_at) as end_at,
  max(record.start_at) as last_at, count(*)::int as count`

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))
const maybe = (value: number | null, digits: number) => (value === null ? null : rounded(value, digits))

/** How sure the records of a row are and what is said of them, each once. */
const said = sql`jsonb_agg(distinct jsonb_build_object(
  'm3', case when volume_m3 is not null then 0 end, 'quality', volume_quality, 'notes', volume_notes))`

function volumeOf(volumes: readonly Volume[], translate: CallContext['text']) {
  const { quality, notes } = sumOf(volumes)
  return { volumeQuality: quality, volumeNote: volumeNote(quality, notes, translate) }
}

/**
 * Water that was used (`design/field.md §3.4`, getWaterUserRecord). A turn's area is shared among its pumps by what each gave,
 * so a row's depth (`perMu`) is the turn's whoever served it. A row of several turns has the areas of their groups, each once, and
 * what was planned of each turn once; a turn without a target is planned as the group's design flow over its minutes.
 */
export async function listWaterUse(context: CallContext, query: RecordQuery) {
  const { zone, where, page } = await scopeOf(context, query, sql`record.pump_id`)
  const key = turnOf(query.groupBy, zone)
  const tables = sql`
    (select *, coalesce(turn_id, id) as unit,
        min(start_at) over (partition by coalesce(turn_id, id)) as unit_start,
        case when bool_and(volume_m3 is not null) over (partition by turn_id)
          then area_mu * volume_m3 / nullif(sum(volume_m3) over (partition by turn_id), 0) end as share_mu
      from water_use_record where project_id = ${context.projectId}) as record
    left join irrigation_group on irrigation_group.id = record.group_id
    left join device on device.id = record.pump_id`
  type Row = Summed & {
    readonly volume: number | null
    readonly volumes: readonly Volume[]
    readonly unknown: number
    readonly names: string | null
    readonly turns: number
    readonly minutes: number
    readonly planned_minutes: number | null
    readonly planned_m3: number | null
    readonly energy: number | null
    readonly area: number | null
    readonly per_mu: number | null
    readonly operator: string | null
  }
  const { rows } = await sql<Row>`
    with row as (
      select ${key} as id, ${shared},
        min(record.pump_id) as device_id, min(device.name) as device_name,
        count(distinct record.pump_id)::int as devices,
        sum(volume_m3) as volume, sum(energy_kwh) as energy,
        ${said} as volumes, count(*) filter (where ${NOT_WHOLE})::int as unknown,
        count(distinct record.unit)::int as turns, string_agg(distinct device.name, '、') as names,
        string_agg(distinct nullif(record.operator, ''), '、') as operator
      from ${tables} where ${where}
      group by 1 order by max(record.start_at) desc, 1
      limit ${page.pageSize} offset ${(page.currentPage - 1) * page.pageSize}),
    watered as (
      select ${key} as id, sum(volume_m3) as volume, sum(share_mu) / count(distinct turn_id) as area
      from ${tables} where ${where} and share_mu is not null group by 1, record.group_id),
    timed as (
      select ${key} as id, extract(epoch from max(record.end_at) - min(record.start_at))::float8 / 60 as minutes,
        min(step.planned_minutes) as planned_minutes,
        min(coalesce(step.planned_m3, nullif(irrigation_group.design_flow, 0) * step.planned_minutes / 60)) as planned_m3
      from ${tables} left join run_step as step
        on step.project_id = record.project_id and step.run_id || ':' || step.turn = record.turn_id
      where ${where} group by 1, record.unit)
    select row.*, planned.minutes, planned.planned_minutes, planned.planned_m3, watered.area, watered.volume / nullif(watered.area, 0) as per_mu
    from row left join (select id, sum(volume) as volume, sum(area) as area from watered group by 1) as watered
      on watered.id = row.id
      left join (select id, sum(minutes) as minutes, sum(planned_minutes) as planned_minutes,
        sum(planned_m3) as planned_m3 from timed group by 1) as planned on planned.id = row.id
    order by row.last_at desc, row.id`.execute(context.db)
  const summary = await sql<{ volume: number | null; unknown: number; energy: number | null; total: number }>`
    select sum(volume_m3) as volume, count(*) filter (where ${NOT_WHOLE})::int as unknown, sum(energy_kwh) as energy, count(distinct ${key})::int as total
    from ${tables} where ${where}`.execute(context.db)
  return {
    list: rows.map((row) => ({
      ...namesOf(context, row, zone),
      lgzId: row.groups === 1 ? row.group_id : null,
      ...(row.groups === 1 && row.turns === 1 && { deviceName: row.names ?? '' }),
      count: row.turns,
      waterVolume: maybe(row.volume, 1),
      ...volumeOf(row.volumes, context.text),
      unknown: row.unknown,
      plannedM3: maybe(row.planned_m3, 1),
      minutes: Math.round(row.minutes),
      plannedMinutes: maybe(row.planned_minutes, 0),
      areaMu: maybe(row.area, 1),
      perMu: maybe(row.per_mu, 2),
      energy: maybe(row.energy, 1),
      operator: row.operator ?? '',
    })),
    pagination: { ...page, total: summary.rows[0]?.total ?? 0 },
    totals: {
      // Of records none of which is known nothing is known; of none at all nothing was used.
      waterVolume: summary.rows[0]?.unknown
        ? maybe(summary.rows[0].volume, 1)
        : rounded(summary.rows[0]?.volume ?? 0, 1),
      energy: rounded(summary.rows[0]?.energy ?? 0, 1),
      unknown: summary.rows[0]?.unknown ?? 0,
    },
  }
}

/** Fertilizer that was injected (`design/field.md §3.4`, getFertilizerHisRecord). */
export async function listFertilizerUse(context: CallContext, query: RecordQuery) {
  const { zone, where, page } = await scopeOf(context, query, sql`record.device_id`)
  const key = sql`${groupOf(query.groupBy, zone)} || ':' || record.channel`
  const tables = sql`
    fertilizer_record as record
    left join irrigation_group on irrigation_group.id = record.group_id
    left join device on device.id = record.device_id`
  type Row = Summed & {
    readonly channel: number
    readonly recipe: string | null
    readonly channels: { readonly no: number; readonly name: string }[] | null
    readonly volume: number
    readonly ec: number | null
    readonly ph: number | null
  }
  const { rows } = await sql<Row>`
    select ${key} as id, ${shared}, record.channel,
      min(record.device_id) as device_id, min(device.name) as device_name,
      count(distinct record.device_id)::int as devices,
      (array_agg(device.settings->'channels'))[1] as channels,
      string_agg(distinct nullif(record.recipe, ''), '、') as recipe,
      sum(volume_l) as volume, avg(ec) as ec, avg(ph) as ph
    from ${tables} where ${where}
    group by 1, record.channel order by max(record.start_at) desc, 1
    limit ${page.pageSize} offset ${(page.currentPage - 1) * page.pageSize}`.execute(context.db)
  const summary = await sql<{ volume: number | null; total: number }>`
    select sum(volume_l) as volume, count(distinct ${key})::int as total from ${tables} where ${where}`.execute(
    context.db,
  )
  return {
    list: rows.map((row) => ({
      ...namesOf(context, row, zone),
      recipe: row.recipe ?? '',
      channel: row.channel,
      channelName:
        row.channels?.find(({ no }) => no === row.channel)?.name ??
        context.text('@history.channel', { no: row.channel }),
      volume: rounded(row.volume, 1),
      ec: maybe(row.ec, 2),
      ph: maybe(row.ph, 2),
    })),
    pagination: { ...page, total: summary.rows[0]?.total ?? 0 },
    totals: { volume: rounded(summary.rows[0]?.volume ?? 0, 1) },
  }
}

function namesOf({ text }: CallContext, row: Summed, zone: string) {
  const time = (at: Date) => formatDate(at.getTime(), 'yyyy-MM-dd HH:mm:ss', zone)
  return {
    id: row.id,
    lgzName: row.groups > 1 ? '' : (row.group_name ?? text('@history.byHand')),
    deviceId: row.device_id,
    deviceName: row.devices > 1 ? text('@history.devices', { count: row.devices }) : (row.device_name ?? ''),
    startTime: time(row.start_at),
    endTime: time(row.end_at),
    count: row.count,
  }
}
