import type { ItemList } from '@runtime/design/list/edits'
import type { KeyboardEvent } from 'react'
import type { ListActs } from './use-list-acts'

/** Pixels by which a key makes a column wider or narrower. */
const STEP = 10
/** Pixels of a column that has no width of its own. */
const USUAL = 120

interface Keyed {
  readonly acts: ListActs
  readonly of: ItemList
  readonly key: string
  /** A column's width as it is drawn, in pixels. */
  readonly width?: number | undefined
}

/** Carries out what a key does to an item; false where it is none of its keys. */
export function pressItemKey(event: KeyboardEvent, { acts, of, key, width }: Keyed): boolean {
  const all = acts.items(of)
  const at = all.findIndex((item) => item.key === key)
  const item = all[at]
  if (!item) return false
  const neighbour =
    event.key === 'ArrowLeft' ? all[at - 1] : event.key === 'ArrowRight' ? all[at + 1] : undefined
  // Header groups stand where their columns do.
  if (event.altKey && neighbour && of !== 'complexHeaderList') acts.move(of, key, neighbour.index)
  else if (event.key === 'Delete') acts.remove(of, key)
  else if (of === 'columnList' && (event.key === '+' || event.key === '=' || event.key === '-'))
    acts.size(key, Math.max(STEP, Math.round(width ?? USUAL) + (event.key === '-' ? -STEP : STEP)))
  else return false
  return true
}
