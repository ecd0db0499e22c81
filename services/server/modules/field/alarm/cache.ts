import { type Cause, isSameCause, nearerCause, tellsBetter } from '@runtime/field/alarm/cause'
import { activated } from '@runtime/field/alarm/chatter'
import { type Condition, isActive, isCalling, isClosed, normal, stateOf } from '@runtime/field/alarm/state'
import { type AlarmEvent, type AlarmRefusal, calls, step } from '@runtime/field/alarm/transition'
import { newId } from '@runtime/id'
import { type Insertable, type Selectable, sql } from 'kysely'
import { inParts } from '../../../database/batches'
import type { Tx } from '../../../module'
import type { AlarmEventTable, AlarmTable, AlarmTextParams } from './tables'

export type AlarmRow = Selectable<AlarmTable>

/** What an alarm is about, as whoever raises it knows it. */
export interface NewAlarm {
  readonly projectId: string
  /** Of a device, a gateway, or anything else that has an id (a run, a pump station). */
  readonly sourceId: string
  readonly sourceKind?: AlarmTable['source_kind']
  /** Looked up where it is left out. */
  readonly sourceName?: string
  readonly type: string
  /** What it tells of: what others tell of the same cause is one alarm with it. Left out: a thing of its own. */
  readonly cause?: Cause
  readonly severity: number
  /** A locale key or a text, with `{name}` where a value goes. */
  readonly text: string
  readonly params?: AlarmTextParams
  readonly value?: number | null
  readonly threshold?: number | null
  readonly latch?: boolean
  readonly ruleId?: string
  readonly offDelaySec?: number
  readonly suppressWhen?: string
  readonly isSuppressed?: boolean
}

/** Who did something to an alarm. */
export interface Actor {
  readonly id: string
  readonly name: string
}
export const NOBODY: Actor = { id: '', name: '' }

/** What a change of alarms means for others, once it is committed. */
export interface Told {
  readonly projectIds: readonly string[]
  /** Devices whose alarms changed. */
  readonly deviceIds: readonly string[]
}

type Earlier = Pick<AlarmRow, 'recent' | 'off_delay_sec' | 'chattering'>

const keyOf = (of: { projectId: string; sourceId: string; type: string }) =>
  `${of.projectId}\n${of.sourceId}\n${of.type}`
const sourceOf = (of: { projectId: string; sourceId: string }) => `${of.projectId}\n${of.sourceId}`

/**
 * Alarms within one transaction. It begins by holding the streams of its projects, always in the same order: two books on
 * one project follow each other, so that their events have a sequence without gaps and no alarm is opened twice.
 */
export class AlarmCache {
  private readonly tx: Tx
  private readonly last: Map<string, number>
  /** Those that were open when they were read or begun, by source. */
  private readonly bySource = new Map<string, AlarmRow[]>()
  private readonly byId = new Map<string, AlarmRow>()
  private readonly dirty = new Set<AlarmRow>()
  private readonly earlier = new Map<string, Earlier | null>()
  private readonly events: Insertable<AlarmEventTable>[] = []
  readonly now = new Date()

  private constructor(tx: Tx, last: Map<string, number>) {
    this.tx = tx
    this.last = last
  }

  static async on(tx: Tx, projectIds: readonly string[]): Promise<AlarmCache> {
    const { rows } = await sql<{ project_id: string; last: number }>`
      insert into alarm_stream (project_id)
      select id from project where id = any(${[...new Set(projectIds)]}::text[]) order by id
      on conflict (project_id) do update set last = alarm_stream.last
      returning project_id, last`.execute(tx)
    return new AlarmCache(tx, new Map(rows.map((row) => [row.project_id, row.last])))
  }

  /** Reads the open alarms of these sources. */
  async load(sources: readonly { readonly projectId: string; readonly sourceId: string }[]): Promise<void> {
    if (sources.length === 0) return
    const rows = await this.tx
      .selectFrom('alarm')
      .selectAll()
      .where(sql<boolean>`source_id = any(${[...new Set(sources.map(({ sourceId }) => sourceId))]}::text[])`)
      .where('closed_at', 'is', null)
      .execute()
    for (const row of rows) this.keep(row)
  }

  /** Reads alarms by their ids; only those of the projects held. */
  async loadById(fids: readonly string[]): Promise<readonly AlarmRow[]> {
    const rows = await this.tx
      .selectFrom('alarm')
      .selectAll()
      .where(sql<boolean>`fid = any(${[...fids]}::text[])`)
      .execute()
    for (const row of rows) this.keep(row)
    return fids.flatMap((fid) => this.byId.get(fid) ?? [])
  }

