import { newId } from '@runtime/id'
import type { Text } from '@runtime/text'
import { codedText } from '@runtime/widget/read'
import type { visualDevelopmentCalls } from '@services/contract/areas/lowcode/visual-development'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { type Selectable, sql } from 'kysely'
import { type Broken, withConstraints } from '../../../database/constraint'
import { inOrder, pageOf } from '../../../database/page'
import { asRead } from '../../../database/reading'
import { holdsKeyword } from '../../../database/search'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, Db, Tx } from '../../../module'
import { demandFitting } from './fitting'
import { type Finding, lossesOf, type ModelSource, sourceOf, tryPlans } from './plans'
import { designedTexts, keepWhole } from './steps'
import type { ModelTable } from './tables'

export type ModelInput = InputOf<(typeof visualDevelopmentCalls)['visualDevelopment.create']>
type ModelQuery = InputOf<(typeof visualDevelopmentCalls)['visualDevelopment.list']>

const BROKEN: Readonly<Record<string, Broken>> = {
  model_code: { path: 'enCode', message: '@record.modelCodeTaken' },
  model_pkey: { message: '@record.modelExists' },
}

/** Members by which a list may be ordered. */
const SORTS = {
  fullName: asRead('model.full_name'),
  enCode: asRead('model.en_code'),
  sortCode: 'model.sort_code',
  creatorTime: 'model.created_at',
  lastModifyTime: 'model.updated_at',
} as const

const RELEASE_STATE = sql<number>`
  case when model.released_version = 0 then 0 when model.released_draft = model.draft_version then 1 else 2 end`

export async function listModels({ db, text }: Pick<CallContext, 'db' | 'text'>, query: ModelQuery) {
  const { keyword, category = '', isRelease } = query
  let rows = db
    .selectFrom('model')
    .leftJoin('dictionary_item', 'dictionary_item.id', 'model.category')
    .leftJoin('user_account', 'user_account.id', 'model.created_by')
  if (category !== '') rows = rows.where('model.category', '=', category)
  if (isRelease !== undefined) rows = rows.where(RELEASE_STATE, '=', isRelease)
  rows = rows.where(holdsKeyword(keyword, 'model.full_name', 'model.en_code'))
  const { list, pagination } = await pageOf(
    inOrder(rows, SORTS, 'model.sort_code', query)
      .orderBy('model.created_at', 'desc')
      .orderBy('model.id')
      .select([...LISTED, RELEASE_STATE.as('is_release')]),
    query,
  )
  return {
    list: list.map((row) => ({
      ...listed(row),
      fullName: text(modelName(row)),
      categoryName: text(codedText(row.category_name ?? '', row.category_code ?? '')),
    })),
    pagination,
  }
}

const LISTED = [
  'model.id',
  'model.full_name',
  'model.full_name_code',
  'model.en_code',
  'model.type',
  'model.web_type',
  'model.enable_flow',
  'model.category',
  'dictionary_item.full_name as category_name',
  'dictionary_item.full_name_code as category_code',
  'model.released_version',
  'model.draft_version',
  'model.sort_code',
  'model.description',
  'user_account.real_name as creator',
  'model.created_at',
  'model.updated_at',
] as const

interface ListedRow {
  id: string
  full_name: string
  full_name_code: string
  en_code: string
  type: number
  web_type: string
  enable_flow: number
  category: string
  category_name: string | null
  category_code: string | null
  is_release: number
  released_version: number
  draft_version: number
  sort_code: number
  description: string
  creator: string | null
  created_at: Date
  updated_at: Date | null
}

function listed(row: ListedRow) {
  return {
    id: row.id,
    fullName: row.full_name,
    enCode: row.en_code,
    type: row.type,
    webType: row.web_type,
    enableFlow: row.enable_flow,
    category: row.category,
    categoryName: row.category_name ?? '',
    isRelease: row.is_release,
    version: row.released_version,
    draftVersion: row.draft_version,
    sortCode: row.sort_code,
    description: row.description,
    creatorUser: row.creator ?? '',
    creatorTime: row.created_at.getTime(),
    lastModifyTime: row.updated_at?.getTime() ?? null,
  }
}

/** What a model is called: by the code of its name where it has one. */
export function modelName(row: { readonly full_name: string; readonly full_name_code: string }): Text {
  return codedText(row.full_name, row.full_name_code)
}

/** A model's draft, by the name that it was given. */
export async function modelById(db: Db | Tx, id: string) {
  const row = await db
    .selectFrom('model')
    .leftJoin('dictionary_item', 'dictionary_item.id', 'model.category')
    .leftJoin('user_account', 'user_account.id', 'model.created_by')
    .select([
      ...LISTED,
      RELEASE_STATE.as('is_release'),
      'model.tables',
      'model.form_data',
      'model.column_data',
      'model.app_column_data',
      'model.is_enabled',
    ])
    .where('model.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return {
    ...listed(row),
    tables: row.tables,
    formData: row.form_data,
    columnData: row.column_data,
    appColumnData: row.app_column_data,
    isEnabled: (row.is_enabled ? 1 : 0) as 0 | 1,
  }
}

