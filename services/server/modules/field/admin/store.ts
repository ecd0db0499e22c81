import { newId } from '@runtime/id'
import { CODE } from '@services/contract/envelope'
import { type RawBuilder, sql } from 'kysely'
import { holdsKeyword } from '../../../database/search'
import { ApiError, type InputError, notFound } from '../../../http/errors'
import type { CallContext, Db, Tx } from '../../../module'
import type { Entity, Input, Stored } from './entity'

/** Names of a use that are said; the rest is counted. */
const NAMED = 3
/** PostgreSQL's word for a key that is there already. */
const TAKEN = '23505'

export interface ListAsked {
  readonly currentPage?: number
  readonly pageSize?: number
  readonly keyword?: string
  readonly sidx?: string
  readonly sort?: string
  readonly [filter: string]: unknown
}

/** The things of one project, or of several, by page. */
export async function list(db: Db, entity: Entity, projects: readonly string[], asked: ListAsked) {
  const { currentPage = 1, pageSize = 20, keyword, sidx = '', sort } = asked
  const narrowed = entity.filters
    .filter((name) => asked[name] !== undefined && asked[name] !== '')
    .map((name) => sql`and ${sql.ref(`it.${entity.columns[name]}`)} = ${asked[name]}`)
  const where = sql`
    it.deleted_at is null and ${sql.ref(`it.${entity.projectColumn}`)} = any(${[...projects]}::text[])
    and ${holdsKeyword(keyword, 'it.id', 'it.name')} ${sql.join(narrowed, sql` `)}`
  const column = Object.hasOwn(entity.columns, sidx) ? entity.columns[sidx] : undefined
  const direction = sort === 'desc' ? sql`desc` : sql`asc`
  const order = column ? sql`${sql.ref(`it.${column}`)} ${direction}, it.id` : sql`${naturally(entity)} it.id`
  const from = sql`from ${sql.table(entity.table)} as it where ${where}`
  const { rows } = await sql<Record<string, unknown>>`
    select ${selected(entity)} ${from} order by ${order} limit ${pageSize} offset ${(currentPage - 1) * pageSize}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`select count(*) as total ${from}`.execute(db)
  return {
    list: rows.map((row) => storedOf(entity, row)),
    pagination: { currentPage, pageSize, total: counted.rows[0]?.total ?? 0 },
  }
}

/** @throws ApiError 404 */
export async function read(db: Db | Tx, entity: Entity, id: string): Promise<Stored> {
  const { rows } = await sql<Record<string, unknown>>`
    select ${selected(entity)} from ${sql.table(entity.table)} as it
    where it.id = ${id} and it.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) throw notFound()
  return storedOf(entity, row)
}

/**
 * Makes a thing; the caller has the right already and holds the project.
 * @throws ApiError 400 that names the members at fault
 */
export async function create(context: CallContext, tx: Tx, entity: Entity, input: Input): Promise<string> {
  await checked(context, tx, entity, input, null)
  const id = input.id?.trim() || newId()
  const values = {
    ...columnsOf(entity, input),
    ...entity.extra?.(input, null),
    ...{ id, creator_id: context.user.userId },
  }
  try {
    await sql`
      insert into ${sql.table(entity.table)} (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(values))})`.execute(tx)
  } catch (error) {
    if ((error as { code?: unknown }).code !== TAKEN) throw error
    throw refused(context, [{ path: 'id', message: context.text('@field.idTaken', { id }) }])
  }
  const after = await read(tx, entity, id)
  await entity.written?.(tx, after, null)
  await context.audit({ action: `${entity.name}.create`, target: id, after }, tx)
  return id
}

/**
 * Changes what somebody has seen in version `input.rowVersion`.
 * @throws ApiError 409 with what is stored, when it has been changed since
 */