  private keep(row: AlarmRow): void {
    if (!this.last.has(row.project_id) || this.byId.has(row.fid)) return
    this.byId.set(row.fid, row)
    if (row.closed_at) return
    const key = sourceOf({ projectId: row.project_id, sourceId: row.source_id })
    const others = this.bySource.get(key)
    if (others) others.push(row)
    else this.bySource.set(key, [row])
  }

  private openAt(of: { projectId: string; sourceId: string }): readonly AlarmRow[] {
    return (this.bySource.get(sourceOf(of)) ?? []).filter(({ closed_at }) => closed_at === null)
  }

  /** The open alarm that tells of a source and type, among those read: the one that it stands in now, else its own. */
  openOf(of: { projectId: string; sourceId: string; type: string }): AlarmRow | undefined {
    const open = this.openAt(of)
    return open.find(({ causes }) => causes.includes(of.type)) ?? open.find(({ type }) => type === of.type)
  }

  /** The open alarm of the same cause, unless it is kept quiet: what comes of that is not to be quiet with it. */
  private kinOf(alarm: NewAlarm): AlarmRow | undefined {
    const cause = alarm.cause ?? ''
    if (cause === '' || alarm.isSuppressed) return undefined
    const kin = this.openAt(alarm).filter((row) => isCalling(row.state) && isSameCause(row.cause, cause))
    return kin.find(({ base }) => isActive(base)) ?? kin[0]
  }

  /**
   * There is cause for an alarm: opens it, counts it once more, or adds it to the one that tells of the same cause already. Null
   * where the project is gone.
   */
  async activate(alarm: NewAlarm, at: Date): Promise<AlarmRow | null> {
    if (!this.last.has(alarm.projectId)) return null
    const own = this.openOf(alarm)
    const before = own?.causes.includes(alarm.type) ? own : (this.kinOf(alarm) ?? own)
    if (before && before.type !== alarm.type) return this.join(before, alarm, at)
    const row = before ?? (await this.begin(alarm, at))
    // What is raised again while its cause is there has not come anew.
    const chatter = isActive(row.base)
      ? { recent: row.recent, isChattering: row.chattering, offDelaySec: row.off_delay_sec }
      : activated(
          { recent: row.recent, offDelaySec: row.off_delay_sec },
          at.getTime(),
          alarm.offDelaySec ?? 0,
        )
    const facts: Partial<AlarmRow> = {
      severity: alarm.severity,
      text: alarm.text,
      params: alarm.params ?? {},
      value: alarm.value ?? null,
      threshold: alarm.threshold ?? null,
      last_at: at > row.last_at ? at : row.last_at,
      occurrences: row.occurrences + 1,
      cleared_at: null,
      causes: withType(row.causes, alarm.type),
      cause: nearerCause(row.cause, alarm.cause ?? ''),
      recent: chatter.recent,
      chattering: chatter.isChattering,
      off_delay_sec: chatter.offDelaySec,
    }
    const isQuietRepeat = row.chattering && chatter.isChattering
    const isWorse = isActive(row.base) && alarm.severity < row.severity
    this.apply(row, { kind: 'activate' }, { facts, isQuiet: isQuietRepeat })
    if (isWorse) this.worsen(row)
    this.absorbKin(row)
    return row
  }

  /** Another tells of the cause of an open alarm: that stays one alarm, in the words of who tells best, with the gravest severity. */
  private join(row: AlarmRow, alarm: NewAlarm, at: Date): AlarmRow {
    const isNews = !row.causes.includes(alarm.type)
    const wasActive = isActive(row.base)
    const isWorse = alarm.severity < row.severity
    const told = { text: alarm.text, params: alarm.params ?? {} }
    const isHead = tellsBetter(alarm, row) && !this.openAt(alarm).some(({ type }) => type === alarm.type)
    const facts: Partial<AlarmRow> = {
      ...(isHead && { type: alarm.type, text: alarm.text, rule_id: alarm.ruleId ?? '' }),
      ...(isHead && { value: alarm.value ?? null, threshold: alarm.threshold ?? null }),
      params: { ...(isHead ? told.params : row.params), also: isHead ? textOf(row) : told },
      severity: Math.min(row.severity, alarm.severity),
      suppress_when: row.suppress_when === (alarm.suppressWhen ?? '') ? row.suppress_when : '',
      last_at: at > row.last_at ? at : row.last_at,
      cleared_at: null,
      causes: withType(row.causes, alarm.type),
      cause: nearerCause(row.cause, alarm.cause ?? ''),
      // The same once more is one more; another word of it is not.
      occurrences: row.occurrences + (wasActive && isNews ? 0 : 1),
      latch: row.latch || (alarm.latch ?? false),
    }
    this.remark(row, 'also', { facts })
    if (!wasActive) this.apply(row, { kind: 'activate' })
    else if (isWorse) this.worsen(row)
    this.absorbKin(row)
    return row
  }

