import type { visualDevelopmentCalls } from '@services/contract/areas/lowcode/visual-development'
import type { ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, Db, Services, Tx } from '../../../module'
import type { ModelRow } from './candidate'
import { countRecords } from './judging/pages'
import { usesOf } from './uses'

type Deletion = ResponseOf<(typeof visualDevelopmentCalls)['visualDevelopment.deletion']>

/** What goes with a model, and what names it. @throws ApiError 404 */
export async function deletionOf(context: CallContext, id: string): Promise<Deletion> {
  const model = await context.db.selectFrom('model').selectAll().where('id', '=', id).executeTakeFirst()
  if (!model) throw notFound()
  const { records, uses } = await costOf(context.db, context, model)
  const gone = records > 0 ? [context.text('@development.deleteRecords', { count: records })] : []
  return { records, lines: [...gone, ...uses].map((text) => ({ text })) }
}

interface Cost {
  readonly records: number
  readonly uses: readonly string[]
}

async function costOf(db: Db | Tx, context: CallContext, model: ModelRow): Promise<Cost> {
  const uses = await usesOf(db, context, { id: model.id, enCode: model.en_code, fields: null })
  // Templates are made of the model, and say nothing without it.
  const others = uses.filter(({ kind }) => kind !== 'print')
  return { records: await countRecords(db, model.id), uses: others.map(({ message }) => message) }
}

/**
 * Deletes a model with its versions and its place in the menu. Where it has records, or something names it, somebody has to
 * have typed its code: its records are deleted then as records are, and stay in the database, marked.
 * @throws ApiError 400 where nobody has; 404
 */
export async function deleteModel(
  context: CallContext,
  services: Services,
  id: string,
  confirm: string | undefined,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('model')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw notFound()
    const cost = await costOf(tx, context, before)
    if (cost.records + cost.uses.length > 0) demandTyped(context, before, cost, confirm)
    await services.menu.unpublish(id, tx)
    await tx
      .updateTable('record')
      .set({ deleted_at: new Date(), updated_by: context.user.userId })
      .where('model_id', '=', id)
      .where('deleted_at', 'is', null)
      .execute()
    await tx.deleteFrom('record_unique').where('model_id', '=', id).execute()
    await tx.deleteFrom('model').where('id', '=', id).execute()
    const after = cost.records > 0 ? { records: cost.records } : undefined
    await context.audit(
      { action: 'visualDevelopment.delete', target: id, before, ...(after && { after }) },
      tx,
    )
  })
}

function demandTyped({ text }: CallContext, model: ModelRow, cost: Cost, typed: string | undefined): void {
  if (typed === undefined && cost.records > 0) throw new ApiError(CODE.badRequest, '@record.modelHasRecords')
  if (typed === undefined)
    throw new ApiError(CODE.badRequest, '@release.inUse', { params: { names: cost.uses.join('；') } })
  if (typed.trim() === model.en_code) return
  const message = text('@development.codeMistyped', { code: model.en_code })
  throw new ApiError(CODE.badRequest, message, { errors: [{ path: 'confirm', message }] })
}
