import { newId } from '@runtime/id'
import { alarmCalls as calls } from '@services/contract/areas/field/alarm'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { type Selectable, sql } from 'kysely'
import { withConstraints } from '../../../database/constraint'
import { pageOf } from '../../../database/page'
import { holdsKeyword } from '../../../database/search'
import { ApiError, notFound } from '../../../http/errors'
import { type CallContext, type ModuleServer, Reply, type Tx } from '../../../module'
import { AlarmCache, type Told } from './cache'
import { columnsOfRule, forgetWatches, type Rules } from './rules'
import type { AlarmRuleTable } from './tables'

type Body = Omit<InputOf<(typeof calls)['alarmRule.create']>, 'rowVersion'>
type Query = InputOf<(typeof calls)['alarmRule.list']>

const TAKEN = { alarm_rule_type: { path: 'type', message: '@alarm.rule.taken' } } as const

/** What makes alarms, kept by whoever manages the project. */
export function serveRules(
  { handle, db }: ModuleServer,
  rules: Rules,
  committed: (told: Told) => Promise<void>,
): void {
  const ruleOf = async (id: string) => {
    const row = await db.selectFrom('alarm_rule').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw notFound()
    return row
  }
  /** A rule for one device speaks of a device of its own project. */
  const demandDevice = async (
    context: CallContext,
    projectId: string,
    deviceId: string | null | undefined,
  ) => {
    if (!deviceId) return
    const device = await db
      .selectFrom('device')
      .select('id')
      .where('id', '=', deviceId)
      .where('project_id', '=', projectId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (device) return
    const message = context.text('@field.deviceGone')
    throw new ApiError(CODE.badRequest, '@field.deviceGone', { errors: [{ path: 'deviceId', message }] })
  }
  const saved = async (projectId: string, told: Told | null) => {
    await rules.changed(projectId)
    if (told) await committed(told)
  }

  handle(calls['alarmRule.list'], { project: 'projectId', level: 'view' }, async (context, query) => {
    const { projectId } = context
    await rules.ensure(projectId)
    return listRules(context, projectId, query)
  })
  handle(
    calls['alarmRule.create'],
    { code: 'field.alarmRule:btn_add', project: 'projectId', level: 'manage' },
    async (context, body) => {
      await demandDevice(context, body.projectId, body.deviceId)
      await rules.ensure(body.projectId)
      const id = newId()
      await withConstraints(TAKEN, context.text, () =>
        db.transaction().execute(async (tx) => {
          await tx
            .insertInto('alarm_rule')
            .values({ id, ...columnsOf(body) })
            .execute()
          await context.audit({ action: 'alarmRule.create', target: id, after: body }, tx)
        }),
      )
      await saved(body.projectId, null)
      return new Reply({ id }, context.text('@alarm.rule.saved'))
    },
  )
  handle(
    calls['alarmRule.update'],
    { code: 'field.alarmRule:btn_edit', alarmRule: 'id', level: 'manage' },
    async (context, { id, rowVersion, ...body }) => {
      const before = await ruleOf(id)
      await demandDevice(context, before.project_id, body.deviceId)
      const told = await withConstraints(TAKEN, context.text, () =>
        db.transaction().execute(async (tx) => {
          // A name that is given in every language stays so while nobody writes another.
          const name = body.name === context.text(before.name) ? before.name : body.name
          const { project_id, updated_at, ...columns } = columnsOf({ ...body, name })
          const changed = await tx
            .updateTable('alarm_rule')
            .set({ ...columns, updated_at: new Date(), row_version: sql`row_version + 1` })
            .where('id', '=', id)
            .$if(rowVersion !== undefined, (query) => query.where('row_version', '=', rowVersion ?? 0))
            .executeTakeFirst()
          if (changed.numUpdatedRows === 0n) throw await conflictOf(context, tx, id)
          await context.audit({ action: 'alarmRule.update', target: id, before, after: body }, tx)
          return endOf(tx, id)
        }),
      )
      await saved(before.project_id, told)
      return new Reply(null, context.text('@alarm.rule.saved'))
    },
  )
  handle(
    calls['alarmRule.delete'],
    { code: 'field.alarmRule:btn_remove', alarmRule: 'id', level: 'manage' },
    async (context, { id }) => {
      const before = await ruleOf(id)
      const told = await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('alarm_rule').where('id', '=', id).execute()
        await context.audit({ action: 'alarmRule.delete', target: id, before }, tx)
        return endOf(tx, id)
      })
      await saved(before.project_id, told)
      return new Reply(null, context.text('@alarm.rule.deleted'))
    },
  )
}

