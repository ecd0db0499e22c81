import type { FieldPlan } from '@runtime/form/plan'
import type { Host } from '@runtime/host'
import type { ColumnPlan } from '@runtime/list/plan'
import { isEmptyValue, type Option } from '@runtime/widget/definition'
import { catalogue, widgetOf } from '@widgets/registry'
import { Meanwhile } from '@widgets/shared/on-use'
import { useHost } from '../host'
import { type Row, rawOf } from './source'
import { TagCell } from './tag-cell'

const NO_OPTIONS: readonly Option[] = []

/** One value of a row by its column: drawn by the widget's own cell, else as text. */
export function CellValue({ row, column }: { readonly row: Row; readonly column: ColumnPlan }) {
  const host = useHost()
  const name = column.path.split('.').at(-1) ?? column.path
  const text = row[name]
  const value = rawOf(row, name)
  const field = fieldOf(column)
  const Cell = field && widgetOf(field.widget)?.Cell
  if (isEmptyValue(text) && isEmptyValue(value)) return null
  if (column.widget === 'tag') return <TagCell column={column} value={value} host={host} />
  if (!field || !Cell) return <>{textOf(column, field, text, host)}</>
  return (
    <Meanwhile shown={textOf(column, field, text, host)}>
      <Cell
        value={value}
        {...(typeof text === 'string' ? { text } : {})}
        settings={field.settings}
        options={field.options?.kind === 'static' ? field.options.options : NO_OPTIONS}
        host={host}
        field={field}
        record={row}
      />
    </Meanwhile>
  )
}

/** The text of a value as the row has it; what the server has made a text of stays as it is. */
export function textOf(column: ColumnPlan, field: FieldPlan | undefined, value: unknown, host: Host): string {
  if (isEmptyValue(value)) return ''
  if (typeof value === 'number' && column.thousands) return grouped(value)
  if (typeof value === 'string') return value
  const toText = field?.definition?.toText
  if (toText) return toText(value, field.settings, { ...host, get: () => null })
  return Array.isArray(value) ? value.map(String).join('，') : String(value)
}

const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 })

export function grouped(value: number): string {
  return WHOLE.format(value)
}

const made = new WeakMap<ColumnPlan, FieldPlan>()

/** The field behind a column; for a list document's column with a widget of its own, a field made of that. */
function fieldOf(column: ColumnPlan): FieldPlan | undefined {
  if (column.field || !column.widget) return column.field
  const known = made.get(column)
  if (known) return known
  const definition = catalogue.get(column.widget)
  if (!definition) return undefined
  const settings = { ...definition.defaults, ...column.settings }
  const options = definition.options?.(settings)
  const field: FieldPlan = {
    path: column.path,
    name: column.path,
    widget: column.widget,
    definition,
    widgetName: column.widget,
    label: column.label,
    showLabel: true,
    span: 24,
    settings,
    ...(options ? { options } : {}),
    defaultValue: null,
    required: false,
    visible: true,
    disabled: false,
    readonly: true,
    requiredMessage: '',
    patterns: [],
    unique: false,
    stored: true,
    computed: false,
    schema: {},
  }
  made.set(column, field)
  return field
}