  /** Alarms that have turned out to be of one cause: the one goes on for all of them. */
  private absorbKin(row: AlarmRow): void {
    if (row.cause === '' || !isCalling(row.state)) return
    const others = this.openAt({ projectId: row.project_id, sourceId: row.source_id })
    for (const other of others) {
      if (other === row || !isCalling(other.state) || !isSameCause(row.cause, other.cause)) continue
      const facts = {
        causes: [...new Set([...row.causes, ...other.causes])],
        severity: Math.min(row.severity, other.severity),
        latch: row.latch || other.latch,
        params: { ...row.params, also: textOf(other) },
      }
      this.remark(row, 'also', { facts })
      this.apply(other, { kind: 'remove' }, { facts: { causes: [], cleared_at: this.now } })
    }
  }

  /** Who has acknowledged it did so of something less grave. */
  private worsen(row: AlarmRow): void {
    if (row.base === 'ACKED') this.apply(row, { kind: 'worsen' })
  }

  /** One of those that told of an alarm's cause does so no more: the last of them makes it return. */
  giveBack(row: AlarmRow, type: string, at: Date): void {
    const causes = row.causes.filter((one) => one !== type)
    if (!isActive(row.base)) return
    if (causes.length === 0) this.apply(row, { kind: 'return' }, { facts: { cleared_at: at, causes } })
    else if (causes.length < row.causes.length) {
      row.causes = causes
      this.dirty.add(row)
    }
  }

  /** Reads, in one go, how the last alarms of these went: what is about to be activated need not ask one by one. */
  async loadEarlier(alarms: readonly NewAlarm[]): Promise<void> {
    const { rows } = await sql<Earlier & { project_id: string; source_id: string; type: string }>`
      select wanted.*, earlier.* from unnest(
        ${alarms.map(({ projectId }) => projectId)}::text[], ${alarms.map(({ sourceId }) => sourceId)}::text[],
        ${alarms.map(({ type }) => type)}::text[]) as wanted (project_id, source_id, type)
      cross join lateral (
        select recent, off_delay_sec, chattering from alarm
        where alarm.source_id = wanted.source_id and alarm.type = wanted.type
          and alarm.project_id = wanted.project_id
        order by last_at desc limit 1) as earlier`.execute(this.tx)
    for (const alarm of alarms) this.earlier.set(keyOf(alarm), null)
    for (const { project_id: projectId, source_id: sourceId, type, ...row } of rows)
      this.earlier.set(keyOf({ projectId, sourceId, type }), row)
  }

  private async earlierOf(alarm: NewAlarm): Promise<Earlier | null> {
    if (!this.earlier.has(keyOf(alarm))) await this.loadEarlier([alarm])
    const earlier = this.earlier.get(keyOf(alarm)) ?? null
    // What is begun once more in this book has changed in the meantime.
    this.earlier.delete(keyOf(alarm))
    return earlier
  }

  private async begin(alarm: NewAlarm, at: Date): Promise<AlarmRow> {
    const earlier = await this.earlierOf(alarm)
    const row: AlarmRow = {
      fid: newId(),
      project_id: alarm.projectId,
      source_id: alarm.sourceId,
      source_kind: alarm.sourceKind ?? 'device',
      source_name: alarm.sourceName ?? (await this.nameOf(alarm)),
      type: alarm.type,
      rule_id: alarm.ruleId ?? '',
      severity: alarm.severity,
      text: alarm.text,
      params: alarm.params ?? {},
      value: null,
      threshold: null,
      ...columnsOf({ ...normal(alarm.latch ?? false), isSuppressed: alarm.isSuppressed ?? false }),
      shelved_by: '',
      shelve_reason: '',
      suppress_when: alarm.suppressWhen ?? '',
      unsuppress_at: null,
      first_at: at,
      last_at: at,
      called_at: null,
      occurrences: 0,
      ack_by: '',
      ack_at: null,
      ack_note: '',
      cleared_at: null,
      closed_at: null,
      chattering: earlier?.chattering ?? false,
      recent: earlier?.recent ?? [],
      off_delay_sec: earlier?.off_delay_sec ?? alarm.offDelaySec ?? 0,
      version: 0,
      seq: 0,
      called_seq: 0,
      cause: alarm.cause ?? '',
      causes: [],
    }
    this.keep(row)
    return row
  }

