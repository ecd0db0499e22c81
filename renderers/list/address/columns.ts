import type { ColumnPlan } from '@runtime/list/plan'
import { type ColumnChoice, merge } from '../column-choice'

const PINNED = '*'
const LOOSE = '!'

/** The columns that are shown, in their order, `*` before one that stays at the left and `!` before one that stays no more; empty: as the list has them. */
export function columnsText(choice: readonly ColumnChoice[], columns: readonly ColumnPlan[]): string {
  const text = textOf(choice)
  return text === textOf(merge(columns, null)) ? '' : text
}

const textOf = (choice: readonly ColumnChoice[]) =>
  choice
    .filter(({ columnVisible }) => columnVisible)
    .map(({ prop, fixed }) => `${fixed === 'left' ? PINNED : fixed === 'none' ? LOOSE : ''}${prop}`)
    .join(',')

/** The columns that such a text means; null where it names none that the list has. */
export function readColumns(text: string, columns: readonly ColumnPlan[]): readonly ColumnChoice[] | null {
  const known = new Map(columns.map(({ id }) => [id, id]))
  const shown = new Map<string, ColumnChoice>()
  for (const part of text.split(',')) {
    const mark = part.startsWith(PINNED) ? 'left' : part.startsWith(LOOSE) ? 'none' : undefined
    const prop = known.get(mark === undefined ? part : part.slice(1))
    if (prop !== undefined && !shown.has(prop))
      shown.set(prop, { prop, columnVisible: true, ...(mark && { fixed: mark }) })
  }
  if (shown.size === 0) return null
  const hidden = columns.flatMap(({ id }) => (shown.has(id) ? [] : [{ prop: id, columnVisible: false }]))
  return [...shown.values(), ...hidden]
}
