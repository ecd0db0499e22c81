import { causeOfRule } from '@runtime/field/alarm/cause'
import { dueAt, EVENTS, observe, violates, type Watch } from '@runtime/field/alarm/rule'
import { isActive } from '@runtime/field/alarm/state'
import { type Insertable, type Selectable, sql } from 'kysely'
import { inParts } from '../../../database/batches'
import type { Batch } from '../../../devices/ingest'
import type { Db, Tx } from '../../../module'
import { AlarmCache, type NewAlarm, type Told } from './cache'
import { type Observation, observationsIn } from './observations'
import type { KeptRule, Rules, Source } from './rules'
import { type Suppressible, suppressedAmong, suppressionKey } from './suppression'
import type { AlarmWatchTable } from './tables'

export type WatchRow = Selectable<AlarmWatchTable>

/** What each device is, kept in memory; read again after a while, since devices are added and change. */
export interface Kinds {
  of(deviceIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}

const FRESH = 60_000

export function createKinds(db: Db): Kinds {
  let known = new Map<string, string>()
  let readAt = 0
  return {
    async of(deviceIds) {
      if (Date.now() - readAt > FRESH) {
        known = new Map()
        readAt = Date.now()
      }
      const missing = [...new Set(deviceIds)].filter((id) => !known.has(id))
      if (missing.length > 0) {
        const rows = await db
          .selectFrom('device')
          .select(['id', 'kind'])
          .where(sql<boolean>`id = any(${missing}::text[])`)
          .execute()
        for (const { id, kind } of rows) known.set(id, kind)
      }
      return known
    },
  }
}

interface Evaluated {
  readonly observation: Observation
  readonly rule: KeptRule
  readonly type: string
}

/** Checks what devices said by the rules, in the batch's own transaction; the same batch twice changes nothing more. */
export async function evaluateBatch(
  tx: Tx,
  batch: Batch,
  { rules, kinds }: { readonly rules: Rules; readonly kinds: Kinds },
): Promise<Told | null> {
  const now = Date.now()
  const evaluated = await evaluate(observationsIn(batch, now), rules, kinds)
  if (evaluated.length === 0) return null
  const before = await watchesOf(tx, evaluated)
  const after = new Map(before)
  const touched = new Map<string, Evaluated>()
  for (const one of evaluated) {
    const key = keyOf(one.observation.sourceId, one.type)
    const next = watched(after.get(key), one)
    if (next === after.get(key)) continue
    touched.set(key, one)
    if (next) after.set(key, next)
    else after.delete(key)
  }
  if (touched.size === 0) return null
  return settle(
    tx,
    [...touched.entries()].map(([key, { rule }]) => ({ rule, row: after.get(key), was: before.get(key) })),
    now,
  )
}

async function evaluate(
  observations: readonly Observation[],
  rules: Rules,
  kinds: Kinds,
): Promise<readonly Evaluated[]> {
  const devices = observations.filter(({ sourceKind }) => sourceKind === 'device')
  const kindOf = await kinds.of(devices.map(({ sourceId }) => sourceId))
  const evaluated: Evaluated[] = []
  for (const observation of observations) {
    const { projectId, sourceId, sourceKind, from, signal } = observation
    const kind = sourceKind === 'gateway' ? 'GATEWAY' : kindOf.get(sourceId)
    if (kind === undefined) continue
    const source: Source = { projectId, sourceId, kind }
    for (const rule of await rules.concerning(source, from, signal)) {
      const type = rule.signal === EVENTS.any ? signal : rule.type
      evaluated.push({ observation, rule, type })
    }
  }
  return evaluated
}

const keyOf = (sourceId: string, type: string) => `${sourceId}\n${type}`

/** Watches of the sources that are checked, held until the transaction ends. */
async function watchesOf(tx: Tx, evaluated: readonly Evaluated[]): Promise<ReadonlyMap<string, WatchRow>> {
  const sources = [...new Set(evaluated.map(({ observation }) => observation.sourceId))]
  const rows = await tx
    .selectFrom('alarm_watch')
    .selectAll()
    .where(sql<boolean>`source_id = any(${sources}::text[])`)
    .orderBy('source_id')
    .orderBy('type')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [keyOf(row.source_id, row.type), row]))
}

/** The watch after an observation; the same where nothing has changed, none where there is nothing to watch. */
function watched(row: WatchRow | undefined, { observation, rule, type }: Evaluated): WatchRow | undefined {
  const { value, isActive, at } = observation
  const holds = value === undefined ? isActive === true : violates(rule, value, row?.holds ?? false)
  if (!row && !holds) return undefined
  const watch: Watch | undefined = row && { holds: row.holds, since: row.since.getTime() }
  const next = observe(watch, holds, at)
  if (row && next === watch) return row
  if (!holds && !row?.raised) return undefined
  return {
    project_id: observation.projectId,
    source_id: observation.sourceId,
    source_kind: observation.sourceKind,
    type,
    rule_id: rule.id,
    holds,
    since: new Date(next.since),
    raised: row?.raised ?? false,
    due_at: null,
    value: value ?? null,
    params: observation.params,
  }
}

/** A watch whose time may have come, with the rule that it is checked by. */
export interface Due {
  /** None where the rule has gone in the meantime. */
  readonly rule: KeptRule | undefined
  /** None where there is nothing to watch any more. */
  readonly row: WatchRow | undefined
  /** As it stands in the table. */
  readonly was: WatchRow | undefined
}

