import type { ColumnPlan } from '@runtime/list/plan'
import { useCallback, useMemo, useState } from 'react'

/** Visibility and order of one column, as a person set them (`spec/administration.md §3`, column setting). */
export interface ColumnChoice {
  readonly prop: string
  readonly columnVisible: boolean
}

const PREFIX = 'loam_columns_'

/** Column settings of a menu entry, kept per person in local storage. */
export function useColumnChoice(
  columns: readonly ColumnPlan[],
  key: string,
): {
  readonly choice: readonly ColumnChoice[]
  readonly shown: readonly ColumnPlan[]
  readonly save: (choice: readonly ColumnChoice[] | null) => void
} {
  const [stored, setStored] = useState(() => recall(key))
  const save = useCallback(
    (choice: readonly ColumnChoice[] | null) => {
      setStored(choice)
      keep(key, choice)
    },
    [key],
  )
  return useMemo(() => {
    const choice = merge(columns, stored)
    return { choice, shown: shownOf(columns, choice), save }
  }, [columns, stored, save])
}

function shownOf(columns: readonly ColumnPlan[], choice: readonly ColumnChoice[]): readonly ColumnPlan[] {
  const byId = new Map(columns.map((column) => [column.id, column]))
  return choice.flatMap(({ prop, columnVisible }) => {
    const column = byId.get(prop)
    return column && columnVisible ? [column] : []
  })
}

/** The stored order first; columns that the model gained since come at the end, visible; gone ones are left out. */
export function merge(
  columns: readonly ColumnPlan[],
  stored: readonly ColumnChoice[] | null,
): readonly ColumnChoice[] {
  const known = new Set(columns.map(({ id }) => id))
  const kept = (stored ?? []).filter(({ prop }) => known.has(prop))
  const listed = new Set(kept.map(({ prop }) => prop))
  const gained = columns.filter(({ id }) => !listed.has(id))
  return [...kept, ...gained.map(({ id }) => ({ prop: id, columnVisible: true }))]
}

function recall(key: string): readonly ColumnChoice[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null')
    return Array.isArray(stored) ? stored.filter((item) => typeof item?.prop === 'string') : null
  } catch {
    return null
  }
}

function keep(key: string, choice: readonly ColumnChoice[] | null): void {
  try {
    if (choice) localStorage.setItem(PREFIX + key, JSON.stringify(choice))
    else localStorage.removeItem(PREFIX + key)
  } catch {
    // A full or closed storage only costs the settings' next visit.
  }
}
