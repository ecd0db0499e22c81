import { type ColumnPlan, listedColumns } from '@runtime/list'
import type { CallContext } from '../../../../module'
import type { ReleasedModel } from '../../visual-development/released'

/** How a spreadsheet heads a column of a list: under its sub-table, or under the head that the list puts over it. */
export interface ListHead {
  readonly column: ColumnPlan
  readonly title: string
  readonly above?: string
}

/**
 * The heads of a list's columns, which an import of the model's finds again: no two are alike, and none is called as the form calls
 * another field.
 */
export function listHeads(
  { text }: Pick<CallContext, 'text'>,
  { form, list }: Pick<ReleasedModel, 'form' | 'list'>,
): readonly ListHead[] {
  if (!list) return []
  const fields = [...form.fields.values()]
  const calls = (label: string, table: string | undefined) =>
    fields.filter((field) => field.table === table && text(field.label) === label)
  const tableTitle = (path: string) => {
    const table = form.fields.get(path)
    const label = table ? text(table.label) || table.name : path
    return calls(label, undefined).length > 1 ? `${label}(${table?.name ?? path})` : label
  }
  const columns = listedColumns(list).filter(({ field }) => field)
  return columns.map((column): ListHead => {
    const { field, path } = column
    const table = field?.table
    const label = text(column.label) || field?.name || path
    const isShared =
      calls(label, table).some((other) => other.path !== path) ||
      columns.some((other) => other !== column && other.field?.table === table && text(other.label) === label)
    const title = isShared ? `${label}(${field?.name ?? path})` : label
    const header = list.headers.find(({ columns: below }) => below.includes(path))
    const over = table === undefined ? header && text(header.label) : tableTitle(table)
    return { column, title, ...(over && { above: over }) }
  })
}
