import { compileFormData, FormError, isSecret } from '@runtime/form'
import type { FormPlan, Loss } from '@runtime/form/plan'
import type { Translate } from '@runtime/host'
import { compileColumnData, isDataView, ListError, type ListPlan, SECRET_USED, toldAs } from '@runtime/list'
import { isRefused } from '@runtime/pattern/matches'
import { catalogue } from '@widgets/definitions'
import { type WidgetOfLoss, widgetOfLoss, widgetTitle } from './widget-names'

/** The texts of a model that its plans are compiled from. */
export interface ModelSource {
  readonly id: string
  readonly fullName: string
  readonly webType: string
  readonly formData: string
  readonly columnData: string
  /** Storage keys of fields that are called otherwise, by path; what fields were called before. */
  readonly keys?: Readonly<Record<string, string>>
  readonly former?: ReadonlyMap<string, string>
}

interface ModelColumns {
  readonly full_name: string
  readonly web_type: string
  readonly form_data: string
  readonly column_data: string
}

/** The texts of a row. */
export function sourceOf(columns: ModelColumns): Omit<ModelSource, 'id'> {
  return {
    fullName: columns.full_name,
    webType: columns.web_type,
    formData: columns.form_data,
    columnData: columns.column_data,
  }
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
  /** The widget that it is about, as people and the document call it. */
  readonly widget?: string
  readonly message: string
}

/** Names of fields that may stand in SQL, in JSON paths and in the documented names of list columns. */
const FIELD_NAME = /^[\p{L}\p{N}_$]{1,100}$/u

/**
 * Compiles both plans of a model.
 * @throws FormError or ListError when they cannot be.
 */
export function compilePlans(source: ModelSource): ModelPlans {
  const { id, keys, former } = source
  const form = compileFormData(source.formData, {
    ...{ id, catalogue, title: source.fullName },
    ...(keys && { keys }),
    ...(former && { former }),
  })
  const isView = isDataView(source.webType)
  const list = source.webType === '1' ? null : compileColumnData(source.columnData, form, { id, isView })
  return { form, list }
}

/** The plans, or why there are none. */
export function tryPlans(
  source: ModelSource,
  translate: Translate,
): { plans: ModelPlans | null; errors: readonly Finding[] } {
  try {
    const plans = compilePlans(source)
    return {
      plans,
      errors: [
        ...shapeErrors(plans.form, translate),
        ...viewErrors(plans, translate),
        ...secretErrors(plans, widgetOfLoss(plans, source.columnData), translate),
      ],
    }
  } catch (error) {
    const errors = findingsOf(error, translate)
    if (!errors) throw error
    return { plans: null, errors }
  }
}

function findingsOf(error: unknown, translate: Translate): readonly Finding[] | null {
  if (error instanceof FormError)
    return error.problems.map(({ pointer, message, params }) => ({
      pointer: `/formData${pointer}`,
      message: translate(message, params),
    }))
  if (error instanceof ListError)
    return [{ pointer: `/columnData${error.pointer}`, message: toldAs(error, translate) }]
  return null
}

function shapeErrors(form: FormPlan, translate: Translate): readonly Finding[] {
  const errors: Finding[] = []
  if (form.fields.size === 0)
    errors.push({ pointer: '/formData/fields', message: translate('@record.noFields') })
  for (const field of form.fields.values()) {
    const place = {
      pointer: '/formData/fields',
      field: field.path,
      widget: widgetTitle(field.widgetName, translate),
    }
    for (const { pattern, flags } of field.patterns)
      if (isRefused(pattern, flags)) {
        const params = { field: translate(field.label) || field.path, pattern }
        errors.push({ ...place, message: translate('@record.patternRefused', params) })
      }
    if (!FIELD_NAME.test(field.name))
      errors.push({ ...place, message: translate('@record.badFieldName', { field: field.path }) })
  }
  return errors
}

/** A data view that shows the rows of nothing. */
function viewErrors({ list }: ModelPlans, translate: Translate): readonly Finding[] {
  if (list?.interfaceId !== '') return []
  return [{ pointer: '/columnData/interfaceId', message: translate('@record.viewNeedsInterface') }]
}

/** What would show a secret, or cannot be done with what is kept encrypted. */
function secretErrors(
  { form, list }: ModelPlans,
  widget: WidgetOfLoss,
  translate: Translate,
): readonly Finding[] {
  const errors: Finding[] = []
  const nameOf = (path: string) => translate(form.fields.get(path)?.label) || path
  const find = (field: string, message: string, other: Record<string, string> = {}) =>
    errors.push({
      pointer: '/formData/fields',
      field,
      widget: widgetTitle(form.fields.get(field)?.widgetName ?? '', translate),
      message: translate(message, { field: nameOf(field), ...other }),
    })
  for (const field of form.fields.values())
    if (isSecret(field) && field.unique) find(field.path, '@record.secretUnique')
  for (const { kind, target, reads } of form.rules) {
    const to = form.fields.get(target)
    if (kind !== 'value' || !to || isSecret(to)) continue
    for (const path of reads) {
      const read = form.fields.get(path)
      if (read && isSecret(read)) find(path, '@record.secretRead', { target: nameOf(target) })
    }
  }
  const used = (list?.losses ?? []).filter(({ message }) => message === SECRET_USED)
  return [...errors, ...used.map(lineOf('columnData', translate, widget))]
}

const lineOf =
  (part: string, translate: Translate, widgetOf: WidgetOfLoss) =>
  (loss: Loss): Finding => {
    const widget = widgetOf(part, loss)
    return {
      pointer: `/${part}${loss.pointer}`,
      ...(loss.field !== undefined && { field: loss.field }),
      ...(widget && { widget: widgetTitle(widget, translate) }),
      message: translate(atKey(loss.message), { field: loss.field, ...loss.params }),
    }
  }

/** The losses of both plans, said. */
export function lossesOf(plans: ModelPlans, columnData: string, translate: Translate): readonly Finding[] {
  const { form, list } = plans
  const lost = (list?.losses ?? []).filter(({ message }) => message !== SECRET_USED)
  const widget = widgetOfLoss(plans, columnData)
  const losses = [
    ...form.losses.map(lineOf('formData', translate, widget)),
    ...lost.map(lineOf('columnData', translate, widget)),
  ]
  return list?.permissions.data
    ? [...losses, { pointer: '/columnData/useDataPermission', message: translate('@record.ownRecordsOnly') }]
    : losses
}

/** Losses name a locale key, with or without its `@`. */
function atKey(message: string): string {
  return message.startsWith('@') ? message : `@${message}`
}
