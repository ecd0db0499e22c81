import { isSecret } from '@runtime/form'
import { accepts } from '@runtime/form/evaluate/accepts'
import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import { isNumeric } from '@runtime/list'
import { takesText } from '@runtime/widget/sheet-number'
import type { CallContext } from '../../../../module'
import { COMPLEX, type ImportColumn, type ImportHead, TABLE } from '../../../platform/transfer/heads'
import type { ReleasedModel } from '../../visual-development/released'
import { hostOf } from '../host'
import { mayFill, type RecordRights } from '../rights'

/** Choices that a help names; of more it says that there are more. */
const NAMED = 20

/** A field that an import may fill, of a sub-table with its columns. */
export interface ImportField {
  readonly field: FieldPlan
  readonly columns: readonly FieldPlan[]
}

/** What an import may fill: what the form lets its caller fill in, as texts. */
export function importFields({ form, list }: ReleasedModel, rights: RecordRights): readonly ImportField[] {
  const chosen = new Set(list?.importing?.fields ?? [])
  const isChosen = ({ path, columns = [] }: FieldPlan) =>
    chosen.size === 0 || chosen.has(path) || columns.some((column) => chosen.has(column.path))
  return [...form.fields.values()]
    .filter((field) => field.table === undefined && isFilled(field, form, rights) && isChosen(field))
    .map((field) => ({ field, columns: columnsOf(field) }))
    .filter(({ field, columns }) => !field.columns || columns.length > 0)

  function columnsOf(table: FieldPlan): readonly FieldPlan[] {
    const own = (table.columns ?? []).filter((column) => isFilled(column, form, rights))
    const named = own.filter(({ path }) => chosen.has(path))
    return chosen.size === 0 || chosen.has(table.path) || named.length === 0 ? own : named
  }
}

/** A form's own judgement of who fills in what; files, forms within forms and secrets are none of a spreadsheet's. */
function isFilled(field: FieldPlan, form: FormPlan, rights: RecordRights): boolean {
  const { definition, place } = field
  if (!definition || place !== undefined || definition.files || definition.rowsAre === 'forms') return false
  return !isSecret(field) && accepts(field, form) && mayFill(rights, field)
}

/** The heads of a model's import, those that the list groups below theirs. */
export function importHeads(
  context: CallContext,
  { list }: ReleasedModel,
  fields: readonly ImportField[],
): readonly ImportHead[] {
  const { text } = context
  const column = (field: FieldPlan): ImportColumn => ({
    id: field.name,
    fullName: text(field.label) || field.name,
    jnpfKey: field.definition?.jnpfKeys[0] ?? field.widget,
    required: field.required,
    help: helpOf(context, field),
    reads: readsOf(field),
    ...exampleIn(context, field),
  })
  const groups = (list?.headers ?? []).map(({ id, label, columns }) => ({
    group: { id, fullName: text(label), jnpfKey: COMPLEX, required: false, help: '', reads: 'text' as const },
    fields: fields.flatMap(({ field }) => (!field.columns && columns.includes(field.path) ? [field] : [])),
  }))
  const grouped = new Map(groups.flatMap((one) => one.fields.map((field) => [field, one] as const)))
  return fields.flatMap(({ field, columns }): ImportHead[] => {
    const group = grouped.get(field)
    // A head stands where the first of its fields does.
    if (group)
      return group.fields[0] === field ? [{ ...group.group, children: group.fields.map(column) }] : []
    if (!field.columns) return [column(field)]
    return [{ ...column(field), jnpfKey: TABLE, help: '', children: columns.map(column) }]
  })
}

/** Widgets whose values are moments, written in the format of their settings. */
const MOMENTS: ReadonlySet<string> = new Set(['date-picker', 'date-range'])

export function readsOf(field: FieldPlan): ImportColumn['reads'] {
  if (field.widget === 'time-picker') return 'time'
  if (MOMENTS.has(field.widget)) return 'moment'
  if (isNumeric(field) && field.schema.type === 'number') return 'number'
  return takesText(field.definition) ? 'digits' : 'text'
}

/** Kinds of values whose example everybody reads: numbers within their bounds, days in their format, ranges, colours. */
function exampleIn(context: CallContext, field: FieldPlan): { readonly example?: string } {
  const { definition, settings } = field
  if (!definition || field.options || readsOf(field) === 'digits' || definition.names?.(settings)) return {}
  const given = definition.example?.field?.['default']
  if (given === undefined || given === null) return {}
  const { min, max } = settings
  const value =
    typeof given === 'number' && readsOf(field) === 'number'
      ? Math.min(Number(max ?? Number.POSITIVE_INFINITY), Math.max(Number(min ?? 10), Math.min(10, given)))
      : given
  if (readsOf(field) === 'number') return { example: String(value) }
  return {
    example:
      definition.toText?.(value, settings, { ...hostOf(context), get: () => undefined }) ?? String(value),
  }
}

/** What may be written in a column: that it is due, its form, its choices. */
function helpOf({ text }: CallContext, field: FieldPlan): string {
  const parts: string[] = field.required ? [text('@transfer.helpRequired')] : []
  const { format } = field.settings
  if (!['text', 'digits'].includes(readsOf(field)) && typeof format === 'string')
    parts.push(text('@transfer.helpFormat', { format }))
  if (field.options?.kind === 'static') {
    const labels = field.options.options.map(({ label }) => text(label))
    const more = labels.length > NAMED ? '…' : ''
    parts.push(text('@transfer.helpChoices', { names: labels.slice(0, NAMED).join('、') + more }))
  } else if (field.definition?.names?.(field.settings)) parts.push(text('@transfer.helpNames'))
  if (field.settings['multiple'] === true) parts.push(text('@transfer.helpMany'))
  return parts.join('\n')
}
