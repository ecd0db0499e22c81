import { holdAt, holdFault, type RainHold } from '@runtime/field/rotation'
import { newId } from '@runtime/id'
import type { commandCalls } from '@services/contract/areas/field/command'
import type { InputOf, ResponseOf } from '@services/contract/call'
import type { Selectable } from 'kysely'
import type { CallContext, Db, ModuleServer, Tx } from '../../../module'
import { invalid, missing } from './refusals'
import type { RainHoldTable } from './tables'
import { type Commanding, inTransaction } from './work'

type Calls = typeof commandCalls
type WireHold = ResponseOf<Calls['fieldManagement.createHold']>
export type HoldRow = Selectable<RainHoldTable>

/** Milliseconds for which a hold that is over is still told. */
const RECENT = 30 * 24 * 3_600_000
const MOST = 50

export const spanOf = ({ from_at, to_at, ended_at }: HoldRow): RainHold => ({
  from: from_at.getTime(),
  to: (ended_at ?? to_at).getTime(),
})

/** Why it holds, in the caller's language. */
export const reasonOf = ({ reason, station, rain_mm }: HoldRow, text: CallContext['text']): string =>
  station === null ? reason : text('@command.hold.byRain', { station, mm: rain_mm ?? 0 })

const toWire = (row: HoldRow, { text }: CallContext, now: number): WireHold => ({
  id: row.id,
  fromTime: row.from_at.getTime(),
  toTime: row.to_at.getTime(),
  reason: reasonOf(row, text),
  userName: row.creator_name,
  isAutomatic: row.creator_id === null ? 1 : 0,
  endedTime: row.ended_at?.getTime() ?? null,
  endedBy: row.ended_by_name,
  isOpen: spanOf(row).to > now ? 1 : 0,
})

/** Holds that stand at a moment or will, whoever made them. */
export async function standingHolds(db: Db | Tx, projectId: string, now: number): Promise<HoldRow[]> {
  return db
    .selectFrom('rain_hold')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('to_at', '>', new Date(now))
    .where('ended_at', 'is', null)
    .orderBy('from_at')
    .execute()
}

/** The hold that keeps a project's schedules from beginning now. */
export async function holdNow(tx: Tx, projectId: string, now: number): Promise<RainHold | undefined> {
  return holdAt((await standingHolds(tx, projectId, now)).map(spanOf), now)
}

/** Holds of a project are made one at a time, whoever makes them: two that would overlap are told of each other. */
export async function lockHolds(tx: Tx, projectId: string) {
  return tx
    .selectFrom('project')
    .select('time_zone')
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

async function listHolds({ db, now }: Commanding, context: CallContext): Promise<WireHold[]> {
  const rows = await db
    .selectFrom('rain_hold')
    .selectAll()
    .where('project_id', '=', context.projectId)
    .where('to_at', '>', new Date(now() - RECENT))
    .orderBy('from_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
  const holds = rows.map((row) => toWire(row, context, now()))
  return holds.sort((a, b) => b.isOpen - a.isOpen)
}

async function createHold(
  commanding: Commanding,
  context: CallContext,
  { projectId, fromTime, toTime, reason = '' }: InputOf<Calls['fieldManagement.createHold']>,
): Promise<WireHold> {
  return inTransaction(commanding, async (tx) => {
    const { time_zone: zone } = await lockHolds(tx, projectId)
    const now = commanding.now()
    const hold = { from: Math.max(fromTime ?? now, now), to: toTime }
    const standing = (await standingHolds(tx, projectId, now)).map(spanOf)
    const fault = holdFault(hold, standing, { now, zone })
    if (fault) throw invalid(fault.text, fault.params)
    const row = await tx
      .insertInto('rain_hold')
      .values({
        id: newId(now),
        project_id: projectId,
        from_at: new Date(hold.from),
        to_at: new Date(hold.to),
        reason: reason.trim(),
        creator_id: context.user.userId,
        creator_name: context.user.userName,
        created_at: new Date(now),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const after = toWire(row, context, now)
    await context.audit({ action: 'schedule.hold', target: row.id, after, reason: row.reason }, tx)
    return after
  })
}

async function endHold(
  commanding: Commanding,
  context: CallContext,
  { id, projectId }: InputOf<Calls['fieldManagement.endHold']>,
): Promise<WireHold> {
  return inTransaction(commanding, async (tx) => {
    await lockHolds(tx, projectId)
    const now = commanding.now()
    const before = await tx
      .selectFrom('rain_hold')
      .selectAll()
      .where('id', '=', id)
      .where('project_id', '=', projectId)
      .executeTakeFirst()
    if (!before) throw missing()
    if (spanOf(before).to <= now || before.ended_at) throw invalid('@command.hold.ended')
    const row = await tx
      .updateTable('rain_hold')
      .set({ ended_at: new Date(now), ended_by_name: context.user.userName })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const [was, is] = [toWire(before, context, now), toWire(row, context, now)]
    await context.audit({ action: 'schedule.endHold', target: id, before: was, after: is }, tx)
    return is
  })
}

export function serveHolds(
  { handle }: Pick<ModuleServer, 'handle'>,
  calls: Calls,
  commanding: Commanding,
): void {
  handle(calls['fieldManagement.holds'], { project: 'projectId', level: 'view' }, (context) =>
    listHolds(commanding, context),
  )
  handle(calls['fieldManagement.createHold'], { project: 'projectId', level: 'manage' }, (context, input) =>
    createHold(commanding, context, input),
  )
  handle(calls['fieldManagement.endHold'], { project: 'projectId', level: 'manage' }, (context, input) =>
    endHold(commanding, context, input),
  )
}
