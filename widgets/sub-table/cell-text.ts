import type { TableStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import type { FromText, Option, WidgetContext } from '@runtime/widget/definition'
import { clearedValue, isEmptyValue } from '@runtime/widget/definition'
import { isShortened, takesText } from '@runtime/widget/sheet-number'
import type { GridColumn } from './columns'

const NONE: readonly Option[] = []

/** Reads and writes cells as text: display, clipboard, names for a screen reader. */
export interface CellText {
  /** The text of a value that is not in the table yet, or of the one that is. */
  toText(column: GridColumn, rowId: string, value: unknown): string
  /** The value a text stands for, or why it stands for none. An empty text is no value. */
  fromText(
    column: GridColumn,
    rowId: string | null,
    text: string,
    choices?: readonly Option[],
  ): FromText<unknown>
  /** Known choices of a cell; empty where there are none or they are still on their way. */
  options(column: GridColumn, rowId: string | null): readonly Option[]
  /** Fetches the choices that are the same in every row, for a table that has no row yet. */
  prepare(columns: readonly GridColumn[]): Promise<void>
}

/** `outer` reads a field of the form around the table. */
export function cellText(table: TableStore, host: Host, outer: (path: string) => unknown): CellText {
  const names = new Set(table.columns.map((column) => column.name))
  const columnOf = (path: string) => {
    const name = path.startsWith(`${table.path}.`) ? path.slice(table.path.length + 1) : path
    return names.has(name) ? name : null
  }
  const fetched = new Map<string, readonly Option[]>()
  const options: CellText['options'] = ({ field, name, perRow }, rowId) => {
    if (!field.options) return NONE
    if (field.options.kind === 'static' && !perRow) return field.options.options
    const requested = perRow ? rowId : table.state.ids[0]
    return (requested ? table.cell(requested, name).state.options : null) ?? fetched.get(name) ?? NONE
  }
  const context = (
    column: GridColumn,
    rowId: string | null,
    choices = options(column, rowId),
  ): WidgetContext => {
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
      ...(host.timeZone !== undefined && { timeZone: host.timeZone }),
      ...(host.named !== undefined && { named: host.named }),
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
    fromText(column, rowId, text, choices) {
      if (text === '') return { value: clearedValue(column.field) }
      const { definition, settings } = column.field
      if (takesText(definition) && isShortened(text))
        return { error: host.text('@widgets.shortened', { text }) }
      if (!definition?.fromText) return { value: text }
      return definition.fromText(text, settings, context(column, rowId, choices))
    },
    async prepare(columns) {
      const shared = columns.filter(({ field, perRow }) => field.options && !perRow)
      // Choices that cannot be fetched leave their texts unread: the cells say so.
      const answers = await Promise.allSettled(shared.map(({ name }) => table.choices(name)))
      answers.forEach((answer, index) => {
        const name = shared[index]?.name
        if (answer.status === 'fulfilled' && name) fetched.set(name, answer.value)
      })
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
