import { newId } from '@runtime/id'
import type { dataInterfaceCalls } from '@services/contract/areas/lowcode/data-interface'
import {
  DeclaredField,
  DeclaredParam,
  INTERFACE_TYPE,
  type InterfaceType,
} from '@services/contract/areas/lowcode/data-interface-bodies'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { NAME_LENGTH } from '@services/contract/fields'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Broken, withConstraints } from '../../../database/constraint'
import { inOrder, type PageAsked, pageOf } from '../../../database/page'
import { holdsKeyword } from '../../../database/search'
import { ApiError } from '../../../http/errors'
import { obstaclesOf, refuseObstacles } from '../../../http/obstacles'
import type { CallContext, Db, Tx } from '../../../module'
import type { Secrets } from '../../../secrets/secrets'
import { groupBy } from '../../platform/dictionary/tree'
import { type InterfaceConfig, keepSecrets, maskSecrets, readConfig, readJson } from './config'
import type { Declared } from './params'
import { type Interface, interfaceBy } from './run'
import { sealHeaders } from './secrets'
import { paramNames, parseSql } from './sql-template'

type InterfaceInput = InputOf<(typeof dataInterfaceCalls)['dataInterface.create']>
type InterfaceQuery = InputOf<(typeof dataInterfaceCalls)['dataInterface.list']>

const BROKEN: Readonly<Record<string, Broken>> = {
  data_interface_en_code_key: { path: 'enCode', message: '@dataInterface.codeTaken' },
}

const Params = Type.Array(DeclaredParam, { maxItems: 100 })
const Fields = Type.Array(DeclaredField, { maxItems: 500 })

/** Members by which a list may be ordered. */
const SORTS = {
  fullName: 'full_name',
  enCode: 'en_code',
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
  return { ...listedOf(found), dataConfigJson: JSON.stringify(maskSecrets(found.config)) }
}

export async function createInterface(
  context: CallContext,
  secrets: Secrets,
  input: InterfaceInput,
  stored?: InterfaceConfig,
): Promise<{ id: string }> {
  const id = newId()
  const columns = columnsOf(secrets, input, stored)
  await withConstraints(BROKEN, context.text, () =>
    context.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('data_interface')
        .values({ id, ...columns, updated_at: null })
        .execute()
      const after = interfaceInfo(await interfaceBy(tx, id))
      await context.audit({ action: 'dataInterface.create', target: id, after }, tx)
    }),
  )
  return { id }
}

export async function updateInterface(
  context: CallContext,
  secrets: Secrets,
  id: string,
  input: InterfaceInput,
): Promise<void> {
  await withConstraints(BROKEN, context.text, () =>
    context.db.transaction().execute(async (tx) => {
      const before = await lock(tx, id)
      await tx
        .updateTable('data_interface')
        .set({ ...columnsOf(secrets, input, before.config), updated_at: new Date() })
        .where('id', '=', before.id)
        .execute()
      const after = interfaceInfo(await interfaceBy(tx, before.id))
      await context.audit(
        { action: 'dataInterface.update', target: before.id, before: interfaceInfo(before), after },
        tx,
      )
    }),
  )
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
      .set({ enabled_mark: 1 - enabledMark, updated_at: new Date() })
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
    found.config,
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
    })),
    pagination,
  }
}

async function lock(tx: Tx, id: string): Promise<Interface> {
  await sql`select from data_interface where id = ${id} or en_code = ${id} for update`.execute(tx)
  return interfaceBy(tx, id)
}

function columnsOf(secrets: Secrets, input: InterfaceInput, stored: InterfaceConfig | undefined) {
  const params = read(Params, input.parameterJson, 'parameterJson') as readonly Declared[]
  const kept = keepSecrets(readConfig(input.type, input.dataConfigJson), stored)
  const config = sealHeaders(secrets, kept, stored)
  if (input.type === INTERFACE_TYPE.sql && 'sql' in config) checkSql(config.sql, params)
  return {
    full_name: input.fullName.trim(),
    en_code: input.enCode.trim(),
    type: input.type,
    category: input.category ?? '',
    has_page: input.hasPage ?? 0,
    is_post_position: input.isPostPosition ?? 0,
    params: JSON.stringify(params),
    fields: JSON.stringify(read(Fields, input.fieldJson, 'fieldJson')),
    config: JSON.stringify(config),
    sort_code: input.sortCode ?? 0,
    enabled_mark: input.enabledMark ?? 1,
    description: input.description ?? '',
  }
}

/** A statement that could never run is refused when it is saved, not when a form needs it. */
function checkSql(statement: string, params: readonly Declared[]): void {
  const declared = new Set(params.map(({ field }) => field))
  const stranger = paramNames(parseSql(statement)).find((name) => !declared.has(name))
  if (stranger !== undefined)
    throw new ApiError(CODE.badRequest, '@dataInterface.paramUnknown', { params: { name: stranger } })
}

function read(schema: typeof Params | typeof Fields, sent: unknown, path: string): unknown {
  const value = sent === null || sent === undefined || sent === '' ? [] : readJson(sent, path)
  const [error] = Value.Errors(schema, value)
  if (!error) return value
  const where = `${path}${error.instancePath.replaceAll('/', '.')}`
  throw new ApiError(CODE.badRequest, '@dataInterface.configInvalid', {
    params: { path: where, reason: error.message },
    errors: [{ path: where, message: error.message }],
  })
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
    sortCode: found.sort_code,
    enabledMark: found.enabled_mark,
    description: found.description,
    creatorTime: found.created_at.getTime(),
    lastModifyTime: found.updated_at?.getTime() ?? null,
  }
}
