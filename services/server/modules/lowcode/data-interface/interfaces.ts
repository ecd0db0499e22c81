import { newId } from '@runtime/id'
import type { dataInterfaceCalls } from '@services/contract/areas/lowcode/data-interface'
import type { InterfaceType } from '@services/contract/areas/lowcode/data-interface-bodies'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { NAME_LENGTH } from '@services/contract/fields'
import { sql } from 'kysely'
import { type Broken, withConstraints } from '../../../database/constraint'
import { inOrder, type PageAsked, pageOf } from '../../../database/page'
import { asRead } from '../../../database/reading'
import { holdsKeyword } from '../../../database/search'
import { ApiError } from '../../../http/errors'
import { obstaclesOf, refuseObstacles } from '../../../http/obstacles'
import type { CallContext, Db, Tx } from '../../../module'
import type { Secrets } from '../../../secrets/secrets'
import { groupBy } from '../../platform/dictionary/tree'
import { type Columns, columnsOf, type InterfaceInput, type Stored } from './columns'
import { maskSecrets } from './config'
import { demandSuper } from './reads-all'
import { type Interface, interfaceBy } from './run'
import { letMakerRun } from './runners'

type InterfaceQuery = InputOf<(typeof dataInterfaceCalls)['dataInterface.list']>

const BROKEN: Readonly<Record<string, Broken>> = {
  data_interface_en_code_key: { path: 'enCode', message: '@dataInterface.codeTaken' },
}

/** Members by which a list may be ordered. */
const SORTS = {
  fullName: asRead('full_name'),
  enCode: asRead('en_code'),
  sortCode: 'sort_code',
  creatorTime: 'created_at',
} as const

/** @param among ids of those to choose from, enabled ones alone; without it all there are */
export async function listInterfaces(db: Db, query: InterfaceQuery, among?: readonly string[]) {
  const { keyword, category = '', type } = query
  let rows = db.selectFrom('data_interface').where(holdsKeyword(keyword, 'full_name', 'en_code'))
  if (among) rows = rows.where('enabled_mark', '=', 1).where(isAmong('id', among))
  if (category !== '') rows = rows.where('category', '=', category)
  if (type !== undefined) rows = rows.where('type', '=', type as InterfaceType)
  const { list, pagination } = await pageOf(
    inOrder(rows, SORTS, 'sort_code', query).orderBy('created_at', 'desc').orderBy('id').selectAll(),
    query,
  )
  return { list: list.map(listedOf), pagination }
}

