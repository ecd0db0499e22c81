import { newId } from '../../id'
import { asRecord, asWord, isRecord } from '../../json'
import { propOfEntry } from '../../list/fields'
import { listOf } from '../../list/json'
import { type Command, together } from '../command'
import type { ModelTree } from '../document'
import type { ListPart } from './copies'
import { listIn } from './entries'

type Json = Readonly<Record<string, unknown>>

/** Lists that have no header groups: their columns stand as their kind wants them (`type` 3, 5). */
export function hasHeaders(list: Json): boolean {
  return !['3', '5'].includes(asWord(list['type'] ?? 1))
}

/** The columns that may stand under a header group, in their order: fixed ones and those of sub-tables stand by themselves. */
export function groupable(list: Json): readonly { readonly prop: string; readonly label: string }[] {
  return listOf(list['columnList']).flatMap((entry) => {
    const prop = propIn(entry)
    if (prop === '' || prop.includes('-') || entry['fixed'] === 'left' || entry['fixed'] === 'right')
      return []
    return [{ prop, label: asWord(entry['label'] ?? entry['fullName'] ?? '') || prop }]
  })
}

/** The columns of a header group, as it names them. */
export function childrenOf(header: unknown): readonly string[] {
  const { childColumns } = asRecord(header)
  return Array.isArray(childColumns)
    ? childColumns.map((child: unknown) => (isRecord(child) ? propIn(child) : asWord(child ?? '')))
    : []
}

/** The id of the header group that a column stands under; undefined: of none. */
export function headerOf(list: Json, prop: string): string | undefined {
  const header = listOf(list['complexHeaderList']).find((one) => childrenOf(one).includes(prop))
  return header && asWord(header['id'] ?? '')
}

/** Puts a header over columns: they leave the groups that they were in and come to stand side by side. */
export function addHeader(
  tree: ModelTree,
  part: ListPart,
  label: string,
  props: readonly string[],
): { readonly id: string; readonly command: Command } {
  const id = newId()
  const header = { id, fullName: label, align: 'center', childColumns: [] }
  return { id, command: changed(tree, part, [...headersIn(tree, part), header], id, props) }
}

/** Gives a header group other columns, wherever they were; null where it has just these. */
export function setChildren(
  tree: ModelTree,
  part: ListPart,
  id: string,
  props: readonly string[],
): Command | null {
  const headers = headersIn(tree, part)
  const header = headers.find((one) => isRecord(one) && one['id'] === id)
  if (!header || childrenOf(header).join() === props.join()) return null
  return changed(tree, part, headers, id, props)
}

/** Puts a column into a header group, out of the one that it was in. */
export function putInto(tree: ModelTree, part: ListPart, id: string, prop: string): Command | null {
  const list = listIn(tree, part)
  const header = listOf(list['complexHeaderList']).find((one) => one['id'] === id)
  const may = groupable(list).some((one) => one.prop === prop)
  const has = childrenOf(header)
  return header && may && !has.includes(prop) ? setChildren(tree, part, id, [...has, prop]) : null
}

/**
 * What the header groups say once a column has been moved: between two columns of a group it is one of them, away from all
 * of its own it is none of them any more.
 * @param order the columns as they stand then
 */
export function headersAfterMove(
  tree: ModelTree,
  part: ListPart,
  prop: string,
  order: readonly string[],
): readonly Command[] {
  const list = listIn(tree, part)
  const at = order.indexOf(prop)
  const of = (beside: string | undefined) => (beside === undefined ? undefined : headerOf(list, beside))
  const [own, left, right] = [of(prop), of(order[at - 1]), of(order[at + 1])]
  if (own !== undefined && (left === own || right === own)) return []
  const isIn = left !== undefined && left === right && groupable(list).some((one) => one.prop === prop)
  const isAlone = own !== undefined && !order.some((one) => one !== prop && of(one) === own)
  if (!isIn && (own === undefined || isAlone)) return []
  const headers = headersIn(tree, part).flatMap((header) => {
    const children = childrenOf(header)
    const isHere = isIn && isRecord(header) && asWord(header['id'] ?? '') === left
    if (isHere) return [withChildren(header, [...children, prop])]
    if (!children.includes(prop)) return [header]
    const rest = children.filter((one) => one !== prop)
    return rest.length > 0 ? [withChildren(header, rest)] : []
  })
  return [{ do: 'set', what: { part, path: ['complexHeaderList'] }, value: headers }]
}

/** What the header groups say without a column; a group that has no other goes with it. */
export function headersWithout(tree: ModelTree, part: ListPart, prop: string): readonly Command[] {
  const headers = headersIn(tree, part)
  if (!headers.some((header) => childrenOf(header).includes(prop))) return []
  return [{ do: 'set', what: { part, path: ['complexHeaderList'] }, value: freed(headers, [prop], '') }]
}

function changed(
  tree: ModelTree,
  part: ListPart,
  headers: readonly unknown[],
  id: string,
  props: readonly string[],
): Command {
  const value = freed(headers, props, id).map((header) =>
    isRecord(header) && header['id'] === id ? withChildren(header, props) : header,
  )
  const what = { part, path: ['complexHeaderList'] }
  return together([{ do: 'set', what, value }, ...gathered(tree, part, new Set(props))])
}

/** Header groups without columns; those that are left with none are gone, but for the one that is about to have some. */
function freed(headers: readonly unknown[], props: readonly string[], kept: string): readonly unknown[] {
  return headers.flatMap((header) => {
    const children = childrenOf(header)
    const rest = children.filter((child) => !props.includes(child))
    if (rest.length === children.length || asRecord(header)['id'] === kept) return [header]
    return rest.length > 0 ? [withChildren(header, rest)] : []
  })
}

/** Brings columns together behind the first of them: a header stands over neighbours only. */
function gathered(tree: ModelTree, part: ListPart, props: ReadonlySet<string>): readonly Command[] {
  const columns: unknown = listIn(tree, part)['columnList']
  if (!Array.isArray(columns)) return []
  const order = [...columns]
  const members = columns.filter((entry) => isRecord(entry) && props.has(propIn(entry)))
  const first = order.indexOf(members[0])
  return members.flatMap((entry, index): readonly Command[] => {
    const [from, at] = [order.indexOf(entry), first + index]
    if (from === at) return []
    order.splice(at, 0, ...order.splice(from, 1))
    const into = { part, path: ['columnList'] }
    return [{ do: 'move', what: { part, path: ['columnList', from] }, into, at }]
  })
}

/** Of copies of fields those that stay are kept as they are. */
function withChildren(header: unknown, props: readonly string[]): unknown {
  const { childColumns, ...own } = asRecord(header)
  const known: readonly unknown[] = Array.isArray(childColumns) ? childColumns : []
  const names = childrenOf(header)
  return { ...own, childColumns: props.map((prop) => known[names.indexOf(prop)] ?? prop) }
}

function headersIn(tree: ModelTree, part: ListPart): readonly unknown[] {
  const headers = listIn(tree, part)['complexHeaderList']
  return Array.isArray(headers) ? headers : []
}

function propIn(entry: Json): string {
  return asWord(propOfEntry(entry) ?? '')
}