  private async nameOf({ sourceId }: NewAlarm): Promise<string> {
    const { rows } = await sql<{ name: string }>`
      select name from device where id = ${sourceId}
      union all select name from gateway where id = ${sourceId} limit 1`.execute(this.tx)
    return rows[0]?.name ?? sourceId
  }

  /** One step of an alarm; the answer is why it cannot be, if it cannot. */
  apply(
    row: AlarmRow,
    event: AlarmEvent,
    {
      actor = NOBODY,
      note = '',
      facts = {},
      isQuiet = false,
    }: {
      readonly actor?: Actor
      readonly note?: string
      readonly facts?: Partial<AlarmRow>
      readonly isQuiet?: boolean
    } = {},
  ): AlarmRefusal | null {
    const before = conditionOf(row)
    const next = step(before, event)
    if ('refusal' in next) return next.refusal
    const isCalling = !isQuiet && calls(before, next.condition)
    Object.assign(row, facts, columnsOf(next.condition))
    if (isCalling) row.called_at = this.now
    this.record(row, event.kind, stateOf(before), { actor, note, isCalling })
    return null
  }

  /** Something was said of an alarm that leaves its state as it is. */
  remark(
    row: AlarmRow,
    kind: string,
    rest: { actor?: Actor; note?: string; facts?: Partial<AlarmRow> },
  ): void {
    Object.assign(row, rest.facts)
    this.record(row, kind, row.state, {
      actor: rest.actor ?? NOBODY,
      note: rest.note ?? '',
      isCalling: false,
    })
  }

  private record(
    row: AlarmRow,
    kind: string,
    from: AlarmRow['state'],
    { actor, note, isCalling }: { actor: Actor; note: string; isCalling: boolean },
  ): void {
    const seq = (this.last.get(row.project_id) ?? 0) + 1
    this.last.set(row.project_id, seq)
    row.seq = seq
    row.version += 1
    if (isCalling) row.called_seq = seq
    if (isClosed(conditionOf(row)) && !row.closed_at) {
      row.closed_at = this.now
      row.chattering = false
    }
    this.dirty.add(row)
    this.events.push({
      project_id: row.project_id,
      seq,
      fid: row.fid,
      kind,
      from_state: from,
      to_state: row.state,
      at: this.now,
      actor: actor.id,
      actor_name: actor.name,
      note,
      calls: isCalling,
      alarm: JSON.stringify(row),
    })
  }

  /** Writes what has changed. */
  async close(): Promise<Told> {
    const rows = [...this.dirty]
    for (const part of inParts(rows)) await this.write(part)
    for (const part of inParts(this.events)) await this.tx.insertInto('alarm_event').values(part).execute()
    const projectIds = [...new Set(rows.map((row) => row.project_id))]
    for (const id of projectIds)
      await this.tx
        .updateTable('alarm_stream')
        .set({ last: this.last.get(id) ?? 0 })
        .where('project_id', '=', id)
        .execute()
    const deviceIds = rows.filter((row) => row.source_kind === 'device').map((row) => row.source_id)
    return { projectIds, deviceIds: [...new Set(deviceIds)] }
  }

  private async write(rows: readonly AlarmRow[]): Promise<void> {
    const part = rows.map((row) => ({
      ...row,
      params: JSON.stringify(row.params),
      recent: JSON.stringify(row.recent),
      causes: JSON.stringify(row.causes),
    }))
    const names = Object.keys(part[0] ?? {}).filter((name) => name !== 'fid')
    await this.tx
      .insertInto('alarm')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .column('fid')
          .doUpdateSet(Object.fromEntries(names.map((name) => [name, sql.ref(`excluded.${name}`)]))),
      )
      .execute()
  }
}

const withType = (causes: readonly string[], type: string): readonly string[] =>
  causes.includes(type) ? causes : [...causes, type]

function textOf({ text, params: { also: _, ...params } }: AlarmRow) {
  return { text, params }
}

export function conditionOf(row: AlarmRow): Condition {
  return {
    base: row.base,
    isLatching: row.latch,
    shelvedUntil: row.shelved_until?.getTime() ?? null,
    isSuppressed: row.suppressed,
    isOutOfService: row.out_of_service,
  }
}

function columnsOf(condition: Condition) {
  return {
    state: stateOf(condition),
    base: condition.base,
    latch: condition.isLatching,
    shelved_until: condition.shelvedUntil === null ? null : new Date(condition.shelvedUntil),
    suppressed: condition.isSuppressed,
    out_of_service: condition.isOutOfService,
  }
}