/** The text that a model was read from, and whether the model is what it says. */
export interface ImportedFile {
  readonly text: string
  readonly asIs: boolean
}

/** Makes a draft. With `id` (an import) under that id, if it is free; `file` is what it was read from. */
export async function createModel(
  context: CallContext,
  input: ModelInput & { readonly id?: string | undefined },
  file?: ImportedFile,
): Promise<{ id: string } & DraftReport> {
  const id = input.id ?? newId()
  const columns = columnsOf(input)
  demandFitting(designedTexts(columns))
  await withConstraints(BROKEN, context.text, () =>
    context.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('model')
        .values({
          id,
          ...columns,
          source_text: file?.text ?? '',
          source_draft: file?.asIs ? 1 : 0,
          created_by: context.user.userId,
          updated_at: null,
        })
        .execute()
      await context.audit({ action: 'visualDevelopment.create', target: id, after: columns }, tx)
    }),
  )
  return { id, ...draftReport(context, { id, ...sourceOf(columns) }) }
}

/**
 * Saves a draft; a draft may be unsound, what is wrong with it is answered. One that somebody else has saved since
 * `draftVersion` is refused.
 */
export async function updateModel(
  context: CallContext,
  id: string,
  input: ModelInput & { readonly draftVersion?: number | undefined },
): Promise<{ draftVersion: number } & DraftReport> {
  return withConstraints(BROKEN, context.text, () =>
    context.db.transaction().execute(async (tx) => {
      const before = await tx
        .selectFrom('model')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (!before) throw notFound()
      if (input.draftVersion !== undefined && input.draftVersion !== before.draft_version)
        throw new ApiError(CODE.conflict, '@record.draftConflict', {
          data: { draftVersion: before.draft_version },
        })
      const columns = { ...columnsOf(input, before), draft_version: before.draft_version + 1 }
      demandFitting(designedTexts(columns))
      await tx
        .updateTable('model')
        .set({ ...columns, updated_at: new Date() })
        .where('id', '=', id)
        .execute()
      await keepWhole(context, tx, before, columns)
      await context.audit({ action: 'visualDevelopment.update', target: id, before, after: columns }, tx)
      const report = draftReport(context, { id, ...sourceOf(columns) })
      return { draftVersion: columns.draft_version, ...report }
    }),
  )
}

/** What is wrong with a draft: `errors` will stop its release, `losses` will not. */
export interface DraftReport {
  readonly errors: Finding[]
  readonly losses: Finding[]
}

function draftReport(context: CallContext, source: ModelSource): DraftReport {
  const { plans, errors } = tryPlans(source, context.text)
  return { errors: [...errors], losses: plans ? [...lossesOf(plans, source.columnData, context.text)] : [] }
}

/** Stored columns of an input; what an update leaves out stays. */
function columnsOf(input: ModelInput, before?: Before) {
  return {
    ...nameColumns(input, before),
    en_code: input.enCode.trim(),
    type: Number(stated(input.type, before?.type) ?? 1),
    web_type: String(stated(input.webType, before?.web_type) ?? 2),
    enable_flow: Number(stated(input.enableFlow, before?.enable_flow) ?? 0),
    category: stated(input.category, before?.category) ?? '',
    sort_code: stated(input.sortCode, before?.sort_code) ?? 0,
    description: stated(input.description, before?.description) ?? '',
    tables: documentText(input.tables) ?? before?.tables ?? '[]',
    form_data: documentText(input.formData) ?? before?.form_data ?? '',
    column_data: documentText(input.columnData) ?? before?.column_data ?? '',
    app_column_data: documentText(input.appColumnData) ?? before?.app_column_data ?? '',
  }
}

/** A name that somebody has given says the same in every language: the code of the one before goes. */
function nameColumns({ fullName, fullNameI18nCode }: ModelInput, before?: Before) {
  const full_name = fullName.trim()
  const kept = full_name === before?.full_name ? before.full_name_code : ''
  return { full_name, full_name_code: fullNameI18nCode ?? kept }
}

type Before = Pick<
  Selectable<ModelTable>,
  | ('full_name' | 'full_name_code')
  | ('type' | 'web_type' | 'enable_flow' | 'category' | 'sort_code' | 'description')
  | ('tables' | 'form_data' | 'column_data' | 'app_column_data')
>

/** A member of an input, null where a form has emptied it; `before` where it was left out. */
function stated<V, B>(value: V | undefined, before: B): V | B {
  return value === undefined ? before : value
}

/** A document of a model as it is kept: text; undefined where there is none. */
export function documentText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}
