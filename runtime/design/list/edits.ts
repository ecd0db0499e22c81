import type { FormPlan } from '../../form/plan'
import { isRecord } from '../../json'
import { propOfEntry } from '../../list/fields'
import { listOf } from '../../list/json'
import { type Command, together } from '../command'
import type { ModelTree } from '../document'
import { blankList } from './blank'
import { type ButtonList, customButton, STANDARD_BUTTONS, standardButton } from './buttons'
import type { ListPart } from './copies'
import { columnEntry, indexOfProp, listIn, type Offered, optionEntry, searchEntry } from './entries'
import { headersAfterMove, headersWithout } from './headers'

/** Lists of a `columnData` whose items one orders. */
export type ItemList = 'columnList' | 'searchList' | 'complexHeaderList' | ButtonList

/** Gives a model the list that it does not have: of the phone as a copy of the computer's, else by its form. */
export function beginList(tree: ModelTree, plan: FormPlan, part: ListPart): Command | null {
  if (isRecord(tree[part])) return null
  const copied = part === 'appColumnData' && isRecord(tree.columnData) ? tree.columnData : undefined
  return { do: 'set', what: { part, path: [] }, value: copied ?? blankList(tree, plan) }
}

/** Adds a column at the end, or at a place; null where it is there. */
export function addColumn(tree: ModelTree, part: ListPart, of: Offered, at?: number): Command | null {
  const list = listIn(tree, part)
  if (indexOfProp(list, 'columnList', of.prop) >= 0) return null
  const known = indexOfProp(list, 'columnOptions', of.prop)
  const options = Array.isArray(list['columnOptions']) && list['columnOptions'].length > 0 && known < 0
  return together([
    inserting(tree, part, 'columnList', columnEntry(of), at),
    ...checking(tree, part, of.prop, true),
    // An empty one stands for all fields.
    ...(options ? [inserting(tree, part, 'columnOptions', optionEntry(of))] : []),
  ])
}

export function addSearch(tree: ModelTree, part: ListPart, of: Offered, at?: number): Command | null {
  return indexOfProp(listIn(tree, part), 'searchList', of.prop) >= 0
    ? null
    : inserting(tree, part, 'searchList', searchEntry(of), at)
}

/** Takes an item out of its list; null where none stands there. */
export function removeItem(tree: ModelTree, part: ListPart, member: ItemList, index: number): Command | null {
  const list = listIn(tree, part)
  const items: unknown = list[member]
  if (!Array.isArray(items) || !(index in items)) return null
  const gone: Command = { do: 'remove', what: { part, path: [member, index] } }
  if (member !== 'columnList') return gone
  const prop = propAt(items, index)
  return together([gone, ...checking(tree, part, prop, false), ...headersWithout(tree, part, prop)])
}

/**
 * Moves an item to where it is counted once it has left its place; null where it stands there, or cannot. A column goes into
 * the header group that it comes to stand in, and out of its own.
 */
export function moveItem(
  tree: ModelTree,
  part: ListPart,
  member: ItemList,
  from: number,
  to: number,
): Command | null {
  const items: unknown = listIn(tree, part)[member]
  if (!Array.isArray(items) || !(from in items) || from === to || to < 0 || to >= items.length) return null
  const move: Command = {
    ...{ do: 'move', what: { part, path: [member, from] } },
    ...{ into: { part, path: [member] }, at: to },
  }
  if (member !== 'columnList') return move
  const order = items.map((_, index) => propAt(items, index))
  const [prop = ''] = order.splice(from, 1)
  const after = headersAfterMove(tree, part, prop, order.toSpliced(to, 0, prop))
  return after.length > 0 ? together([move, ...after]) : move
}

/** Sets a member of an item: the width of a column, say. */
export function setItem(
  part: ListPart,
  member: ItemList,
  index: number,
  name: string,
  value: unknown,
): Command {
  return { do: 'set', what: { part, path: [member, index, name] }, value }
}

/** Switches a documented button on, in its usual place among the others, or off. */
export function switchButton(
  tree: ModelTree,
  part: ListPart,
  member: 'btnsList' | 'columnBtnsList',
  value: string,
): Command | null {
  const values = listOf(listIn(tree, part)[member]).map((button) => button['value'])
  const at = values.indexOf(value)
  if (at >= 0) return removeItem(tree, part, member, at)
  const order = STANDARD_BUTTONS[member]
  const place = order.indexOf(value)
  if (place < 0) return null
  const before = values.findLastIndex((one) => typeof one === 'string' && order.indexOf(one) < place)
  return inserting(tree, part, member, standardButton(value), before + 1)
}

/** Adds a row button of one's own, at the end. */
export function addCustomButton(tree: ModelTree, part: ListPart, label: string): Command {
  const values = listOf(listIn(tree, part)['customBtnsList']).map(({ value }) => value)
  const taken = new Set(values.filter((value) => typeof value === 'string'))
  return inserting(tree, part, 'customBtnsList', customButton(label, taken))
}

function inserting(tree: ModelTree, part: ListPart, member: string, value: unknown, at?: number): Command {
  const items: unknown = listIn(tree, part)[member]
  if (!Array.isArray(items)) return { do: 'set', what: { part, path: [member] }, value: [value] }
  return {
    do: 'insert',
    into: { part, path: [member] },
    at: Math.min(at ?? items.length, items.length),
    value,
  }
}

/** What `defaultColumnList` says of a column that comes or goes. */
function checking(tree: ModelTree, part: ListPart, prop: string, checked: boolean): readonly Command[] {
  const at = prop === '' ? -1 : indexOfProp(listIn(tree, part), 'defaultColumnList', prop)
  return at < 0
    ? []
    : [{ do: 'set', what: { part, path: ['defaultColumnList', at, 'checked'] }, value: checked }]
}

function propAt(items: readonly unknown[], index: number): string {
  const prop = isRecord(items[index]) ? propOfEntry(items[index]) : undefined
  return typeof prop === 'string' ? prop : ''
}