export async function update(
  context: CallContext,
  tx: Tx,
  entity: Entity,
  id: string,
  input: Input,
): Promise<void> {
  const before = await read(tx, entity, id)
  if (input.rowVersion !== before.rowVersion)
    throw new ApiError(CODE.conflict, '@record.conflict', {
      data: { version: before.rowVersion, data: before },
    })
  if (entity.projectColumn === 'project_id' && input.projectId !== before.projectId)
    throw refused(context, [{ path: 'projectId', message: context.text('@field.staysInProject') }])
  await checked(context, tx, entity, { ...input, id }, before)
  const values = { ...columnsOf(entity, input), ...entity.extra?.(input, before), updated_at: new Date() }
  const set = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`
    update ${sql.table(entity.table)} set ${sql.join(set)}, row_version = row_version + 1 where id = ${id}`.execute(
    tx,
  )
  const after = await read(tx, entity, id)
  await entity.written?.(tx, after, before)
  await context.audit({ action: `${entity.name}.update`, target: id, before, after }, tx)
}

/** @throws ApiError 400 that says what uses the thing */
export async function remove(context: CallContext, tx: Tx, entity: Entity, id: string): Promise<void> {
  const before = await read(tx, entity, id)
  const uses = (await entity.uses(tx, before)).filter(({ names }) => names.length > 0)
  if (uses.length > 0) {
    const said = uses.map(({ text, names }) =>
      context.text(text, { count: names.length, names: names.slice(0, NAMED).join('、') }),
    )
    throw new ApiError(CODE.badRequest, '@field.inUse', { params: { uses: said.join('；') } })
  }
  await sql`
    update ${sql.table(entity.table)} set deleted_at = now(), row_version = row_version + 1 where id = ${id}`.execute(
    tx,
  )
  await entity.gone?.(tx, before)
  await context.audit({ action: `${entity.name}.delete`, target: id, before }, tx)
}

/** From here to the end of the transaction nobody else changes the plan of the project: what a check saw still holds. */
export async function hold(tx: Tx, projectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`field ${projectId}`}))`.execute(tx)
}

export function refused(context: Pick<CallContext, 'text'>, errors: readonly InputError[]): ApiError {
  return new ApiError(
    CODE.badRequest,
    { zh: errors[0]?.message ?? context.text('@server.badInput') },
    { errors },
  )
}

async function checked(
  context: CallContext,
  tx: Tx,
  entity: Entity,
  input: Input,
  before: Stored | null,
): Promise<void> {
  const errors: InputError[] = []
  await entity.check(
    tx,
    input,
    (path, message, params) => errors.push({ path, message: context.text(message, params) }),
    before,
  )
  if (errors.length > 0) throw refused(context, errors)
}

function selected(entity: Entity): RawBuilder<unknown> {
  const own = Object.entries({ id: 'id', rowVersion: 'row_version', ...entity.columns }).map(
    ([name, column]) => sql`${sql.ref(`it.${column}`)} as ${sql.ref(name)}`,
  )
  const shown = Object.entries({ projectName: PROJECT_NAME[entity.projectColumn], ...entity.shown }).map(
    ([name, expression]) => sql`${sql.raw(expression)} as ${sql.ref(name)}`,
  )
  return sql.join([...own, sql`${sql.ref(`it.${entity.projectColumn}`)} as "projectId"`, ...shown])
}

const PROJECT_NAME = {
  id: 'it.name',
  project_id: '(select name from project where id = it.project_id)',
} as const

/** In the order that people gave, where they may give one; pipes by their level first. */
function naturally(entity: Entity): RawBuilder<unknown> {
  const columns = ['level', 'sortCode'].flatMap((name) => entity.columns[name] ?? [])
  return sql.join(
    columns.map((column) => sql`${sql.ref(`it.${column}`)}, `),
    sql``,
  )
}

function storedOf(entity: Entity, row: Readonly<Record<string, unknown>>): Stored {
  return { ...row, ...entity.spread?.(row) } as unknown as Stored
}

/** What was sent, by column; a text that is left empty is one, another member that is left out keeps its default. */
function columnsOf(entity: Entity, input: Input): Record<string, unknown> {
  const named = Object.entries(entity.columns).filter(([name]) => input[name] !== undefined)
  return Object.fromEntries(named.map(([name, column]) => [column, cleaned(input[name])]))
}

function cleaned(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value
}
