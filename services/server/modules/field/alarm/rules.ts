import { DEFAULT_RULES } from '@runtime/field/alarm/defaults'
import { type AlarmRule, EVENTS } from '@runtime/field/alarm/rule'
import { newId } from '@runtime/id'
import type { Insertable, Selectable } from 'kysely'
import type { Bus } from '../../../bus/bus'
import { inParts } from '../../../database/batches'
import type { Db, Tx } from '../../../module'
import type { AlarmRuleTable } from './tables'

/** A rule as it is kept. */
export interface KeptRule extends AlarmRule {
  readonly id: string
  readonly projectId: string
  readonly name: string
  readonly deviceId: string
}

/** The rules in force, kept in memory: every reading is checked by them. */
export interface Rules {
  /** Rules that may concern a source, by what it measures or says. */
  concerning(source: Source, from: 'metric' | 'event', signal: string): Promise<readonly KeptRule[]>
  byId(projectId: string, id: string): Promise<KeptRule | undefined>
  /** Has every server read a project's rules again; to be called after they are committed. */
  changed(projectId: string): Promise<void>
  /** Has the rules of projects ready, and gives those their first rules that have none yet: nothing is written by `concerning` then. */
  prepare(projectIds: readonly string[]): Promise<void>
  /** Gives a project its first rules, if it has none yet. */
  ensure(projectId: string): Promise<void>
  close(): void
}

/** Whom a rule checks. */
export interface Source {
  readonly projectId: string
  readonly sourceId: string
  /** `DEVICE_KINDS` or `GATEWAY`. */
  readonly kind: string
}

const CHANNEL = 'alarmRules'
/** Milliseconds after which rules are read again, should word of a change have been lost. */
const FRESH = 30_000

interface Loaded {
  readonly at: number
  readonly rules: Promise<readonly KeptRule[]>
  readonly bySignal: Map<string, readonly KeptRule[]>
}

export function createRules(db: Db, bus: Bus): Rules {
  const projects = new Map<string, Loaded>()
  const unsubscribe = bus.subscribe(CHANNEL, (projectId) => projects.delete(String(projectId)))

  const load = async (projectId: string) => {
    await ensureRules(db, projectId)
    const rows = await db
      .selectFrom('alarm_rule')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('enabled_mark', '=', 1)
      .execute()
    return rows.map(ruleOf)
  }
  const loaded = (projectId: string): Loaded => {
    const known = projects.get(projectId)
    if (known && Date.now() - known.at < FRESH) return known
    const fresh: Loaded = { at: Date.now(), rules: load(projectId), bySignal: new Map() }
    fresh.rules.catch(() => projects.delete(projectId))
    projects.set(projectId, fresh)
    return fresh
  }

  return {
    async concerning(source, from, signal) {
      const { rules, bySignal } = loaded(source.projectId)
      const all = await rules
      const key = `${from}\n${signal}\n${source.kind}`
      const some = bySignal.get(key) ?? all.filter((rule) => speaksOf(rule, source.kind, from, signal))
      bySignal.set(key, some)
      return some.length === 0 ? some : chosen(some, source.sourceId, signal)
    },
    async byId(projectId, id) {
      return (await loaded(projectId).rules).find((rule) => rule.id === id)
    },
    async prepare(projectIds) {
      for (const projectId of projectIds) await loaded(projectId).rules
    },
    changed: (projectId) => bus.publish(CHANNEL, projectId),
    ensure: (projectId) => ensureRules(db, projectId),
    close: unsubscribe,
  }
}

function speaksOf(rule: KeptRule, kind: string, from: 'metric' | 'event', signal: string): boolean {
  if (rule.source !== from) return false
  const isAny = rule.signal === EVENTS.any && signal !== EVENTS.offline && signal !== EVENTS.fault
  if (rule.signal !== signal && !isAny) return false
  // An empty kind is every device; a gateway is none.
  return rule.kind === kind || (rule.kind === '' && kind !== 'GATEWAY')
}

/** A device's own rule stands before that of its kind, and a rule for a word before that for any word. */
function chosen(rules: readonly KeptRule[], sourceId: string, signal: string): readonly KeptRule[] {
  const concerned = rules.filter(({ deviceId }) => deviceId === '' || deviceId === sourceId)
  const own = new Set(concerned.filter(({ deviceId }) => deviceId !== '').map(({ type }) => type))
  const exact = concerned.filter((rule) => rule.signal === signal)
  return (exact.length > 0 ? exact : concerned).filter(
    ({ deviceId, type }) => deviceId !== '' || !own.has(type),
  )
}

export async function ensureRules(db: Db, projectId: string): Promise<void> {
  const stream = await db
    .selectFrom('alarm_stream')
    .select('has_rules')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (stream?.has_rules) return
  await db.transaction().execute(async (tx) => {
    const exists = await tx.selectFrom('project').select('id').where('id', '=', projectId).executeTakeFirst()
    if (!exists) return
    const { has_rules } = await tx
      .insertInto('alarm_stream')
      .values({ project_id: projectId })
      .onConflict((conflict) =>
        conflict.column('project_id').doUpdateSet((set) => ({ last: set.ref('alarm_stream.last') })),
      )
      .returning('has_rules')
      .executeTakeFirstOrThrow()
    if (has_rules) return
    const rows = DEFAULT_RULES.map((rule) => ({ id: newId(), ...columnsOfRule(projectId, defaultOf(rule)) }))
    for (const part of inParts(rows))
      await tx
        .insertInto('alarm_rule')
        .values(part)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    await tx
      .updateTable('alarm_stream')
      .set({ has_rules: true })
      .where('project_id', '=', projectId)
      .execute()
  })
}

const defaultOf = (rule: AlarmRule) => ({
  ...rule,
  name: `@alarm.type.${rule.type}`,
  deviceId: '',
  isEnabled: true,
})

export function columnsOfRule(
  projectId: string,
  rule: AlarmRule & { readonly name: string; readonly deviceId: string; readonly isEnabled: boolean },
): Omit<Insertable<AlarmRuleTable>, 'id' | 'updated_at'> & { updated_at: null } {
  return {
    project_id: projectId,
    type: rule.type,
    name: rule.name,
    kind: rule.kind,
    device_id: rule.deviceId,
    source: rule.source,
    signal: rule.signal,
    comparison: rule.comparison,
    threshold: rule.threshold,
    deadband: rule.deadband,
    on_delay_sec: rule.onDelaySec,
    off_delay_sec: rule.offDelaySec,
    severity: rule.severity,
    latch: rule.latch,
    suppress_when: rule.suppressWhen,
    enabled_mark: rule.isEnabled ? 1 : 0,
    updated_at: null,
  }
}

export function ruleOf(row: Selectable<AlarmRuleTable>): KeptRule {
  return {
    id: row.id,
    projectId: row.project_id,
    type: row.type,
    name: row.name,
    kind: row.kind as KeptRule['kind'],
    deviceId: row.device_id,
    source: row.source,
    signal: row.signal,
    comparison: row.comparison as KeptRule['comparison'],
    threshold: row.threshold,
    deadband: row.deadband,
    onDelaySec: row.on_delay_sec,
    offDelaySec: row.off_delay_sec,
    severity: row.severity,
    latch: row.latch,
    suppressWhen: row.suppress_when as KeptRule['suppressWhen'],
  }
}

/** Ends the watches of a rule that is no more, or has changed: what they had raised returns. */
export async function forgetWatches(tx: Tx, ruleId: string) {
  return tx
    .deleteFrom('alarm_watch')
    .where('rule_id', '=', ruleId)
    .returning(['project_id', 'source_id', 'type'])
    .execute()
}
