import { newId } from '@runtime/id'
import type { dataInterfaceVariateCalls } from '@services/contract/areas/lowcode/data-interface-variate'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import type { Selectable } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import { type Broken, withConstraints } from '../../../database/constraint'
import { asRead } from '../../../database/reading'
import { holdsKeyword } from '../../../database/search'
import { demandVersion } from '../../../database/version'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, Db, Tx } from '../../../module'
import type { Secrets } from '../../../secrets/secrets'
import { atPath } from './rows'
import { variatePlace } from './secrets'
import type { DataInterfaceVariateTable } from './tables'

type Calls = typeof dataInterfaceVariateCalls
type VariateInput = InputOf<Calls['dataInterfaceVariate.create']>
type VariateChange = Omit<InputOf<Calls['dataInterfaceVariate.update']>, 'id'>

const BROKEN: Readonly<Record<string, Broken>> = {
  data_interface_variate_name: { path: 'fullName', message: '@dataInterface.nameTaken' },
  data_interface_variate_interface_id_fkey: { path: 'interfaceId', message: '@dataInterface.interfaceGone' },
}

interface Keeping {
  readonly db: Db
  readonly secrets: Secrets
}

/** Values of variables by their names, for the server alone; one that cannot be read counts as none, and is read anew. */
export async function readVariates({ db, secrets }: Keeping, names: readonly string[]) {
  if (names.length === 0) return []
  const rows = await db
    .selectFrom('data_interface_variate')
    .select(['id', 'full_name as name', 'value', 'interface_id as interfaceId'])
    .where(isAnyOf('full_name', names))
    .execute()
  return rows.map(({ id, name, value, interfaceId }) => ({
    name,
    interfaceId,
    value: value === null ? null : (secrets.open(value, variatePlace(id)) ?? null),
  }))
}

/** Reads the variables of an interface out of what it has just answered. */
export async function keepVariates(
  { db, secrets }: Keeping,
  interfaceId: string,
  answer: unknown,
): Promise<void> {
  const variates = await db
    .selectFrom('data_interface_variate')
    .select(['id', 'expression'])
    .where('interface_id', '=', interfaceId)
    .execute()
  for (const { id, expression } of variates) {
    const value = atPath(answer, expression)
    if (typeof value !== 'string' && typeof value !== 'number') continue
    await db
      .updateTable('data_interface_variate')
      .set({ value: secrets.seal(String(value), variatePlace(id)), refreshed_at: new Date() })
      .where('id', '=', id)
      .execute()
  }
}

export async function forgetVariates(db: Db, names: readonly string[]): Promise<void> {
  await db
    .updateTable('data_interface_variate')
    .set({ value: null, refreshed_at: null })
    .where(isAnyOf('full_name', names))
    .execute()
}

export async function listVariates(db: Db, interfaceId: string | undefined, keyword?: string) {
  const rows = await db
    .selectFrom('data_interface_variate')
    .selectAll()
    .$if(interfaceId !== undefined, (query) => query.where('interface_id', '=', interfaceId ?? ''))
    .where(holdsKeyword(keyword, 'full_name'))
    .orderBy(asRead('full_name'))
    .execute()
  return rows.map(variateOf)
}

export async function variateById(db: Db | Tx, id: string) {
  const row = await db
    .selectFrom('data_interface_variate')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return variateOf(row)
}

export async function createVariate(context: CallContext, input: VariateInput): Promise<{ id: string }> {
  const id = await kept(context, (tx) => insertVariate(tx, context, input))
  return { id }
}

/** Runs a change of variables in one transaction; a name that is taken is said at its field. */
const kept = <T>(context: CallContext, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withConstraints(BROKEN, context.text, () => context.db.transaction().execute(work))

export async function insertVariate(tx: Tx, context: CallContext, input: VariateInput): Promise<string> {
  const id = newId()
  await tx
    .insertInto('data_interface_variate')
    .values({ id, ...columnsOf(input), value: null, refreshed_at: null })
    .execute()
  await context.audit(
    { action: 'dataInterfaceVariate.create', target: id, after: await variateById(tx, id) },
    tx,
  )
  return id
}

/** Its value is forgotten: it was another one's. */
export async function changeVariate(
  tx: Tx,
  context: CallContext,
  id: string,
  input: VariateChange,
): Promise<void> {
  const before = await variateById(tx, id)
  await demandVersion(tx, 'data_interface_variate', id, input.version, () => variateById(tx, id))
  await tx
    .updateTable('data_interface_variate')
    .set({ ...columnsOf(input), value: null, refreshed_at: null })
    .where('id', '=', id)
    .execute()
  const after = await variateById(tx, id)
  await context.audit({ action: 'dataInterfaceVariate.update', target: id, before, after }, tx)
}

export async function variateNamed(tx: Tx, name: string) {
  const row = await tx
    .selectFrom('data_interface_variate')
    .selectAll()
    .where('full_name', '=', name)
    .executeTakeFirst()
  return row && variateOf(row)
}

export async function updateVariate(context: CallContext, id: string, input: VariateChange): Promise<void> {
  await kept(context, (tx) => changeVariate(tx, context, id, input))
}

export async function deleteVariate(context: CallContext, id: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const before = await variateById(tx, id)
    await tx.deleteFrom('data_interface_variate').where('id', '=', id).execute()
    await context.audit({ action: 'dataInterfaceVariate.delete', target: id, before }, tx)
  })
}

/** Names as placeholders have them: `token_2`, `token_3`, … */
export async function copyVariate(context: CallContext, id: string): Promise<{ id: string }> {
  const { interfaceId, fullName, expression, description } = await variateById(context.db, id)
  for (let number = 2; number < 100; number++) {
    const name = `${fullName.slice(0, 46)}_${number}`
    const taken = await context.db
      .selectFrom('data_interface_variate')
      .select('id')
      .where('full_name', '=', name)
      .executeTakeFirst()
    if (!taken) return createVariate(context, { interfaceId, fullName: name, expression, description })
  }
  throw new ApiError(CODE.badRequest, '@dataInterface.nameTaken')
}

function columnsOf(input: VariateInput) {
  return {
    interface_id: input.interfaceId,
    full_name: input.fullName,
    expression: input.expression.trim(),
    description: input.description ?? '',
  }
}

function variateOf(row: Selectable<DataInterfaceVariateTable>) {
  return {
    id: row.id,
    interfaceId: row.interface_id,
    fullName: row.full_name,
    expression: row.expression,
    description: row.description,
    refreshTime: row.refreshed_at?.getTime() ?? null,
    version: row.version,
  }
}
