import { useCallback, useState } from 'react'
import type { DataRow } from './use-rows'

/** Keys of what is chosen, with their rows as far as these have been loaded. */
export type ChosenRows = ReadonlyMap<string, DataRow | null>

/** What is chosen in an open table: one row, or several that a press adds and takes away. */
export function useChosenRows(
  keys: readonly string[],
  multiple: boolean,
  keyOf: (row: DataRow) => string,
): readonly [ChosenRows, (row: DataRow) => void] {
  const [chosen, setChosen] = useState<ChosenRows>(() => new Map(keys.map((key) => [key, null])))
  const choose = useCallback(
    (row: DataRow) =>
      setChosen((before) => {
        const key = keyOf(row)
        if (!multiple) return new Map([[key, row]])
        const next = new Map(before)
        if (!next.delete(key)) next.set(key, row)
        return next
      }),
    [keyOf, multiple],
  )
  return [chosen, choose]
}

/** What was chosen before it was loaded gets its row if it is among those shown. */
export function withRows(
  chosen: ChosenRows,
  shown: readonly DataRow[],
  keyOf: (row: DataRow) => string,
): ChosenRows {
  if (![...chosen.values()].includes(null)) return chosen
  const byKey = new Map(shown.map((row) => [keyOf(row), row]))
  return new Map([...chosen].map(([key, row]) => [key, row ?? byKey.get(key) ?? null]))
}
