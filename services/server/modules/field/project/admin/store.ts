import { newId } from '@runtime/id'
import { CODE } from '@services/contract/envelope'
import { type RawBuilder, sql } from 'kysely'
import { asRead } from '../../../../database/reading'
import { holdsKeyword } from '../../../../database/search'
import { ApiError, type InputError, notFound } from '../../../../http/errors'
import type { CallContext, Db, Tx } from '../../../../module'
import { readReferences } from './around'
import type { Changed, Entity, Input, Stored } from './entity'
import type { References } from './references'

/** Names of a use that are said; the rest is counted. */
const NAMED = 3
/** Things that are read or written by one statement. */
const AT_ONCE = 500
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
export async function list(db: Db, entity: Entity, projects: readonly string[], requested: ListAsked) {
  const { currentPage = 1, pageSize = 20, keyword, sidx = '', sort } = requested
  const narrowed = entity.filters
    .filter((name) => requested[name] !== undefined && requested[name] !== '')
    .map((name) => sql`and ${filtered(entity, name)} = ${requested[name]}`)
  const where = sql`
    it.deleted_at is null and ${sql.ref(`it.${entity.projectColumn}`)} = any(${[...projects]}::text[])
    and ${holdsKeyword(keyword, 'it.id', 'it.name')} ${sql.join(narrowed, sql` `)}`
  const column = Object.hasOwn(entity.columns, sidx) ? entity.columns[sidx] : undefined
  const direction = sort === 'desc' ? sql`desc` : sql`asc`
  const order = column
    ? sql`${column === 'name' ? asRead(`it.${column}`) : sql.ref(`it.${column}`)} ${direction}, it.id`
    : sql`${naturally(entity)} it.id`
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

/** What a list is narrowed by: a column, or what is shown beside the columns. */
function filtered({ columns, shown }: Entity, name: string) {
  const column = columns[name]
  return column === undefined ? sql`(${sql.raw(shown[name] ?? 'null')})` : sql.ref(`it.${column}`)
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

/** Living things of a project, by their ids; parts keep the server answering in the meantime. */
export async function readAll(
  db: Db | Tx,
  entity: Entity,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Stored>> {
  const found = new Map<string, Stored>()
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${selected(entity)} from ${sql.table(entity.table)} as it
      where it.id = any(${ids.slice(from, from + AT_ONCE)}::text[]) and it.deleted_at is null`.execute(db)
    for (const row of rows) found.set(String(row['id']), storedOf(entity, row))
  }
  return found
}

/** What is to be written of a thing that has been checked. */
export interface Write {
  readonly id: string
  /** By column; JSON as it is. */
  readonly values: Readonly<Record<string, unknown>>
  readonly before: Stored | null
}

/**
 * Checks what somebody would have a thing be; nothing is written.
 * @throws ApiError 400 that names the members at fault
 */
export function validate(
  context: Pick<CallContext, 'text'>,
  references: References,
  entity: Entity,
  input: Input,
  before: Stored | null,
): Write {
  const errors: InputError[] = []
  entity.check(
    references,
    before ? { ...input, id: before.id } : input,
    (path, message, { place, ...params } = {}) => {
      const called = place === undefined ? {} : { place: context.text(String(place)) }
      errors.push({ path, message: context.text(message, { ...params, ...called }) })
    },
    before,
  )
  if (errors.length > 0) throw refused(context, errors)
  const id = before?.id ?? (input.id?.trim() || newId())
  return { id, values: { ...columnsOf(entity, input), ...entity.extra?.(input, before) }, before }
}

/** Writes things in sets, and the audit of each. Answers what they have become. */
export async function writeAll(
  context: CallContext,
  tx: Tx,
  entity: Entity,
  writes: readonly Write[],
  told: (done: number) => void = () => undefined,
): Promise<readonly Changed[]> {
  const all: Changed[] = []
  for (let from = 0; from < writes.length; from += AT_ONCE) {
    const part = writes.slice(from, from + AT_ONCE)
    for (const alike of ofSameColumns(part.filter(({ before }) => !before)))
      await insertAll(context, tx, entity, alike)
    for (const alike of ofSameColumns(part.filter(({ before }) => before))) await updateAll(tx, entity, alike)
    const stored = await readAll(
      tx,
      entity,
      part.map(({ id }) => id),
    )
    const changes = part.flatMap(({ id, before }) => {
      const after = stored.get(id)
      return after ? [{ after, before }] : []
    })
    await entity.written?.(tx, changes)
    await context.audit(
      changes.map(({ after, before }) =>
        before
          ? { action: `${entity.name}.update`, target: after.id, before, after }
          : { action: `${entity.name}.create`, target: after.id, after },
      ),
      tx,
    )
    all.push(...changes)
    told(all.length)
  }
  return all
}

const namesOfColumns = (writes: readonly Write[]) => Object.keys(writes[0]?.values ?? {})
const recordset = ({ table }: Entity, rows: readonly object[]) =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`

async function insertAll(
  { user }: CallContext,
  tx: Tx,
  entity: Entity,
  writes: readonly Write[],
): Promise<void> {
  const columns = sql.join(['id', 'creator_id', ...namesOfColumns(writes)].map((name) => sql.ref(name)))
  const rows = writes.map(({ id, values }) => ({ ...values, id, creator_id: user.userId }))
  await sql`
    insert into ${sql.table(entity.table)} (${columns}) select ${columns} from ${recordset(entity, rows)}`.execute(
    tx,
  )
}

async function updateAll(tx: Tx, entity: Entity, writes: readonly Write[]): Promise<void> {
  const set = namesOfColumns(writes).map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`)
  const rows = writes.map(({ id, values }) => ({ ...values, id }))
  await sql`
    update ${sql.table(entity.table)} as it
    set ${sql.join([...set, sql`updated_at = clock_timestamp()`])}, row_version = it.row_version + 1
    from ${recordset(entity, rows)} as given where it.id = given.id`.execute(tx)
}

/** A column that is left out keeps what it has: one statement writes the same columns of each. */
function ofSameColumns(writes: readonly Write[]): Iterable<readonly Write[]> {
  const alike = new Map<string, Write[]>()
  for (const write of writes) {
    const key = Object.keys(write.values).toSorted().join()
    const group = alike.get(key)
    if (group) group.push(write)
    else alike.set(key, [write])
  }
  return alike.values()
}

/** Whether a thing could not be made because its id is there already. */
export const isTaken = (error: unknown): boolean => (error as { code?: unknown }).code === TAKEN

/**
 * Makes a thing; the caller has the right already and holds the project.
 * @throws ApiError 400 that names the members at fault
 */
export async function create(context: CallContext, tx: Tx, entity: Entity, input: Input): Promise<string> {
  const references = await readReferences(tx, input.projectId, [{ input, before: null }])
  const write = validate(context, references, entity, input, null)
  try {
    const changes = await writeAll(context, tx, entity, [write])
    await entity.settle?.(tx, changes)
  } catch (error) {
    if (!isTaken(error)) throw error
    throw refused(context, [{ path: 'id', message: context.text('@field.idTaken', { id: write.id }) }])
  }
  return write.id
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
  const references = await readReferences(tx, before.projectId, [{ input: { ...input, id }, before }])
  const write = validate(context, references, entity, input, before)
  const changes = await writeAll(context, tx, entity, [write])
  await entity.settle?.(tx, changes)
}

/** @throws ApiError 400 that says what uses the thing */
export async function remove(context: CallContext, tx: Tx, entity: Entity, id: string): Promise<void> {
  const before = await read(tx, entity, id)
  const uses = (await entity.uses(tx, before)).filter(({ names }) => names.length > 0)
  if (uses.length > 0) {
    const texts = uses.map(({ text, names }) =>
      context.text(text, { count: names.length, names: names.slice(0, NAMED).join('、') }),
    )
    throw new ApiError(CODE.badRequest, '@field.inUse', { params: { uses: texts.join('；') } })
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
    { zh: errors[0]?.message ?? context.text('@server.badRequest') },
    { errors },
  )
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
