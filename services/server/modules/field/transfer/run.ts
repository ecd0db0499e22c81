import {
  fieldAdminCalls as calls,
  IMPORT_ROWS,
  type ImportProblem,
  type ImportReport,
} from '@services/contract/areas/field-admin'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { ApiError } from '../../../http/errors'
import { compileInput } from '../../../http/validate'
import type { CallContext, Tx } from '../../../module'
import { ENTITIES } from '../admin/entities'
import type { Entity, Input } from '../admin/entity'
import { create, hold, read, update } from '../admin/store'
import { WORDS } from './columns'
import type { Told } from './progress'

type Name = 'fieldDevice' | 'fieldNode' | 'fieldPipe' | 'fieldBlock'

/** A thing to be made, or changed where its id is there. */
export interface Item {
  readonly row: number
  readonly entity: Name
  readonly input: Readonly<Record<string, unknown>>
  readonly shape?: object
}

/** What an import has come to, before it is put into words. */
export type Outcome = Omit<ImportReport, 'text'>

const SHAPES: Partial<Record<Name, string>> = { fieldPipe: 'path', fieldBlock: 'geometry' }
/** What others refer to comes first: pipes by level, blocks, nodes, devices. */
const ORDER: readonly Name[] = ['fieldPipe', 'fieldBlock', 'fieldNode', 'fieldDevice']
const MOST_PROBLEMS = 100

/** Ends the transaction without a trace. */
class Undone extends Error {}

/**
 * Writes all items, or, in a trial or where one cannot be taken, none; says what is wrong with each, and meanwhile how far it is.
 * @throws ApiError 400 that has written nothing: too many rows, or cancelled
 */
export async function runImport(
  context: CallContext,
  projectId: string,
  items: readonly Item[],
  isTrial: boolean,
  told: Told,
): Promise<Outcome> {
  if (items.length > IMPORT_ROWS)
    throw new ApiError(CODE.badRequest, '@field.tooManyRows', { params: { most: IMPORT_ROWS } })
  const problems: ImportProblem[] = []
  const counts = { created: 0, updated: 0 }
  const phase = isTrial ? 'check' : 'write'
  let refused = 0
  const inOrder = items.toSorted((one, other) => rank(one) - rank(other) || one.row - other.row)
  const work = async (tx: Tx) => {
    await hold(tx, projectId)
    let done = 0
    for (const item of inOrder) {
      told.say({ phase, done, total: items.length, refused })
      done++
      try {
        counts[await writeItem(context, tx, projectId, item)] += 1
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        problems.push(...problemsOf(context, item, error))
        refused++
      }
    }
    if (isTrial || problems.length > 0) throw new Undone()
    told.say({ phase: 'commit', done, total: items.length, refused })
  }
  await context.db
    .transaction()
    .execute(work)
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return {
    isDone: !isTrial && problems.length === 0,
    ...counts,
    rows: items.length,
    problems: problems.toSorted((one, other) => one.row - other.row).slice(0, MOST_PROBLEMS),
    problemCount: problems.length,
  }
}

const rank = ({ entity, input }: Item) => ORDER.indexOf(entity) * 10 + Number(input['level'] ?? 0)

const checks = Object.fromEntries(
  ORDER.map((name) => [name, compileInput(calls[`${name}.create`])]),
) as Readonly<Record<Name, ReturnType<typeof compileInput>>>

async function writeItem(
  context: CallContext,
  tx: Tx,
  projectId: string,
  { entity: name, input, shape }: Item,
): Promise<'created' | 'updated'> {
  const entity: Entity = ENTITIES[name]
  const body = { ...input, projectId }
  const checked = checks[name]({ params: {}, query: {}, body }, context.text) as Input
  const before = checked.id ? await stored(tx, entity, checked.id, projectId) : undefined
  const id = before ? before.id : await create(context, tx, entity, checked)
  if (before) await update(context, tx, entity, id, { ...checked, rowVersion: before.rowVersion })
  const column = SHAPES[name]
  if (shape && column)
    await sql`update ${sql.table(entity.table)} set ${sql.ref(column)} = ${JSON.stringify(shape)} where id = ${id}`.execute(
      tx,
    )
  return before ? 'updated' : 'created'
}

/** The thing of this id in this project; an id of another project, or of what was deleted, cannot be had. */
async function stored(tx: Tx, entity: Entity, id: string, projectId: string) {
  const { rows } = await sql<{ gone: boolean; project_id: string }>`
    select deleted_at is not null as gone, project_id from ${sql.table(entity.table)} where id = ${id}`.execute(
    tx,
  )
  const [row] = rows
  if (!row) return undefined
  if (!row.gone && row.project_id === projectId) return read(tx, entity, id)
  throw new ApiError(CODE.badRequest, '@field.idTaken', { params: { id } })
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
