import { useCallback, useMemo, useState } from 'react'
import { childrenOf, isGroup, parentsOf } from './flat-rows'
import { idOf, type Row } from './source'

/**
 * Which rows are open. Groups are open until somebody folds them, and so is what a search has brought with rows below it: they
 * are what it found. Everything else is folded until somebody opens it.
 */
export interface OpenRows {
  isOpen(row: Row): boolean
  /** Whether a row's sub-tables are unfolded. */
  isUnfolded(id: string): boolean
  readonly toggle: (id: string) => void
  readonly unfold: (id: string) => void
  all(rows: readonly Row[]): void
  none(rows: readonly Row[]): void
}

const NOTHING: ReadonlySet<string> = new Set()

export function useOpenRows(searched: boolean): OpenRows {
  const [inPlace, setInPlace] = useState(NOTHING)
  const [inFound, setInFound] = useState(NOTHING)
  const flipped = searched ? inFound : inPlace
  const setFlipped = searched ? setInFound : setInPlace
  const [unfolded, setUnfolded] = useState(NOTHING)
  const toggle = useCallback((id: string) => setFlipped((known) => toggled(known, id)), [setFlipped])
  const unfold = useCallback((id: string) => setUnfolded((known) => toggled(known, id)), [])
  return useMemo(() => {
    const isOpenAtFirst = (row: Row) => isGroup(row) || (searched && childrenOf(row).length > 0)
    const turn = (rows: readonly Row[], open: boolean) =>
      setFlipped(
        new Set(
          parentsOf(rows)
            .filter((row) => isOpenAtFirst(row) !== open)
            .map(idOf),
        ),
      )
    return {
      isOpen: (row) => flipped.has(idOf(row)) !== isOpenAtFirst(row),
      isUnfolded: (id) => unfolded.has(id),
      toggle,
      unfold,
      all: (rows) => turn(rows, true),
      none: (rows) => turn(rows, false),
    }
  }, [searched, flipped, setFlipped, unfolded, toggle, unfold])
}

function toggled(known: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(known)
  if (!next.delete(id)) next.add(id)
  return next
}
