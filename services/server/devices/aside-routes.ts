import { ASIDE_REASONS, deviceAsideCalls as calls } from '@services/contract/areas/field/device-aside'
import type { InputOf } from '@services/contract/call'
import { type SelectQueryBuilder, sql } from 'kysely'
import { pageOf } from '../database/page'
import type { Database } from '../database/schema'
import { holdsKeyword } from '../database/search'
import { notFound } from '../http/errors'
import { type CallContext, type Db, type ModuleServer, Reply } from '../module'
import type { KeepOptions } from './keep'
import { fittingFor, readingsIn, takeIn } from './take-in'
import type { Fitting } from './time-correction'

/** Characters of a payload that a list shows. */
const PREVIEW = 200
const REASONS: Readonly<Record<string, string>> = ASIDE_REASONS

/** What devices sent that could not be kept, for who manages the project it is of. */
export function serveAside({ db, services, handle }: ModuleServer, keeping: () => KeepOptions): void {
  const rowOf = async (id: string) => {
    const row = await asideRows(db).where(sql<boolean>`device_aside.id::text = ${id}`).executeTakeFirst()
    if (!row) throw notFound()
    return row
  }
  services.targets.guards.things.aside = async (context, id, level) => {
    const { project_id: projectId } = await rowOf(id)
    // A project that is none of ours (a stranger's topic) is an administrator's to look after.
    if (context.user.isAdministrator && (projectId === '' || (await isStray(db, projectId)))) return ''
    await services.projects.demand(context, projectId, level)
    return projectId
  }

  handle(calls['deviceAside.list'], { project: 'projectId', level: 'manage' }, async (context, query) => {
    const rows = narrowed(asideRows(db), context.projectId, context.user.isAdministrator, query)
    const { list, pagination } = await pageOf(
      rows.orderBy('device_aside.last_at', 'desc').orderBy('device_aside.id', 'desc'),
      query,
    )
    return { list: list.map((row) => wireOf(row, context, keeping(), PREVIEW)), pagination }
  })
  handle(calls['deviceAside.read'], { aside: 'id', level: 'manage' }, async (context, { id }) =>
    wireOf(await rowOf(id), context, keeping()),
  )
  handle(
    calls['deviceAside.assign'],
    { aside: 'id', device: 'deviceId', level: 'manage' },
    async (context, { id, deviceId, correction = 'sent' }) => {
      const row = await rowOf(id)
      const to = { deviceId: deviceId || null, correction }
      const readings = await takeIn(keeping(), asideOf(row), to, {
        translate: (reason) => reasonText(reason, context.text),
        also: async (tx) => {
          await tx.deleteFrom('device_aside').where('id', '=', row.id).execute()
          const after = { deviceId: deviceId || row.device_id, topic: row.topic, correction }
          await context.audit({ action: 'deviceAside.assign', target: id, after }, tx)
        },
      })
      return new Reply({ readings }, context.text('@deviceAside.takenIn', { count: readings }))
    },
  )
  handle(calls['deviceAside.delete'], { aside: 'ids', level: 'manage' }, async (context, { ids }) => {
    const rows: Row[] = []
    for (const id of new Set(ids)) rows.push(await rowOf(id))
    await db.transaction().execute(async (tx) => {
      for (const { id, topic, reason, occurrences } of rows) {
        await tx.deleteFrom('device_aside').where('id', '=', id).execute()
        const before = { topic, reason, occurrences }
        await context.audit({ action: 'deviceAside.delete', target: String(id), before }, tx)
      }
    })
    return new Reply(null, context.text('@deviceAside.deleted'))
  })
}

function asideRows(db: Db) {
  return db
    .selectFrom('device_aside')
    .leftJoin('gateway', (on) =>
      on.onRef('gateway.id', '=', 'device_aside.gateway_id').on('gateway.deleted_at', 'is', null),
    )
    .leftJoin('device', (on) =>
      on.onRef('device.id', '=', 'device_aside.device_id').on('device.deleted_at', 'is', null),
    )
    .selectAll('device_aside')
    .select(['gateway.name as gatewayName', 'device.name as deviceName'])
}
type Rows = ReturnType<typeof asideRows>
type Row = Awaited<ReturnType<Rows['executeTakeFirstOrThrow']>>
type Query = InputOf<(typeof calls)['deviceAside.list']>

