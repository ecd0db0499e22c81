import type { FieldPlan } from '../form/plan'
import type { FormStore } from '../form/store.types'
import { isRecord } from '../json'
import type { Text } from '../text'
import type { Option } from '../widget/definition'

/**
 * A form's values as scripts see them: the record as it would be sent, and what is only shown. A text that is not there is
 * the empty text, as scripts have always had it.
 */
export function scriptValues(store: FormStore): Readonly<Record<string, unknown>> {
  const values = store.collect()
  for (const field of store.plan.fields.values()) {
    if (field.table !== undefined) continue
    const { path, columns, stored } = field
    if (!stored) values[path] = store.get(path)
    if (values[path] === null && isText(field)) values[path] = ''
    if (columns) values[path] = withTexts(values[path], columns)
  }
  return values
}

function withTexts(rows: unknown, columns: readonly FieldPlan[]): unknown {
  const texts = columns.filter(isText).map(({ name }) => name)
  if (!Array.isArray(rows) || texts.length === 0) return rows
  return rows.map((row: unknown) => {
    if (!isRecord(row)) return row
    const missing = texts.filter((name) => row[name] === null)
    return missing.length === 0 ? row : { ...row, ...Object.fromEntries(missing.map((name) => [name, ''])) }
  })
}

const isText = (field: FieldPlan) => field.schema.type === 'string'

/** Widgets whose event tells of the chosen option rather than of its value (`reference/formdata-format.md §6`). */
const CHOOSING = new Set(['select', 'radio', 'checkbox', 'tree-select', 'cascader'])

/** `data` of a field's event: the option or options chosen, else the value. */
export function eventData(store: FormStore, field: FieldPlan, rowId: string | undefined): unknown {
  const inRow = field.table !== undefined && rowId !== undefined
  const { state } = inRow ? store.table(field.table).cell(rowId, field.name) : store.cell(field.path)
  const { value, options } = state
  if (!CHOOSING.has(field.definition?.key ?? '') || !options)
    return value === null && isText(field) ? '' : value
  return Array.isArray(value) ? value.map((one) => chosen(options, one)) : chosen(options, value)
}

/** The option by the names that scripts know, with all that its source had; null where there is none. */
function chosen(options: readonly Option[], value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => chosen(options, one))
  for (const option of options) {
    if (option.value === value) return { id: value, fullName: literal(option.label), ...(option.data ?? {}) }
    const below = option.children && chosen(option.children, value)
    if (isRecord(below)) return below
  }
  return null
}

const literal = (label: Text): string => (typeof label === 'string' ? label : label.zh)