const isAmong = (column: string, ids: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${[...ids]}::text[])`

/** Enabled interfaces under their categories. */
export async function interfaceTree(context: CallContext, among: readonly string[], keyword?: string) {
  const rows = await context.db
    .selectFrom('data_interface')
    .leftJoin('dictionary_item', 'dictionary_item.id', 'data_interface.category')
    .select([
      'data_interface.id',
      'data_interface.full_name',
      'data_interface.en_code',
      'data_interface.params',
      'dictionary_item.id as category',
      'dictionary_item.full_name as name',
    ])
    .where('data_interface.enabled_mark', '=', 1)
    .where(isAmong('data_interface.id', among))
    .where(holdsKeyword(keyword, 'data_interface.full_name', 'data_interface.en_code'))
    .orderBy('dictionary_item.sort_code')
    .orderBy('data_interface.sort_code')
    .orderBy('data_interface.created_at', 'desc')
    .execute()
  return [...groupBy(rows, (row) => row.category ?? '0')].map(([id, members]) => ({
    id,
    fullName: members[0]?.name ?? context.text('@record.uncategorised'),
    categoryId: '0',
    hasChildren: true,
    children: members.map((row) => ({
      id: row.id,
      parentId: id,
      fullName: row.full_name,
      enCode: row.en_code,
      categoryId: '1',
      parameterJson: JSON.stringify(row.params),
    })),
  }))
}

/** An interface as it leaves the server: secrets masked. */
export function interfaceInfo(found: Interface) {
  const { version, config } = found
  return { ...listedOf(found), dataConfigJson: JSON.stringify(maskSecrets(config)), version }
}

/** @param stored of the interface that this is a copy of: whoever makes a copy makes nothing of their own, and may not run it by that */
export async function createInterface(
  context: CallContext,
  secrets: Secrets,
  input: InterfaceInput,
  stored?: Stored,
): Promise<{ id: string }> {
  const id = await kept(context, async (tx) => {
    const made = await insertInterface(tx, context, await columnsOf(tx, context, secrets, input, stored))
    if (!stored && !context.user.isAdministrator) await letMakerRun(context, tx, made)
    return made
  })
  return { id }
}

/** Runs a change of interfaces in one transaction; a code that is taken is said at its field. */
export const kept = <T>(context: CallContext, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withConstraints(BROKEN, context.text, () => context.db.transaction().execute(work))

export async function insertInterface(tx: Tx, context: CallContext, columns: Columns): Promise<string> {
  const id = newId()
  await tx
    .insertInto('data_interface')
    .values({ id, ...columns, updated_at: null })
    .execute()
  const after = interfaceInfo(await interfaceBy(tx, id))
  await context.audit({ action: 'dataInterface.create', target: id, after }, tx)
  return id
}

/** Puts other columns in the place of those of an interface that is locked. */
export async function changeInterface(
  tx: Tx,
  context: CallContext,
  before: Interface,
  columns: Columns,
): Promise<void> {
  await tx
    .updateTable('data_interface')
    .set({ ...columns, version: before.version + 1, updated_at: new Date() })
    .where('id', '=', before.id)
    .execute()
  const after = interfaceInfo(await interfaceBy(tx, before.id))
  await context.audit(
    { action: 'dataInterface.update', target: before.id, before: interfaceInfo(before), after },
    tx,
  )
}

export async function updateInterface(
  context: CallContext,
  secrets: Secrets,
  id: string,
  input: InterfaceInput,
): Promise<void> {
  await kept(context, async (tx) => {
    const before = await lock(tx, id)
    const { version = before.version } = input
    if (version !== before.version)
      throw new ApiError(CODE.conflict, '@record.conflict', {
        data: { version: before.version, data: interfaceInfo(before) },
      })
    const {
      category,
      has_page: hasPage,
      is_post_position: isPostPosition,
      enabled_mark: enabledMark,
    } = before
    // What a form has no field for stays.
    const whole = { category, hasPage, isPostPosition, enabledMark, ...input } as InterfaceInput
    await changeInterface(tx, context, before, await columnsOf(tx, context, secrets, whole, before))
  })
}

export async function deleteInterface(context: CallContext, id: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const before = await lock(tx, id)
    await refuseUsed(context, tx, before.id)
    await tx.deleteFrom('data_interface').where('id', '=', before.id).execute()
    await context.audit(
      { action: 'dataInterface.delete', target: before.id, before: interfaceInfo(before) },
      tx,
    )
  })
}

/** Says which models take rows from an interface, as drafts or released. @throws ApiError 400 */
async function refuseUsed(context: CallContext, tx: Tx, id: string): Promise<void> {
  const names = `"(propsUrl|interfaceId)"\\s*:\\s*"${id.replace(/\W/g, '\\$&')}"`
  const used = await obstaclesOf(tx, [
    {
      message: '@dataInterface.inUse',
      kind: '@dataInterface.models',
      page: 'development.models',
      rows: sql`
        select model.full_name as name, en_code as keyword from model
        left join model_version released on released.model_id = model.id and released.version = released_version
        where concat(model.form_data, model.column_data, model.app_column_data) ~ ${names}
          or concat(released.form_data, released.column_data, released.app_column_data) ~ ${names}`,
    },
  ])
  await refuseObstacles(context, used)
}

export async function toggleInterface(context: CallContext, id: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const { id: target, enabled_mark: enabledMark } = await lock(tx, id)
    await tx
      .updateTable('data_interface')
      .set({ enabled_mark: 1 - enabledMark, version: sql`version + 1`, updated_at: new Date() })
      .where('id', '=', target)
      .execute()
    await context.audit(
      {
        action: 'dataInterface.setState',
        target,
        before: { enabledMark },
        after: { enabledMark: 1 - enabledMark },
      },
      tx,
    )
  })
}

/** A disabled interface like this one, secrets included. */
export async function copyInterface(
  context: CallContext,
  secrets: Secrets,
  id: string,
): Promise<{ id: string }> {
  const found = await interfaceBy(context.db, id)
  const suffix = newId().slice(-6)
  if (found.reads_all) demandSuper(context, 'id')
  const copy = context.text('@dataInterface.copyOf', { name: found.full_name })
  return createInterface(
    context,
    secrets,
    {
      ...interfaceInfo(found),
      type: found.type,
      fullName: copy.slice(0, NAME_LENGTH),
      enCode: `${found.en_code.slice(0, NAME_LENGTH - 7)}_${suffix}`,
      enabledMark: 0,
    },
    found,
  )
}

/** The runs of an interface, newest first. */
export async function listRuns(db: Db, id: string, query: PageAsked & { readonly keyword?: string }) {
  const found = await interfaceBy(db, id)
  const runs = db
    .selectFrom('data_interface_run')
    .leftJoin('user_account', 'user_account.id', 'data_interface_run.user_id')
    .where('interface_id', '=', found.id)
    .where(holdsKeyword(query.keyword, 'data_interface_run.error'))
  const { list, pagination } = await pageOf(
    runs
      .select([
        'data_interface_run.id',
        'data_interface_run.at',
        'data_interface_run.took',
        'data_interface_run.row_count',
        'data_interface_run.error',
        'data_interface_run.is_trial',
        'user_account.real_name as name',
      ])
      .orderBy('data_interface_run.at', 'desc')
      .orderBy('data_interface_run.id', 'desc'),
    query,
  )
  return {
    list: list.map((row) => ({
      id: row.id,
      userName: row.name ?? '',
      invokTime: row.at.getTime(),
      invokWasteTime: row.took,
      rows: row.row_count,
      error: row.error,
      isTrial: row.is_trial,
    })),
    pagination,
  }
}

export async function lock(tx: Tx, id: string): Promise<Interface> {
  await sql`select from data_interface where id = ${id} or en_code = ${id} for update`.execute(tx)
  return interfaceBy(tx, id)
}

function listedOf(found: Interface) {
  return {
    id: found.id,
    fullName: found.full_name,
    enCode: found.en_code,
    type: found.type,
    category: found.category,
    hasPage: found.has_page,
    isPostPosition: found.is_post_position,
    parameterJson: JSON.stringify(found.params),
    fieldJson: JSON.stringify(found.fields),
    readsAll: found.reads_all ? 1 : 0,
    sortCode: found.sort_code,
    enabledMark: found.enabled_mark,
    description: found.description,
    creatorTime: found.created_at.getTime(),
    lastModifyTime: found.updated_at?.getTime() ?? null,
  }
}
