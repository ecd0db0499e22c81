import { isClosedName } from '../../expression/value'
import { DEEPEST_PLACE } from '../places'

/** Where a field's value is: `total`, or `dataConfigJson.sql` within an object of the record. */
export type ReadPlace =
  | { readonly path: string; readonly names: readonly string[] }
  | {
      readonly path?: undefined
      readonly problem: string
      readonly params?: Readonly<Record<string, unknown>>
    }

/** Reads the `name` of a field, within its group or as a column of its sub-table. */
export function readPlace(
  name: unknown,
  around: { readonly table?: string; readonly group?: string },
): ReadPlace {
  if (typeof name !== 'string' || name.includes('#')) return { problem: '@form.problem.name' }
  const own = name.split('.')
  if (own.some((part) => part === '')) return { problem: '@form.problem.name' }
  const closed = own.find(isClosedName)
  if (closed !== undefined) return { problem: '@form.problem.closedName', params: { name: closed } }
  if (around.table !== undefined)
    return own.length === 1
      ? { path: `${around.table}.${name}`, names: own }
      : { problem: '@form.problem.columnName', params: { name } }
  const names = [...(around.group?.split('.') ?? []), ...own]
  if (names.length > DEEPEST_PLACE)
    return { problem: '@form.problem.deepName', params: { name, limit: DEEPEST_PLACE } }
  return { path: names.join('.'), names }
}
