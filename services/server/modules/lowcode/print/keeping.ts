import { newId } from '@runtime/id'
import { PLAIN_PAGE, readPageParam, writePageParam } from '@runtime/print'
import type { printCalls } from '@services/contract/areas/lowcode/print'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { type Broken, withConstraints } from '../../../database/constraint'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, Services } from '../../../module'
import { cleanMarkup } from '../../../workers/markup'
import { refusal } from '../../platform/people/change'
import { crampedMargin } from './page'
import { templateById } from './templates'

export type TemplateInput = InputOf<(typeof printCalls)['print.create']>

const BROKEN: Readonly<Record<string, Broken>> = {
  print_template_name: { path: 'fullName', message: '@print.nameTaken' },
  print_template_code: { path: 'enCode', message: '@print.codeTaken' },
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
        .values({ id, ...NEW, ...columns, created_by: context.user.userId, updated_at: null })
        .execute()
      await context.audit({ action: 'print.create', target: id, after: await templateById(tx, id) }, tx)
    }),
  )
  return { id }
}

/** Changes a template; what is left out stays. */
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

/** Enables a disabled template and disables an enabled one. @throws ApiError 404 */
export async function toggleTemplate(context: CallContext, id: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const after = await tx
      .updateTable('print_template')
      .set({ enabled_mark: sql<number>`1 - enabled_mark`, updated_at: new Date() })
      .where('id', '=', id)
      .returning('enabled_mark as enabledMark')
      .executeTakeFirst()
    if (!after) throw notFound()
    const before = { enabledMark: 1 - after.enabledMark }
    await context.audit({ action: 'print.state', target: id, before, after }, tx)
  })
}

/** A template like another under a name of its own, disabled until it is ready. */
export async function copyTemplate(context: CallContext, services: Services, id: string) {
  const template = await templateById(context.db, id)
  // Two copies of one template have different names and codes.
  const mark = newId().slice(-4)
  return createTemplate(context, services, {
    ...template,
    fullName: `${context.text('@print.copyOf', { name: template.fullName.slice(0, 36) })} ${mark}`,
    enCode: `${template.enCode.slice(0, 44)}-${mark}`,
    enabledMark: 0,
  })
}

/** What a new template has that nothing is said of. */
const NEW = {
  ...{ category: '', type: 1, template: '', page: JSON.stringify(writePageParam(PLAIN_PAGE)) },
  ...{ sort_code: 0, enabled_mark: 1, description: '' },
}

/** Columns of what is given; a member that a form has emptied is empty. */
async function columnsOf(context: CallContext, services: Services, input: TemplateInput) {
  const { printTemplate, pageParam, category, type, sortCode, enabledMark, description } = input
  const margin = pageParam && crampedMargin(readPageParam(pageParam))
  if (margin) throw refusal(context, `pageParam.${margin.name}`, margin.message)
  const model = await services.models.current(input.modelId).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== CODE.notFound) throw error
    throw refusal(context, 'modelId', '@print.modelGone')
  })
  const [template] =
    printTemplate === undefined ? [] : await cleanMarkup(services.workers, 'print', [printTemplate])
  return {
    full_name: input.fullName.trim(),
    en_code: input.enCode.trim(),
    model_id: model.id,
    ...given({
      template,
      type,
      category: category === null ? '' : category,
      page: pageParam && JSON.stringify(pageParam),
      sort_code: sortCode === null ? 0 : sortCode,
      enabled_mark: enabledMark,
      description: description === null ? '' : description,
    }),
  }
}

function given<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
}
