import { compileFormData, FormError } from '@runtime/form'
import type { FormPlan, Loss } from '@runtime/form/plan'
import type { Say } from '@runtime/host'
import { compileColumnData, ListError, type ListPlan } from '@runtime/list'
import { catalogue } from '@widgets/definitions'

/** The texts of a model that its plans are compiled from. */
export interface ModelSource {
  readonly id: string
  readonly fullName: string
  readonly webType: string
  readonly formData: string
  readonly columnData: string
}

export interface ModelPlans {
  readonly form: FormPlan
  /** Null for a model that is a form only. */
  readonly list: ListPlan | null
}

/** One thing wrong with a model, or that it asks for in vain, in a person's language. */
export interface Finding {
  readonly pointer: string
  readonly field?: string
  readonly message: string
}

/** Names of fields that may stand in SQL, in JSON paths and in the documented names of list columns. */
const FIELD_NAME = /^[\p{L}\p{N}_$]{1,100}$/u

/**
 * Compiles both plans of a model.
 * @throws FormError or ListError when they cannot be.
 */
export function compilePlans(source: ModelSource): ModelPlans {
  const form = compileFormData(source.formData, { id: source.id, catalogue, title: source.fullName })
  const list = source.webType === '1' ? null : compileColumnData(source.columnData, form, { id: source.id })
  return { form, list }
}

/** The plans, or why there are none. */
export function tryPlans(
  source: ModelSource,
  say: Say,
): { plans: ModelPlans | null; errors: readonly Finding[] } {
  try {
    const plans = compilePlans(source)
    return { plans, errors: shapeErrors(plans.form, say) }
  } catch (error) {
    const errors = findingsOf(error, say)
    if (!errors) throw error
    return { plans: null, errors }
  }
}

function findingsOf(error: unknown, say: Say): readonly Finding[] | null {
  if (error instanceof FormError)
    return error.problems.map(({ pointer, message, params }) => ({
      pointer: `/formData${pointer}`,
      message: say(message, params),
    }))
  if (error instanceof ListError)
    return [{ pointer: `/columnData${error.pointer}`, message: say(error.text, error.params) }]
  return null
}

function shapeErrors(form: FormPlan, say: Say): readonly Finding[] {
  const errors: Finding[] = []
  if (form.fields.size === 0) errors.push({ pointer: '/formData/fields', message: say('@record.noFields') })
  for (const field of form.fields.values()) {
    if (!FIELD_NAME.test(field.name) || field.name === 'id')
      errors.push({
        pointer: '/formData/fields',
        field: field.path,
        message: say('@record.badFieldName', { field: field.path }),
      })
  }
  return errors
}

/** The losses of both plans, said. */
export function lossesOf({ form, list }: ModelPlans, say: Say): readonly Finding[] {
  const said = (part: string) => (loss: Loss) => ({
    pointer: `/${part}${loss.pointer}`,
    ...(loss.field !== undefined && { field: loss.field }),
    message: say(atKey(loss.message), { field: loss.field, ...loss.params }),
  })
  const losses = [...form.losses.map(said('formData')), ...(list?.losses ?? []).map(said('columnData'))]
  return list?.permissions.data
    ? [...losses, { pointer: '/columnData/useDataPermission', message: say('@record.ownRecordsOnly') }]
    : losses
}

/** Losses name a locale key, with or without its `@`. */
function atKey(message: string): string {
  return message.startsWith('@') ? message : `@${message}`
}
