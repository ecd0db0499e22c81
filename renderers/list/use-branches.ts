import { CallError, type Host } from '@runtime/host'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { childrenOf, recordsIn } from './flat-rows'
import type { ListQuery, ListSource, Row } from './source'
import { idOf } from './source'

/** Rows with the children that have been fetched so far, of a tree that comes level by level. */
export interface Branches {
  readonly rows: readonly Row[]
  /** Rows whose children are on their way. */
  readonly waiting: ReadonlySet<string>
  /** Fetches what is below a row, unless it is there already. */
  readonly fetch: (id: string) => void
}

/**
 * Children by their parent. The same rows once more keep them while those that are open are asked again; another search or
 * page forgets them. What a row has brought itself, as what a search has found, is all that is below it.
 */
export function useBranches(
  source: ListSource,
  query: ListQuery,
  loaded: readonly Row[],
  isOpen: (row: Row) => boolean,
  host: Host,
): Branches {
  const [known, setKnown] = useState<ReadonlyMap<string, readonly Row[]>>(NONE)
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set())
  const requested = useRef(new Set<string>())
  const round = useRef(0)
  const open = useRef(isOpen)
  open.current = isOpen
  const there = useRef<readonly Row[]>(loaded)
  const rows = useMemo(() => (known.size === 0 ? loaded : grown(loaded, known)), [loaded, known])
  there.current = useMemo(() => recordsIn([...loaded, ...[...known.values()].flat()]), [loaded, known])
  const fetch = useCallback(
    async (id: string) => {
      const { children } = source
      const row = there.current.find((one) => idOf(one) === id)
      if (!children || !row || childrenOf(row).length > 0 || requested.current.has(id)) return
      const mine = round.current
      requested.current.add(id)
      setWaiting(new Set(requested.current))
      try {
        const rows = await children.call(source, row, query)
        if (mine === round.current) setKnown((before) => new Map(before).set(id, rows))
      } catch (error) {
        // Opened again, it is asked again.
        if (mine === round.current) requested.current.delete(id)
        host.toast('error', error instanceof CallError ? error.message : host.text('@view.loadFailed'))
      }
    },
    [source, query, host],
  )
  const last = useRef(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page of rows is another tree.
  useEffect(() => {
    round.current++
    requested.current = new Set()
    if (last.current !== query) setKnown(NONE)
    last.current = query
    for (const row of there.current)
      if (row['hasChildren'] === true && open.current(row)) void fetch(idOf(row))
  }, [loaded])
  return useMemo(() => {
    const pending = [...waiting].filter((id) => requested.current.has(id) && !known.has(id))
    return { rows, waiting: new Set(pending), fetch }
  }, [rows, known, waiting, fetch])
}

const NONE: ReadonlyMap<string, readonly Row[]> = new Map()

/** Rows with what has been fetched below them; one below which there is nothing is no parent any more. */
function grown(rows: readonly Row[], known: ReadonlyMap<string, readonly Row[]>): readonly Row[] {
  return rows.map((row) => {
    const own = childrenOf(row)
    const fetched = own.length > 0 ? undefined : known.get(idOf(row))
    const children = fetched ?? own
    if (children.length > 0) return { ...row, children: grown(children, known) }
    return fetched ? { ...row, hasChildren: false } : row
  })
}
