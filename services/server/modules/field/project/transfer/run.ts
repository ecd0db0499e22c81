import type { Judged } from '@runtime/field/geometry'
import type { Pieces } from '@runtime/pieces'
import {
  fieldAdminCalls as calls,
  IMPORT_ROWS,
  type ImportProblem,
  type ImportReport,
} from '@services/contract/areas/field/field-admin'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { breathing } from '../../../../breath'
import { ApiError } from '../../../../http/errors'
import { compileInput } from '../../../../http/validate'
import type { CallContext, Db, Services, Tx } from '../../../../module'
import { readReferences } from '../admin/around'
import { ENTITIES } from '../admin/entities'
import type { Changed, Input, Stored } from '../admin/entity'
import type { References } from '../admin/references'
import { hold, isTaken, readAll, validate, type Write, writeAll } from '../admin/store'
import { WORDS } from './columns'

type Name = 'fieldDevice' | 'fieldNode' | 'fieldPipe' | 'fieldBlock'

/** A thing to be made, or changed where its id is there. */
export interface Item {
  readonly row: number
  readonly entity: Name
  readonly input: Readonly<Record<string, unknown>>
  readonly shape?: object
  readonly fault?: Judged
}

/** What an import has come to, before it is put into words. */
export type Outcome = Omit<ImportReport, 'text'>

/** How far an import has come. */
export interface Standing {
  /** What it does now: reads the file, goes through its rows (checking alone, or writing too), commits. */
  readonly phase: 'read' | 'check' | 'write' | 'commit'
  readonly done: number
  /** 0 while it is not known. */
  readonly total: number
  /** Rows that cannot be taken. */
  readonly refused: number
}

/** Hears how far an import is. */
export interface Told {
  /** @throws ApiError 400 when the person has cancelled it */
  report(standing: Standing): void
}

const SHAPES: Partial<Record<Name, string>> = { fieldPipe: 'path', fieldBlock: 'geometry' }
/** What others refer to comes first: pipes by level, blocks, nodes, devices. */
const ORDER: readonly Name[] = ['fieldPipe', 'fieldBlock', 'fieldNode', 'fieldDevice']
const MOST_PROBLEMS = 100
/** Things whose rows devices' messages write too, held at once. */
const SETTLED_AT_ONCE = 50

/** What an item would be, found good. */
interface Good extends Write {
  readonly entity: Name
}
interface Validated {
  readonly good: readonly Good[]
  readonly problems: readonly ImportProblem[]
}

/**
 * Writes all items, or, in a trial or where one cannot be taken, none; says what is wrong with each, and in the meantime how far it is.
 * They are checked in memory by what is read of the project before, and then written in sets: an import holds no row that what
 * devices say waits for, and a trial none at all.
 * @throws ApiError 400 that has written nothing: too many rows, or cancelled
 */
export async function runImport(
  context: CallContext,
  services: Pick<Services, 'alarms'>,
  projectId: string,
  items: readonly Item[],
  isTrial: boolean,
  told: Told,
): Promise<Outcome> {
  if (items.length > IMPORT_ROWS)
    throw new ApiError(CODE.badRequest, '@field.tooManyRows', { params: { most: IMPORT_ROWS } })
  const inOrder = items.toSorted((one, other) => rank(one) - rank(other) || one.row - other.row)
  const validated = (db: Db | Tx) => validateAll(context, db, projectId, inOrder, told)
  if (isTrial) return outcomeOf(items.length, await validated(context.db), false)
  const write = () =>
    context.db.transaction().execute(async (tx) => {
      await hold(tx, projectId)
      const found = await validated(tx)
      const isGood = found.problems.length === 0
      return { found, changes: isGood ? await writeGood(context, tx, found.good, told) : [] }
    })
  const { found, changes } = await write().catch((error: unknown) => {
    // Another project has just taken an id: checked anew, its row says so.
    if (isTaken(error)) return write()
    throw error
  })
  await settle(context, services, projectId, changes)
  return outcomeOf(items.length, found, found.problems.length === 0)
}

