import type { FieldPlan } from '@runtime/form/plan'
import type { Host } from '@runtime/host'
import type { ColumnPlan } from '@runtime/list/plan'
import { isEmptyValue, type Option } from '@runtime/widget/definition'
import { cellOf } from '@widgets/cells'
import { ChoiceValue } from '@widgets/shared/choice-value'
import { LazyFallback } from '@widgets/shared/lazy'
import { useHost } from '../host'
import { alike } from './alike-decimals'
import { rowScope, useListScope } from './scope'
import { type Row, rawOf } from './source'
import { styleClass } from './style-class'
import { TagCell } from './tag-cell'

const NO_OPTIONS: readonly Option[] = []

interface CellProps {
  readonly row: Row
  readonly column: ColumnPlan
}

/** One value of a row by its column: drawn by the widget's own cell, else as text, as its conditions want it to look. */
export function CellValue({ row, column }: CellProps) {
  const scope = useListScope()
  const cellClassName = column.style ? styleClass(column.style, rowScope(row, scope)) : ''
  if (cellClassName === '') return <PlainValue row={row} column={column} />
  return (
    <span className={cellClassName}>
      <PlainValue row={row} column={column} />
    </span>
  )
}

function PlainValue({ row, column }: CellProps) {
  const host = useHost()
  const scope = useListScope()
  if (column.value) return <>{shownText(column.value.evaluate(rowScope(row, scope)))}</>
  const name = column.path.split('.').at(-1) ?? column.path
  const known = row[name]
  const value = rawOf(row, name)
  const text = column.decimals === undefined ? known : textOf(column, column.field, known ?? value, host)
  if (isEmptyValue(text) && isEmptyValue(value)) return null
  const shown = <FieldValue row={row} column={column} value={value} text={text} />
  if (!column.field || !isPlainChoice(column)) return shown
  return (
    <ChoiceValue host={host} field={column.field} value={value}>
      {shown}
    </ChoiceValue>
  )
}

/** Where the document says how values look by condition, that is said already. */
export function isPlainChoice({ style, value }: ColumnPlan): boolean {
  return !style && !value
}

function FieldValue({
  row,
  column,
  value,
  text,
}: CellProps & { readonly value: unknown; readonly text: unknown }) {
  const host = useHost()
  const { field } = column
  const Cell = field && cellOf(field.widget)
  if (column.widget === 'tag') return <TagCell column={column} value={value} host={host} />
  if (!field || !Cell) return <>{textOf(column, field, text, host)}</>
  return (
    <LazyFallback shown={textOf(column, field, text, host)}>
      <Cell
        value={value}
        {...(typeof text === 'string' ? { text } : {})}
        settings={field.settings}
        options={field.options?.kind === 'static' ? field.options.options : NO_OPTIONS}
        host={host}
        field={field}
        record={row}
      />
    </LazyFallback>
  )
}

/** The text of a value as the row has it; what the server has made a text of stays as it is. */
export function textOf(column: ColumnPlan, field: FieldPlan | undefined, value: unknown, host: Host): string {
  return alike(column, plainText(column, field, value, host))
}

function plainText(column: ColumnPlan, field: FieldPlan | undefined, value: unknown, host: Host): string {
  if (isEmptyValue(value)) return ''
  if (typeof value === 'number' && column.thousands) return grouped(value)
  if (typeof value === 'string') return value
  const toText = field?.definition?.toText
  if (toText) return toText(value, field.settings, { ...host, get: () => null })
  return Array.isArray(value) ? value.map(String).join('，') : String(value)
}

/** A computed value as text. */
export function shownText(value: unknown): string {
  return isEmptyValue(value) ? '' : String(value)
}

const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 })

export function grouped(value: number): string {
  return WHOLE.format(value)
}
