import { isRecord } from '@runtime/json'
import type { ColumnPlan } from '@runtime/list/plan'
import { jsonEqual } from '@runtime/schema/equal'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useHost } from '../host'
import type { Acted } from './query-state'

/** One column as a person set it (`spec/administration.md §3`, column setting); its place in the list is its order. */
export interface ColumnChoice {
  readonly prop: string
  readonly columnVisible: boolean
  /** Pixels; absent: as the document says, else as wide as its values. */
  readonly width?: number
  /** The edge where it stays, or that it stays at none; absent: as the document says. */
  readonly fixed?: 'left' | 'none'
}

const PREFIX = 'loam_columns_'
/** Bounds of a width that a person sets, in pixels. */
export const NARROWEST_SET = 48
export const WIDEST_SET = 960

/**
 * Column settings of a menu entry, kept per person with the account; what this browser has kept of them is drawn first.
 * @param list what the account knows the list by; absent: this browser alone keeps them
 * @param given as an address shows them: not kept until somebody changes something of them
 * @param acted told when somebody changes them
 */
export function useColumnChoice(
  columns: readonly ColumnPlan[],
  key: string,
  list?: string,
  given: readonly ColumnChoice[] | null = null,
  acted?: Acted,
): {
  readonly choice: readonly ColumnChoice[]
  readonly shown: readonly ColumnPlan[]
  /** Null: as the list has them itself. */
  readonly save: (choice: readonly ColumnChoice[] | null) => void
  /** Shows them here, as a view does, and changes nothing of what the account keeps. */
  readonly show: (choice: readonly ColumnChoice[] | null) => void
  /** Shows them for now, as an address does, and keeps nothing. */
  readonly link: (choice: readonly ColumnChoice[]) => void
} {
  const account = useHost().columns
  const [stored, setStored] = useState(() => recall(key))
  const [linked, link] = useState(given)
  const isSet = useRef(false)
  const store = useCallback(
    (choice: readonly ColumnChoice[] | null) => {
      isSet.current = true
      setStored(choice)
      keep(key, choice)
    },
    [key],
  )
  const show = useCallback(
    (choice: readonly ColumnChoice[] | null) => {
      link(null)
      store(choice)
    },
    [store],
  )
  const latest = useRef(columns)
  latest.current = columns
  useEffect(() => {
    if (list === undefined) return
    account?.read(list).then(
      (answer) => {
        const kept = choicesIn(answer)
        // Whoever has set something in the meantime keeps it; who never has, what the list has.
        if (isSet.current || kept.length === 0) return
        const isOwn = jsonEqual(merge(latest.current, kept), merge(latest.current, null))
        store(isOwn ? null : kept)
      },
      // Without an answer the list is as this browser knows it.
      () => undefined,
    )
  }, [account, list, store])
  const save = useCallback(
    (choice: readonly ColumnChoice[] | null) => {
      if (acted) acted.current = true
      show(choice)
      if (list === undefined) return
      const all = choice ?? merge(latest.current, null)
      account?.save(
        list,
        all.map((one, order) => ({ ...one, order })),
      )
    },
    [account, list, show, acted],
  )
  return useMemo(() => {
    const choice = merge(columns, linked ? withWidths(linked, stored) : stored)
    return { choice, shown: shownOf(columns, choice), save, show, link }
  }, [columns, stored, linked, save, show])
}

/** Columns with the widths that somebody has set: an address says nothing of those. */
function withWidths(
  choice: readonly ColumnChoice[],
  stored: readonly ColumnChoice[] | null,
): readonly ColumnChoice[] {
  const widths = new Map(stored?.map(({ prop, width }) => [prop, width]))
  return choice.map((one) => {
    const width = widths.get(one.prop)
    return width === undefined ? one : { ...one, width }
  })
}

/** What the account has kept, in its order; `visible` is another name of `columnVisible` (`spec/administration.md §3`). */
function choicesIn(answer: readonly unknown[]): readonly ColumnChoice[] {
  const placeOf = (item: Readonly<Record<string, unknown>>, index: number) => Number(item['order'] ?? index)
  return answer
    .filter(isRecord)
    .map((item, index) => ({ item, place: placeOf(item, index) }))
    .sort((left, right) => left.place - right.place)
    .flatMap(({ item: { order: _order, label: _label, visible, columnVisible = visible, ...rest } }) => {
      const choice = { ...rest, columnVisible: columnVisible !== false }
      return isChoice(choice) ? [choice] : []
    })
}

/** The columns that a person sees, as they set them. */
export function shownOf(
  columns: readonly ColumnPlan[],
  choice: readonly ColumnChoice[],
): readonly ColumnPlan[] {
  const byId = new Map(columns.map((column) => [column.id, column]))
  return choice.flatMap((one) => {
    const column = byId.get(one.prop)
    return column && one.columnVisible ? [asSet(column, one)] : []
  })
}

function asSet(column: ColumnPlan, { width, fixed }: ColumnChoice): ColumnPlan {
  if (width === undefined && fixed === undefined) return column
  const { fixed: own, ...rest } = column
  const edge = fixed === undefined ? own : fixed === 'left' ? 'left' : undefined
  return {
    ...rest,
    ...(edge && { fixed: edge }),
    ...(width !== undefined && { width, isSized: true }),
  }
}

/** Changes what a person set of one column; a member that is undefined is as the document says again. */
export function withChange(
  choice: readonly ColumnChoice[],
  id: string,
  change: { readonly [K in Exclude<keyof ColumnChoice, 'prop'>]?: ColumnChoice[K] | undefined },
): readonly ColumnChoice[] {
  return choice.map((one) => {
    if (one.prop !== id) return one
    const members = Object.entries({ ...one, ...change }).filter(([, value]) => value !== undefined)
    return Object.fromEntries(members) as unknown as ColumnChoice
  })
}

/** Puts a column before or after another one; a column beside itself stays. */
export function withMove(
  choice: readonly ColumnChoice[],
  id: string,
  beside: string,
  side: 'before' | 'after',
): readonly ColumnChoice[] {
  const moved = choice.find(({ prop }) => prop === id)
  const others = choice.filter(({ prop }) => prop !== id)
  const at = others.findIndex(({ prop }) => prop === beside)
  if (!moved || at < 0) return choice
  return others.toSpliced(side === 'before' ? at : at + 1, 0, moved)
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
    return Array.isArray(stored) ? stored.filter(isChoice) : null
  } catch {
    return null
  }
}

function isChoice(item: unknown): item is ColumnChoice {
  const { prop, width, fixed } = (item ?? {}) as Readonly<Record<string, unknown>>
  return (
    typeof prop === 'string' &&
    (width === undefined || typeof width === 'number') &&
    (fixed === undefined || fixed === 'left' || fixed === 'none')
  )
}

function keep(key: string, choice: readonly ColumnChoice[] | null): void {
  try {
    if (choice) localStorage.setItem(PREFIX + key, JSON.stringify(choice))
    else localStorage.removeItem(PREFIX + key)
  } catch {
    // A full or closed storage only costs the settings' next visit.
  }
}
