import type { TableStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import type { FromText, Option, WidgetContext } from '@runtime/widget/definition'
import { isEmptyValue } from '@runtime/widget/definition'
import type { GridColumn } from './columns'

const NONE: readonly Option[] = []

/** Reads and writes cells as text: display, clipboard, names for a screen reader. */
export interface CellText {
  /** The text of a value that is not in the table yet, or of the one that is. */
  toText(column: GridColumn, rowId: string, value: unknown): string
  /** The value a text stands for, or why it stands for none. An empty text is no value. */
  fromText(column: GridColumn, rowId: string | null, text: string): FromText<unknown>
  /** Known choices of a cell; empty where there are none or they are still on their way. */
  options(column: GridColumn, rowId: string | null): readonly Option[]
}

/** `outer` reads a field of the form around the table. */
export function cellText(table: TableStore, host: Host, outer: (path: string) => unknown): CellText {
  const names = new Set(table.columns.map((column) => column.name))
  const columnOf = (path: string) => {
    const name = path.startsWith(`${table.path}.`) ? path.slice(table.path.length + 1) : path
    return names.has(name) ? name : null
  }
  const options: CellText['options'] = ({ field, name, perRow }, rowId) => {
    if (!field.options) return NONE
    if (field.options.kind === 'static' && !perRow) return field.options.options
    const asked = perRow ? rowId : table.state.ids[0]
    return (asked ? table.cell(asked, name).state.options : null) ?? NONE
  }
  const context = (column: GridColumn, rowId: string | null): WidgetContext => {
    const choices = options(column, rowId)
    return {
      user: host.user,
      language: host.language,
      now: () => host.now(),
      text: (text, params) => host.text(text, params),
      get: (path) => {
        const name = columnOf(path)
        if (name === null) return outer(path)
        return rowId === null ? undefined : table.get(rowId, name)
      },
      ...(choices.length > 0 && { options: choices }),
    }
  }
  return {
    options,
    toText(column, rowId, value) {
      if (value === null || value === undefined || value === '') return ''
      const { definition, settings } = column.field
      if (!definition?.toText) return typeof value === 'object' ? JSON.stringify(value) : String(value)
      return definition.toText(value, settings, context(column, rowId)) || refused(value)
    },
    fromText(column, rowId, text) {
      if (text === '') return { value: null }
      const { definition, settings } = column.field
      if (!definition?.fromText) return { value: text }
      return definition.fromText(text, settings, context(column, rowId))
    },
  }
}

/** What a paste left in a cell that cannot read it stays to be seen and put right. */
function refused(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** True for what counts as no value in this column. */
export function isEmptyCell(column: GridColumn, value: unknown): boolean {
  return (column.field.definition?.isEmpty ?? isEmptyValue)(value)
}