/** Raises and returns what is due by now, and writes for all others when they will be. */
export async function settle(tx: Tx, dues: readonly Due[], now: number): Promise<Told | null> {
  const offDelays = await offDelaysOf(tx, dues)
  const ready: { rule: KeptRule; row: WatchRow }[] = []
  const keep: WatchRow[] = []
  const drop: WatchRow[] = []
  for (const { rule, row, was } of dues) {
    if (!row || !rule) {
      if (was) drop.push(was)
      continue
    }
    const offDelaySec = offDelays.get(keyOf(row.source_id, row.type)) ?? rule.offDelaySec
    const due = dueAt({ holds: row.holds, since: row.since.getTime() }, { ...rule, offDelaySec }, row.raised)
    if (due === null) keep.push({ ...row, due_at: null })
    else if (due > now) keep.push({ ...row, due_at: new Date(due) })
    else {
      ready.push({ rule, row })
      if (row.holds) keep.push({ ...row, raised: true, due_at: null })
      else drop.push(row)
    }
  }
  await write(tx, keep, drop)
  return ready.length === 0 ? null : raise(tx, ready)
}

/** How long the causes of chattering alarms must be gone. */
async function offDelaysOf(tx: Tx, dues: readonly Due[]): Promise<ReadonlyMap<string, number>> {
  const leaving = dues.flatMap(({ row }) => (row && !row.holds ? [row.source_id] : []))
  if (leaving.length === 0) return new Map()
  const rows = await tx
    .selectFrom('alarm')
    .select(['source_id', 'type', 'causes', 'off_delay_sec'])
    .where(sql<boolean>`source_id = any(${[...new Set(leaving)]}::text[])`)
    .where('closed_at', 'is', null)
    .where('chattering', '=', true)
    .execute()
  return new Map(
    rows.flatMap((row) =>
      [row.type, ...row.causes].map((type) => [keyOf(row.source_id, type), row.off_delay_sec] as const),
    ),
  )
}

async function write(tx: Tx, keep: readonly WatchRow[], drop: readonly WatchRow[]): Promise<void> {
  const inOrder = [...keep].sort((left, right) =>
    keyOf(left.source_id, left.type) < keyOf(right.source_id, right.type) ? -1 : 1,
  )
  const values: Insertable<AlarmWatchTable>[] = inOrder.map((row) => ({
    ...row,
    params: JSON.stringify(row.params),
  }))
  for (const part of inParts(values))
    await tx
      .insertInto('alarm_watch')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['source_id', 'type']).doUpdateSet((set) => ({
          project_id: set.ref('excluded.project_id'),
          rule_id: set.ref('excluded.rule_id'),
          holds: set.ref('excluded.holds'),
          since: set.ref('excluded.since'),
          raised: set.ref('excluded.raised'),
          due_at: set.ref('excluded.due_at'),
          value: set.ref('excluded.value'),
          params: set.ref('excluded.params'),
        })),
      )
      .execute()
  if (drop.length > 0)
    await sql`
      delete from alarm_watch using unnest(
        ${drop.map((row) => row.source_id)}::text[], ${drop.map((row) => row.type)}::text[]) gone(source_id, type)
      where alarm_watch.source_id = gone.source_id and alarm_watch.type = gone.type`.execute(tx)
}

async function raise(tx: Tx, ready: readonly { rule: KeptRule; row: WatchRow }[]): Promise<Told> {
  const coming = ready.filter(({ row }) => row.holds)
  const suppressed = await suppressedAmong(tx, coming.map(suppressibleOf))
  const cache = await AlarmCache.on(
    tx,
    ready.map(({ row }) => row.project_id),
  )
  await cache.load(ready.map(({ row }) => ({ projectId: row.project_id, sourceId: row.source_id })))
  const names = await namesOf(
    tx,
    coming.map(({ row }) => row.source_id),
  )
  const alarms = ready.map(({ rule, row }) => ({
    rule,
    row,
    alarm: alarmOf(rule, row, names.get(row.source_id)),
  }))
  await cache.loadEarlier(
    alarms.filter(({ row, alarm }) => row.holds && !cache.openOf(alarm)).map(({ alarm }) => alarm),
  )
  for (const { rule, row, alarm } of alarms) {
    const open = cache.openOf(alarm)
    if (row.holds) {
      const isSuppressed = suppressed.has(suppressionKey(suppressibleOf({ rule, row })))
      const isOwn = open?.suppress_when === rule.suppressWhen
      if (open && isOwn && isSuppressed && !open.suppressed) cache.apply(open, { kind: 'suppress' })
      if (!open?.causes.includes(alarm.type) || !isActive(open.base))
        await cache.activate({ ...alarm, isSuppressed }, row.since)
    } else if (open) cache.giveBack(open, alarm.type, row.since)
  }
  return cache.close()
}

const suppressibleOf = ({ rule, row }: { rule: KeptRule; row: WatchRow }): Suppressible => ({
  projectId: row.project_id,
  sourceId: row.source_id,
  when: rule.suppressWhen,
})

async function namesOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from device where id = any(${wanted}::text[])
    union all select id, name from gateway where id = any(${wanted}::text[])`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function alarmOf(rule: KeptRule, row: WatchRow, sourceName: string | undefined): NewAlarm {
  const isMetric = rule.source === 'metric'
  return {
    projectId: row.project_id,
    sourceId: row.source_id,
    sourceKind: row.source_kind,
    ...(sourceName !== undefined && { sourceName }),
    type: row.type,
    // A device's word without a text of its own stands as its message; a state names its fault there.
    cause: causeOfRule(rule, rule.signal === EVENTS.any ? row.type : String(row.params.message ?? '')),
    ruleId: rule.id,
    severity: rule.severity,
    text: rule.name,
    params: row.params,
    value: isMetric ? row.value : null,
    threshold: isMetric ? rule.threshold : null,
    latch: rule.latch,
    offDelaySec: rule.offDelaySec,
    suppressWhen: rule.suppressWhen,
  }
}
