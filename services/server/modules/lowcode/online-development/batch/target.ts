import { isBatchField } from '@runtime/form'
import type { FieldPlan } from '@runtime/form/plan'
import { CODE } from '@services/contract/envelope'
import { ApiError, noRight } from '../../../../http/errors'
import type { CallContext, Services } from '../../../../module'
import { BATCH_EDIT } from '../../../../right'
import { mayFill } from '../rights'
import { openSaver, type Saver } from '../updating'

/** A field as the caller names it, and what it is to have. */
export interface GivenField {
  readonly field: string
  readonly value?: unknown
}

/** A field that gets a value; null empties it. */
export interface EditedField {
  readonly field: FieldPlan
  readonly value: unknown
}

/** Who saves, as a single save would have it. @throws ApiError 403 where the list has a batch button of its own that the caller may not press */
export async function saverOf(context: CallContext, services: Services, modelId: string): Promise<Saver> {
  const saver = await openSaver(context, services, modelId)
  const { model, rights } = saver
  const hasOwn = model.list?.toolbar.some(({ code }) => code === BATCH_EDIT) ?? false
  if (hasOwn && !rights.button(BATCH_EDIT)) {
    const place = await services.menu.entryOf(model.id)
    throw await services.rights.refusal(`${place?.id ?? model.enCode}:${BATCH_EDIT}`, context.language)
  }
  return saver
}

/**
 * The field that many records are to get a value in.
 * @throws ApiError 403 for one that the caller may not fill in; 400 for one that nobody can give a value: computed, only shown, closed,
 * a sub-table
 */
function editedField({ model, rights }: Saver, path: string): FieldPlan {
  const field = model.form.fields.get(path)
  if (!mayFill(rights, field ?? { path, table: undefined })) throw noRight(path)
  if (!field || !isBatchField(field, model.form))
    throw new ApiError(CODE.badRequest, '@record.batch.notEditable', {
      params: { field: field?.label ?? path },
    })
  return field
}

/** The fields that many records are to get values in, each once. @throws ApiError as `editedField` does */
export function editedFields(saver: Saver, given: readonly GivenField[]): readonly EditedField[] {
  const byPath = new Map(given.map(({ field, value }) => [field, value ?? null]))
  return [...byPath].map(([path, value]) => ({ field: editedField(saver, path), value }))
}
