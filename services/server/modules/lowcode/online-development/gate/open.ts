import { listedColumns, propOfPath } from '@runtime/list'
import type { Permissions } from '@runtime/permission/permission'
import type { ReleasedModel } from '../../visual-development/released'

/**
 * Where a value of a record leaves by. `form`: all that shows one record by its form (detail, print, history, comparisons, files,
 * drafts, imports). `list`: all that shows or asks about many (rows, searches, keyword, order, groups, sums, exports).
 * `elsewhere`: what shows it outside of both (names in other models, what refers to it, SQL interfaces).
 */
export type Exit = 'form' | 'list' | 'elsewhere'

/** Whether the person may see a field's values by an exit. */
export type Open = (field: { readonly path: string }, exit: Exit) => boolean

/**
 * What of a model's records is open to a person, by what they have been granted (administration §2.2).
 *
 * The form's right governs the form. The column's right governs the list, where columns are granted one by one: then it alone
 * opens and closes a column, so that one may be granted in the list and closed in the form. Where they are not, or the field is no
 * column of the list, nobody has said anything about the list, and what is closed in the form is closed there too. Elsewhere a
 * value is open that is open in both. A column of a sub-table is open in a form where its sub-table is.
 * @param byColumn whether columns are granted one by one, by the model and by its entry in the menu
 */
export function openTo(
  { form, list }: Pick<ReleasedModel, 'form' | 'list'>,
  granted: Permissions,
  byColumn: boolean,
): Open {
  const columns = new Set(list ? listedColumns(list).map(({ path }) => path) : [])
  const inForm = (path: string) => {
    const table = form.fields.get(path)?.table
    return granted.form(propOfPath(path)) && (table === undefined || granted.form(table))
  }
  const inList = (path: string) => {
    if (byColumn && columns.has(path)) return granted.column(propOfPath(path))
    // What the list itself works out is no value of a field.
    return (columns.has(path) && !form.fields.has(path)) || inForm(path)
  }
  return ({ path }, exit) => {
    if (exit === 'form') return inForm(path)
    return inList(path) && (exit === 'list' || inForm(path))
  }
}
