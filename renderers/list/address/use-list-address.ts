import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { useLayoutEffect, useRef, useState } from 'react'
import { useHost } from '../../host'
import type { PageAddress } from '../../page/address'
import { type ColumnChoice, merge } from '../column-choice'
import { startOf } from '../list-start'
import type { Acted, QueryState } from '../query-state'
import { type AddressedList, readList, withList } from './list-address'

/** What an address says of a list when it is opened; null: nothing. */
export function useOpenedList(
  address: PageAddress | null,
  plan: ListPlan,
  columns: readonly ColumnPlan[],
): AddressedList | null {
  const zone = useHost().timeZone
  return useState(() => address && readList(address.search, plan, columns, zone))[0]
}

interface Places {
  readonly plan: ListPlan
  readonly columns: readonly ColumnPlan[]
  readonly state: QueryState
  readonly choice: {
    readonly choice: readonly ColumnChoice[]
    readonly link: (choice: readonly ColumnChoice[]) => void
  }
  /** The view that is chosen, by id. */
  readonly view: string | null
  readonly onView: (id: string | null) => void
  readonly acted: Acted
}

/**
 * How a list is shown stands in its address, and another address shows it otherwise. What somebody did is an entry in the history;
 * all else takes the place of the one that is there.
 *
 * @returns what takes it from the address, for another list to have that
 */
export function useListAddress(address: PageAddress | null, places: Places): () => void {
  const { plan, columns, state, choice, view, acted } = places
  const { query } = state
  const zone = useHost().timeZone
  const text =
    address === null ? '' : withList('', plan, columns, { query, choice: choice.choice, view }, zone)
  const known = useRef<string | null>(null)
  const write = (push: boolean) => {
    if (!address) return
    known.current = text
    const now = address.now()
    const next = withList(now, plan, columns, { query, choice: choice.choice, view }, zone)
    if (!isSame(next, now)) address.change(next, { push })
  }
  // With what is drawn: what is pressed next builds on it. Its own state first, which makes a late address an old one.
  useLayoutEffect(() => {
    const push = acted.current && known.current !== null
    acted.current = false
    if (address && known.current !== text) write(push)
  })
  const follow = (isTravel: boolean) => {
    const now = address?.now() ?? ''
    const said = readList(now, plan, columns, zone)
    const own = merge(columns, null)
    const shown = { query: said?.query ?? startOf(plan), view: said?.view ?? null }
    const saidText = said
      ? withList(
          '',
          plan,
          columns,
          { ...shown, choice: said.columns ?? (isTravel ? own : choice.choice) },
          zone,
        )
      : ''
    if (saidText === known.current) return
    // An address that says nothing of the list, and that nobody has gone back to, leaves it as it is.
    if (!said && !isTravel) return write(false)
    known.current = saidText
    state.set({ filters: undefined, ...shown.query }, { quiet: true })
    if (said?.columns || isTravel) choice.link(said?.columns ?? own)
    places.onView(shown.view)
  }
  const latest = useRef(follow)
  latest.current = follow
  // A list that another stood in the address for comes back as it was left.
  const isAway = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the address is another.
  useLayoutEffect(() => {
    if (!address) isAway.current = true
    else if (address.search === address.now()) {
      latest.current(!isAway.current && (address.isTravelled ?? false))
      isAway.current = false
    }
  }, [address?.search])
  return () => {
    const own = { query: startOf(plan), choice: merge(columns, null), view: null }
    const now = address?.now() ?? ''
    const next = withList(now, plan, columns, own, zone)
    if (address && !isSame(next, now)) address.change(next)
  }
}

function isSame(one: string, other: string): boolean {
  const entries = (text: string) => JSON.stringify([...new URLSearchParams(text)].sort())
  return entries(one) === entries(other)
}