function outcomeOf(rows: number, { good, problems }: Validated, isDone: boolean): Outcome {
  const updated = good.filter(({ before }) => before).length
  return {
    ...{ isDone, rows, updated, created: good.length - updated },
    problems: problems.toSorted((one, other) => one.row - other.row).slice(0, MOST_PROBLEMS),
    problemCount: problems.length,
  }
}

const rank = ({ entity, input }: Item) => ORDER.indexOf(entity) * 10 + Number(input['level'] ?? 0)

const checks = Object.fromEntries(
  ORDER.map((name) => [name, compileInput(calls[`${name}.create`])]),
) as Readonly<Record<Name, ReturnType<typeof compileInput>>>

/** Checks one after the other, each by what those before it would have made of the project. */
async function validateAll(
  context: CallContext,
  db: Db | Tx,
  projectId: string,
  items: readonly Item[],
  told: Told,
): Promise<Validated> {
  const known = await readKnown(db, projectId, items)
  const requested = items.map((item) => ({
    input: item.input,
    before: known.stored.get(keyOf(item)) ?? null,
  }))
  const references = await readReferences(db, projectId, requested)
  return breathing(validating(context, projectId, items, { known, references, told }))
}

/** Goes through the items, one piece each. */
function* validating(
  context: CallContext,
  projectId: string,
  items: readonly Item[],
  {
    known,
    references,
    told,
  }: { readonly known: Known; readonly references: References; readonly told: Told },
): Pieces<Validated> {
  const good: Good[] = []
  const problems: ImportProblem[] = []
  const rows = new Map<string, number>()
  let refused = 0
  for (const [done, item] of items.entries()) {
    told.report({ phase: 'check', done, total: items.length, refused })
    yield
    try {
      const write = validateItem(context, references, known, projectId, item)
      const first = rows.get(keyOf({ ...item, input: write }))
      if (first !== undefined)
        throw new ApiError(CODE.badRequest, '@field.importTwice', { params: { id: write.id, row: first } })
      rows.set(keyOf({ ...item, input: write }), item.row)
      references.take(ENTITIES[item.entity].table, write.id, write.values)
      good.push({ ...write, entity: item.entity })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      problems.push(...problemsOf(context, item, error))
      refused++
    }
  }
  return { good, problems }
}

const keyOf = ({ entity, input }: { readonly entity: Name; readonly input: { readonly id?: unknown } }) =>
  `${entity} ${typeof input.id === 'string' ? input.id.trim() : ''}`

/** What is there of the items' ids: things of the project, and ids that cannot be had. */
interface Known {
  readonly stored: ReadonlyMap<string, Stored>
  readonly taken: ReadonlySet<string>
}

async function readKnown(db: Db | Tx, projectId: string, items: readonly Item[]): Promise<Known> {
  const stored = new Map<string, Stored>()
  const taken = new Set<string>()
  for (const name of new Set(items.map(({ entity }) => entity))) {
    const ids = items.flatMap(({ entity, input }) =>
      entity === name && typeof input['id'] === 'string' ? [input['id'].trim()] : [],
    )
    const { rows } = await sql<{ id: string; is_own: boolean }>`
      select id, deleted_at is null and project_id = ${projectId} as is_own
      from ${sql.table(ENTITIES[name].table)} where id = any(${ids}::text[])`.execute(db)
    for (const { id, is_own } of rows) if (!is_own) taken.add(keyOf({ entity: name, input: { id } }))
    const own = rows.flatMap(({ id, is_own }) => (is_own ? [id] : []))
    for (const [id, thing] of await readAll(db, ENTITIES[name], own))
      stored.set(keyOf({ entity: name, input: { id } }), thing)
  }
  return { stored, taken }
}

