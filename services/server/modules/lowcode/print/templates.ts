import { newId } from '@runtime/id'
import { PLAIN_PAGE, writePageParam } from '@runtime/print'
import type { printCalls } from '@services/contract/areas/lowcode/print'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { isAnyOf } from '../../../database/batches'
import { type Broken, withConstraints } from '../../../database/constraint'
import { holdsKeyword } from '../../../database/search'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, Db, Services, Tx } from '../../../module'
import { cleanMarkup } from '../../../workers/markup'

type TemplateInput = InputOf<(typeof printCalls)['print.create']>
type ListQuery = InputOf<(typeof printCalls)['print.list']>

const BROKEN: Readonly<Record<string, Broken>> = {
  print_template_name: { path: 'fullName', message: '@print.nameTaken' },
  print_template_code: { path: 'enCode', message: '@print.codeTaken' },
}

const LISTED = [
  'id',
  'full_name as fullName',
  'en_code as enCode',
  'category',
  'type',
  'model_id as modelId',
  'sort_code as sortCode',
  'enabled_mark as enabledMark',
  'description',
] as const

export async function listTemplates(db: Db, { currentPage = 1, pageSize = 20, keyword }: ListQuery) {
  const rows = db.selectFrom('print_template').where(holdsKeyword(keyword, 'full_name', 'en_code'))
  const { total } = await rows
    .select((from) => from.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const list = await rows
    .select(LISTED)
    .orderBy('sort_code')
    .orderBy('created_at', 'desc')
    .limit(pageSize)
    .offset((currentPage - 1) * pageSize)
    .execute()
  return { list, pagination: { currentPage, pageSize, total } }
}

/** Enabled templates, of one type or all. */
export async function enabledTemplates(db: Db, type?: number) {
  return db
    .selectFrom('print_template')
    .select(LISTED)
    .where('enabled_mark', '=', 1)
    .$if(type !== undefined, (rows) => rows.where('type', '=', type as number))
    .orderBy('sort_code')
    .orderBy('created_at', 'desc')
    .execute()
}

/** Those that are there and enabled, in the order of the ids. */
export async function templatesByIds(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('print_template')
    .select(['id', 'full_name as fullName'])
    .where(isAnyOf('id', ids))
    .where('enabled_mark', '=', 1)
    .execute()
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

export async function templateById(db: Db | Tx, id: string) {
  const row = await db
    .selectFrom('print_template')
    .select([...LISTED, 'template as printTemplate', 'page as pageParam'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Makes a template, sanitised, under an id of its own or a given one. */
export async function createTemplate(
  context: CallContext,
  services: Services,
  input: TemplateInput,
  id = newId(),
): Promise<{ id: string }> {
  const columns = await columnsOf(context, services, input)
  await withConstraints(BROKEN, context.text, () =>
    context.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('print_template')
        .values({ id, ...columns, created_by: context.user.userId, updated_at: null })
        .execute()
      await context.audit({ action: 'print.create', target: id, after: await templateById(tx, id) }, tx)
    }),
  )
  return { id }
}

export async function updateTemplate(
  context: CallContext,
  services: Services,
  id: string,
  input: TemplateInput,
): Promise<void> {
  const columns = await columnsOf(context, services, input)
  await withConstraints(BROKEN, context.text, () =>
    context.db.transaction().execute(async (tx) => {
      const before = await templateById(tx, id)
      await tx
        .updateTable('print_template')
        .set({ ...columns, updated_at: new Date() })
        .where('id', '=', id)
        .execute()
      await context.audit(
        { action: 'print.update', target: id, before, after: await templateById(tx, id) },
        tx,
      )
    }),
  )
}

export async function deleteTemplate(context: CallContext, id: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const before = await templateById(tx, id)
    await tx.deleteFrom('print_template').where('id', '=', id).execute()
    await context.audit({ action: 'print.delete', target: id, before }, tx)
  })
}

/** A template like another under a name of its own, disabled until it is ready. */
export async function copyTemplate(context: CallContext, services: Services, id: string) {
  const { id: _id, ...template } = await templateById(context.db, id)
  // Two copies of one template have different names and codes.
  const mark = newId().slice(-4)
  return createTemplate(context, services, {
    ...template,
    fullName: `${context.text('@print.copyOf', { name: template.fullName.slice(0, 36) })} ${mark}`,
    enCode: `${template.enCode.slice(0, 44)}-${mark}`,
    enabledMark: 0,
  })
}

async function columnsOf(context: CallContext, services: Services, input: TemplateInput) {
  const model = await services.models.current(input.modelId).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== CODE.notFound) throw error
    const message = '@print.modelGone'
    throw new ApiError(CODE.badRequest, message, {
      errors: [{ path: 'modelId', message: context.text(message) }],
    })
  })
  const [template = ''] = await cleanMarkup(services.workers, 'print', [input.printTemplate])
  return {
    full_name: input.fullName.trim(),
    en_code: input.enCode.trim(),
    category: input.category ?? '',
    type: input.type ?? 1,
    model_id: model.id,
    template,
    page: JSON.stringify(input.pageParam ?? writePageParam(PLAIN_PAGE)),
    sort_code: input.sortCode ?? 0,
    enabled_mark: input.enabledMark ?? 1,
    description: input.description ?? '',
  }
}
