import { useCallback, useLayoutEffect, useState } from 'react'
import { numberWidth } from '../shared/text-width'
import type { GridColumn } from './columns'

/** Pixels around a cell's text: its space and its line. */
const AROUND = 26
/** More than any sign of a number takes: what has so much room is not measured. */
const WIDEST_SIGN = 11

/** A cell tells what its column needs. */
export type OnNeed = (column: string, width: number) => void

/** What the numbers that have been seen need, by column: a part of a number reads as another one. Columns only become wider by it. */
export function useNumberNeeds() {
  const [needs, setNeeds] = useState<Readonly<Record<string, number>>>({})
  const onNeed: OnNeed = useCallback(
    (column, width) =>
      setNeeds((known) => ((known[column] ?? 0) >= width ? known : { ...known, [column]: width })),
    [],
  )
  return { needs, onNeed }
}

/** Tells before it is drawn where a number has no room. */
export function useNeed({ name, numeric }: GridColumn, text: string, width: number, onNeed: OnNeed): void {
  useLayoutEffect(() => {
    if (!numeric || text.length * WIDEST_SIGN + AROUND <= width) return
    const need = numberWidth(text) + AROUND
    if (need > width) onNeed(name, need)
  }, [name, numeric, text, width, onNeed])
}