/** @throws ApiError 400 that says what is wrong with it */
function validateItem(
  context: CallContext,
  references: References,
  { stored, taken }: Known,
  projectId: string,
  item: Item,
): Write {
  const { entity: name, input, shape, fault } = item
  if (fault) throw geometryFault(context, item, fault)
  const body = { ...input, projectId }
  const checked = checks[name]({ params: {}, query: {}, body }, context.text) as Input
  const key = keyOf({ entity: name, input: checked })
  if (taken.has(key))
    throw new ApiError(CODE.badRequest, '@field.idTaken', { params: { id: String(checked.id) } })
  const write = validate(context, references, ENTITIES[name], checked, stored.get(key) ?? null)
  const column = SHAPES[name]
  return shape && column ? { ...write, values: { ...write.values, [column]: shape } } : write
}

/** A fault of a feature's geometry, by the feature's name and the ring at fault. */
function geometryFault({ text }: CallContext, { row, input }: Item, { fault, ring }: Judged): ApiError {
  const name = String(input['name'] ?? input['id'] ?? row)
  const place = ring > 0 ? text('@field.geometryRing', { name, ring }) : name
  return new ApiError(CODE.badRequest, `@field.geometry_${fault}`, { params: { place } })
}

async function writeGood(
  context: CallContext,
  tx: Tx,
  good: readonly Good[],
  told: Told,
): Promise<readonly Changed[]> {
  const changes: Changed[] = []
  const total = good.length
  const report = (phase: 'write' | 'commit', done: number) => told.report({ phase, done, total, refused: 0 })
  for (const name of ORDER) {
    const own = good.filter(({ entity }) => entity === name)
    const before = changes.length
    report('write', before)
    for (const change of await writeAll(context, tx, ENTITIES[name], own, (done) =>
      report('write', before + done),
    ))
      changes.push(change)
  }
  report('commit', total)
  return changes
}

/**
 * What follows in rows that devices' messages write too: a few at a time, and not before all is kept. A device that was switched off
 * gives no alarm any more.
 */
async function settle(
  { db, user }: CallContext,
  { alarms }: Pick<Services, 'alarms'>,
  projectId: string,
  changes: readonly Changed[],
): Promise<void> {
  const off = changes.filter(({ after }) => after['enabledMark'] === 0)
  const actor = { id: user.userId, name: user.userName }
  for (let from = 0; from < off.length; from += SETTLED_AT_ONCE) {
    const part = off.slice(from, from + SETTLED_AT_ONCE)
    const told = await db.transaction().execute(async (tx) => {
      await ENTITIES.fieldDevice.settle?.(tx, part)
      const tells: (() => Promise<void>)[] = []
      for (const { after } of part)
        tells.push(await alarms.retire(tx, { projectId, sourceId: after.id, actor }))
      return tells
    })
    for (const tell of told) await tell()
  }
}

function problemsOf({ text }: CallContext, { row, input }: Item, error: ApiError): ImportProblem[] {
  if (!error.errors?.length) return [{ row, field: '', message: text(error.text, error.params) }]
  return error.errors.map(({ path, message }) => {
    const words = WORDS[path]
    if (isSwapped(path, input))
      return { row, field: path, message: text('@field.importSwapped', { message }) }
    if (!words) return { row, field: path, message }
    // People write words, not the codes that a refusal would list.
    const choices = Object.values(words).map((word) => text(word))
    return {
      row,
      field: path,
      message: text('@field.importChoice', { choices: choices.join(text('@server.comma')) }),
    }
  })
}

/** Whether a latitude that cannot be would be a longitude, and its longitude a latitude: the commonest mistake with places. */
function isSwapped(path: string, input: Item['input']): boolean {
  if (!/latitude$/i.test(path)) return false
  const longitude = input[path.replace('latitude', 'longitude').replace('Latitude', 'Longitude')]
  return Math.abs(Number(input[path])) <= 180 && Math.abs(Number(longitude)) <= 90
}