/** What a rule had raised returns: under a changed rule, what is still a cause raises it anew with the next word. */
async function endOf(tx: Tx, ruleId: string): Promise<Told | null> {
  const gone = await forgetWatches(tx, ruleId)
  if (gone.length === 0) return null
  const cache = await AlarmCache.on(
    tx,
    gone.map(({ project_id }) => project_id),
  )
  await cache.load(gone.map(({ project_id, source_id }) => ({ projectId: project_id, sourceId: source_id })))
  for (const { project_id, source_id, type } of gone) {
    const open = cache.openOf({ projectId: project_id, sourceId: source_id, type })
    if (open) cache.giveBack(open, type, cache.now)
  }
  return cache.close()
}

async function listRules({ db, text }: CallContext, projectId: string, query: Query) {
  const { keyword, kind } = query
  const rows = db
    .selectFrom('alarm_rule')
    .leftJoin('device', 'device.id', 'alarm_rule.device_id')
    .where('alarm_rule.project_id', '=', projectId)
    .where(holdsKeyword(keyword, 'alarm_rule.type', 'alarm_rule.name', 'alarm_rule.signal'))
    .$if(Boolean(kind), (own) => own.where('alarm_rule.kind', '=', String(kind)))
  const page = await pageOf(
    rows
      .selectAll('alarm_rule')
      .select('device.name as deviceName')
      .orderBy('alarm_rule.severity')
      .orderBy('alarm_rule.type'),
    query,
  )
  const list = page.list.map((row) => ({ ...wireOf(row, text), deviceName: row.deviceName ?? '' }))
  return { list, pagination: page.pagination }
}

const wireOf = (row: Selectable<AlarmRuleTable>, text: CallContext['text']) => ({
  id: row.id,
  projectId: row.project_id,
  type: row.type,
  name: text(row.name),
  kind: row.kind,
  deviceId: row.device_id,
  source: row.source,
  signal: row.signal,
  comparison: row.comparison,
  threshold: row.threshold,
  deadband: row.deadband,
  onDelaySec: row.on_delay_sec,
  offDelaySec: row.off_delay_sec,
  severity: row.severity,
  latch: row.latch ? 1 : 0,
  suppressWhen: row.suppress_when,
  enabledMark: row.enabled_mark,
  rowVersion: row.row_version,
})

/** Somebody has saved the rule since: 409 with what is stored; 404 where it has been deleted. */
async function conflictOf({ text }: CallContext, tx: Tx, id: string): Promise<ApiError> {
  const row = await tx.selectFrom('alarm_rule').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return notFound()
  const data = { version: row.row_version, data: wireOf(row, text) }
  return new ApiError(CODE.conflict, '@record.conflict', { data })
}

function columnsOf(body: Body) {
  return columnsOfRule(body.projectId, {
    type: body.type,
    name: body.name,
    kind: (body.kind ?? '') as never,
    deviceId: body.deviceId ?? '',
    source: body.source,
    signal: body.signal,
    comparison: (body.comparison ?? 'gt') as never,
    threshold: body.threshold ?? 0,
    deadband: body.deadband ?? 0,
    onDelaySec: body.onDelaySec ?? 0,
    offDelaySec: body.offDelaySec ?? 0,
    severity: body.severity,
    latch: body.latch === 1,
    suppressWhen: (body.suppressWhen ?? '') as never,
    isEnabled: (body.enabledMark ?? 1) === 1,
  })
}
