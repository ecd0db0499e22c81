import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useQuery } from '../../data'
import { useHost } from '../../host'
import type { AddressedList } from '../address/list-address'
import type { useColumnChoice } from '../column-choice'
import { isKept, type QueryState } from '../query-state'
import { TOAST } from '../record-reading'
import type { ListQuery } from '../source'
import { columnsOf, isAsSaved, queryOf, type SavedView, VIEW_TAGS, type ViewContent } from './view-content'

/** The list whose views these are: its menu entry, and which of the entry's lists. */
export interface ViewPlace {
  readonly menu: string
  readonly list: string
}

export interface Views {
  readonly place: ViewPlace
  readonly all: readonly SavedView[]
  readonly mayShare: boolean
  /** Why they are not known; null: they are, or are on their way. */
  readonly failure: string | null
  readonly current: SavedView | null
  /** Something was set since the current one was chosen. */
  readonly isChanged: boolean
  /** Shows the list as a view says; null: as the list itself is. */
  choose(view: Pick<SavedView, 'id' | 'content'> | null): void
  /** What is chosen, by id; also while the views are not known yet. */
  readonly chosen: string | null
  /** Says by which view the list is shown already. */
  mark(id: string | null): void
  again(): void
}

/**
 * What the person opens the list with, as far as this browser knows: it is there before the server has answered.
 * @param isGiven an address says how the list is opened
 */
export function useFirstView(place: ViewPlace | null, key: string, isGiven: boolean): Remembered | null {
  return useState(() => (place && !isGiven && !isKept(key) ? recall(key) : null))[0]
}

/** The views of a list and the one that is chosen. @param first what the list was begun with @param opened what an address said of it then */
export function useViews(
  place: ViewPlace | null,
  {
    plan,
    columns,
    state,
    choice,
    key,
    first,
    opened,
  }: {
    readonly plan: ListPlan
    readonly columns: readonly ColumnPlan[]
    readonly state: QueryState
    readonly choice: ReturnType<typeof useColumnChoice>
    readonly key: string
    readonly first: Remembered | null
    readonly opened: Pick<AddressedList, 'view' | 'isViewAlone'> | null
  },
): Views | null {
  const host = useHost()
  const [id, setId] = useState(() => (opened ? opened.view : (first?.id ?? recallChosen(key))))
  // A view that an address names alone is to be shown when it is known.
  const named = useRef(opened?.isViewAlone ? opened.view : null)
  // What was asked before anybody has set anything; null once that is past.
  const [begun] = useState(() => (place && !opened && !isKept(key) ? state.query : null))
  const untouched = useRef<ListQuery | null>(begun)
  const { menu, list } = place ?? {}
  const query =
    menu === undefined ? null : ({ call: 'listView.list', input: { menu, list }, tags: VIEW_TAGS } as const)
  const { data, error, again } = useQuery(query)
  const { set } = state
  const { show } = choice
  const mark = useCallback(
    (chosen: string | null) => {
      setId(chosen)
      keepChosen(key, chosen)
    },
    [key],
  )
  const apply = useCallback(
    (view: Pick<SavedView, 'id' | 'content'> | null, quiet: boolean) => {
      const content = view?.content ?? {}
      set({ filters: undefined, ...queryOf(content, plan) }, { quiet })
      show(content.columns ? columnsOf(content, columns) : null)
      mark(view?.id ?? null)
    },
    [set, show, plan, columns, mark],
  )
  const choose = useCallback<Views['choose']>((view) => apply(view, false), [apply])
  // The columns of a first view stand with its rows: the query has been begun with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list is opened.
  useLayoutEffect(() => {
    if (opened) keepChosen(key, opened.view)
    if (!first) return
    show(first.content.columns ? columnsOf(first.content, columns) : null)
    keepChosen(key, first.id)
  }, [])
  const latest = useRef(apply)
  latest.current = apply
  useEffect(() => {
    if (!data) return
    const wanted = named.current
    named.current = null
    if (wanted !== null) {
      const view = data.list.find((one) => one.id === wanted)
      if (view) latest.current(view, true)
      else host.toast('warning', host.text('@listView.linkedGone'), TOAST)
    }
    const own = data.list.find(({ isDefault }) => isDefault === 1)
    remember(key, own ? { id: own.id, content: own.content } : null)
    const before = untouched.current
    untouched.current = null
    // Whoever has set something in the meantime keeps it.
    if (before === null || before !== state.query || own?.id === first?.id) return
    latest.current(own ?? null, true)
  }, [data, key, state.query, first, host])
  return useMemo(() => {
    if (!place) return null
    const all = data?.list ?? []
    const current = all.find((view) => view.id === id) ?? null
    const now = { query: state.query, choice: choice.choice }
    return {
      place,
      all,
      mayShare: data?.mayShare === 1,
      failure: data ? null : (error?.message ?? null),
      current,
      isChanged: current !== null && !isAsSaved(current.content, now, plan, columns),
      chosen: data ? (current?.id ?? null) : id,
      choose,
      mark,
      again,
    }
  }, [place, data, error, id, state.query, choice.choice, plan, columns, choose, mark, again])
}

export interface Remembered {
  readonly id: string
  readonly content: ViewContent
}

const DEFAULT = 'loam_view_'
const CHOSEN = 'loam_chosen_view_'

function recall(key: string): Remembered | null {
  try {
    const kept = JSON.parse(localStorage.getItem(DEFAULT + key) ?? 'null') as Remembered | null
    return kept && typeof kept.id === 'string' && typeof kept.content === 'object' ? kept : null
  } catch {
    return null
  }
}

function remember(key: string, view: Remembered | null): void {
  try {
    if (view) localStorage.setItem(DEFAULT + key, JSON.stringify(view))
    else localStorage.removeItem(DEFAULT + key)
  } catch {
    // A full or closed storage only costs one more question at the next visit.
  }
}

export function recallChosen(key: string): string | null {
  try {
    return sessionStorage.getItem(CHOSEN + key)
  } catch {
    return null
  }
}

function keepChosen(key: string, id: string | null): void {
  try {
    if (id === null) sessionStorage.removeItem(CHOSEN + key)
    else sessionStorage.setItem(CHOSEN + key, id)
  } catch {
    // As above.
  }
}