/** Of one project; administrators see what is nobody's beside it. */
function narrowed<B extends keyof Database>(
  rows: SelectQueryBuilder<Database, B, Row>,
  projectId: string,
  isAdministrator: boolean,
  { gatewayId, reason, keyword }: Query,
): SelectQueryBuilder<Database, B, Row> {
  const conditions = [
    isAdministrator
      ? sql<boolean>`(device_aside.project_id = ${projectId}
          or device_aside.project_id not in (select id from project where deleted_at is null))`
      : sql<boolean>`device_aside.project_id = ${projectId}`,
    holdsKeyword(
      keyword,
      'device_aside.topic',
      'device_aside.gateway_id',
      'device_aside.device_id',
      'device_aside.reason',
    ),
  ]
  if (gatewayId) conditions.push(sql<boolean>`device_aside.gateway_id = ${gatewayId}`)
  const stored = reason ? REASONS[reason] : undefined
  if (stored !== undefined) conditions.push(sql<boolean>`device_aside.reason = ${stored}`)
  else if (reason)
    conditions.push(sql<boolean>`device_aside.reason <> all(${Object.values(REASONS)}::text[])`)
  return conditions.reduce((narrower, condition) => narrower.where(condition), rows)
}

/** Whether a row's project is none that there is. */
async function isStray(db: Db, projectId: string): Promise<boolean> {
  const found = await db
    .selectFrom('project')
    .select('id')
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found === undefined
}

const asideOf = ({ topic, payload, gateway_id, device_id, last_at }: Row) => ({
  topic,
  payload,
  gatewayId: gateway_id,
  deviceId: device_id,
  receivedAt: last_at.getTime(),
})

function wireOf(
  row: Row,
  { text }: CallContext,
  { adaptors, directory, rules }: KeepOptions,
  most = Number.POSITIVE_INFINITY,
) {
  const entry = readingsIn(asideOf(row), adaptors, directory)
  const fitting = entry ? fittingFor(entry, rules.keptFor) : AS_SENT
  return {
    id: String(row.id),
    projectId: row.project_id,
    gatewayId: row.gateway_id,
    gatewayName: row.gatewayName ?? '',
    deviceId: row.device_id,
    deviceName: row.deviceName ?? '',
    topic: row.topic,
    reason: row.reason,
    reasonText: fittingText(reasonText(row.reason, text), fitting, text),
    occurrences: row.occurrences,
    firstTime: row.first_at.getTime(),
    lastTime: row.last_at.getTime(),
    size: row.payload.length,
    payload: readable(row.payload).slice(0, most),
    isReadings: entry ? 1 : 0,
    correction: fitting.correction,
  }
}

const AS_SENT: Fitting = { correction: 'sent', hours: 0 }

/** A reason, with what its times are likely to be taken for. */
function fittingText(reason: string, { correction, hours }: Fitting, text: CallContext['text']): string {
  if (correction === 'sent') return reason
  const params = { reason, correction: text(`@deviceAside.correction.${correction}`), count: hours }
  return text(correction === 'hours' ? '@deviceAside.fitsHours' : '@deviceAside.fits', params)
}

function reasonText(reason: string, text: CallContext['text']): string {
  const known = Object.keys(REASONS).find((name) => REASONS[name] === reason)
  return known ? text(`@deviceAside.reason.${known}`) : reason
}

/** Text as it came; anything else in hexadecimal. */
function readable(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what makes it no text
    if (!/[\u0000-\u0008\u000e-\u001f]/.test(text)) return text
  } catch {
    // Not UTF-8.
  }
  return Buffer.from(bytes).toString('hex')
}
