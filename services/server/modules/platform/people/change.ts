import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { type Broken, withConstraints } from '../../../database/constraint'
import { ApiError, notFound } from '../../../http/errors'
import type { AuditEntry, CallContext, Db, Tx } from '../../../module'
import { standsIn } from '../permission/layered/scope'

/** A write of this area, with the row it leaves in the audit: both stand or fall together. */
export interface Change {
  /** `position.update` */
  readonly action: string
  readonly id: string
  /** What a broken constraint means, by its name. */
  readonly broken: Readonly<Record<string, Broken>>
  /** The row as the audit keeps it; undefined when there is none. */
  read(db: Tx): Promise<object | undefined>
  write(tx: Tx): Promise<void>
}

/** Makes a row. */
export function create(context: CallContext, change: Change): Promise<void> {
  return inTransaction(context, change, async (tx) => {
    await change.write(tx)
    return { after: await change.read(tx) }
  })
}

/** Changes a row; throws 404 when there is none. */
export function update(context: CallContext, change: Change): Promise<void> {
  return inTransaction(context, change, async (tx) => {
    const before = await existing(change, tx)
    await change.write(tx)
    return { before, after: await change.read(tx) }
  })
}

/** Deletes a row; throws 404 when there is none. */
export function remove(context: CallContext, change: Change): Promise<void> {
  return inTransaction(context, change, async (tx) => {
    const before = await existing(change, tx)
    await change.write(tx)
    return { before }
  })
}

function inTransaction(
  context: CallContext,
  { action, id, broken }: Change,
  work: (tx: Tx) => Promise<{ before?: unknown; after?: unknown }>,
): Promise<void> {
  return withConstraints(broken, context.text, () =>
    changeTogether(context, async (tx) => [{ action, target: id, ...(await work(tx)) }]),
  )
}

/** Several changes that stand or fall together, one after another with those of everybody else; answers their rows of the audit. */
export function changeTogether(
  context: CallContext,
  work: (tx: Tx) => Promise<readonly AuditEntry[]>,
): Promise<void> {
  return context.db.transaction().execute(async (tx) => {
    await lockPeople(tx)
    await context.audit(await context.withinOwn(tx, () => work(tx)), tx)
  })
}

/** Changes of people, units, positions, roles and groups go one after another, until the transaction ends. */
export async function lockPeople(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('people'))`.execute(tx)
}

async function existing({ read }: Change, tx: Tx): Promise<object> {
  const found = await read(tx)
  if (!found) throw notFound()
  return found
}

/** Refuses a field of the input in the caller's language. */
export function refusal(context: CallContext, path: string, message: string): ApiError {
  return new ApiError(CODE.badRequest, message, { errors: [{ path, message: context.text(message) }] })
}

/** The columns that organisations, positions, roles and groups have in common. */
export function namedColumns(input: {
  readonly fullName: string
  readonly enCode: string
  readonly sortCode?: number | null | undefined
  readonly enabledMark?: number | undefined
  readonly description?: string | null | undefined
}) {
  return {
    full_name: input.fullName.trim(),
    en_code: input.enCode.trim(),
    sort_code: input.sortCode ?? 0,
    enabled_mark: input.enabledMark ?? 1,
    description: input.description ?? '',
  }
}

/** The same, as the wire has them. */
export function namedInfo(row: {
  id: string
  full_name: string
  en_code: string
  sort_code: number
  enabled_mark: number
  description: string
}) {
  return {
    id: row.id,
    fullName: row.full_name,
    enCode: row.en_code,
    sortCode: row.sort_code,
    enabledMark: row.enabled_mark,
    description: row.description,
  }
}

/** When a row came and was last changed, in milliseconds since 1970. */
export function timesOf(row: { created_at: Date; updated_at: Date | null }) {
  return { creatorTime: row.created_at.getTime(), lastModifyTime: row.updated_at?.getTime() ?? null }
}

/** The part of a list that is asked for, and how many rows there are in all. */
export function pageOf<T>(rows: readonly T[], query: { currentPage?: number; pageSize?: number }) {
  const { currentPage = 1, pageSize = 20 } = query
  const from = (currentPage - 1) * pageSize
  return {
    list: rows.slice(from, from + pageSize),
    pagination: { currentPage, pageSize, total: rows.length },
  }
}

/** How many people stand behind each key of a membership table, of those in the units that are open to who asks; null: all. */
export async function countPeople(
  db: Db,
  table: 'user_organize' | 'user_position' | 'user_role' | 'user_group_member',
  column: 'organize_id' | 'position_id' | 'role_id' | 'group_id',
  open: readonly string[] | null = null,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select ${sql.ref(column)} as id, count(*) as count from ${sql.table(table)}
    where ${standsIn(open, 'user_id')} group by 1`.execute(db)
  return new Map(rows.map((row) => [row.id, row.count]))
}
