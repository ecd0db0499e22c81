import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { part } from './roles'

/** Pixels of what opens below a row until it has been measured. */
const UNKNOWN = 96

export interface DetailHeights {
  readonly of: (id: string) => number
  readonly measured: (id: string, height: number) => void
}

/** Heights of what has opened below rows, by the row's id: of other parts of a row they follow from the data. */
export function useDetailHeights(): DetailHeights {
  const [known, setKnown] = useState<ReadonlyMap<string, number>>(new Map())
  const of = useCallback((id: string) => known.get(id) ?? UNKNOWN, [known])
  const measured = useCallback(
    (id: string, height: number) =>
      setKnown((before) => (before.get(id) === height ? before : new Map(before).set(id, height))),
    [],
  )
  return { of, measured }
}

/** What opens below a row; it tells how high it is. */
export function RowDetail({
  id,
  span,
  onHeight,
  children,
}: {
  readonly id: string
  /** Columns of the table that it lies over; absent: it stands in no table. */
  readonly span?: number
  readonly onHeight: DetailHeights['measured']
  readonly children: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const tell = () => onHeight(id, Math.ceil(element.offsetHeight))
    tell()
    const observer = new ResizeObserver(tell)
    observer.observe(element)
    return () => observer.disconnect()
  }, [id, onHeight])
  return (
    <div
      ref={place}
      {...(span !== undefined && part('cell', { 'aria-colspan': span }))}
      className="loam-list-detail"
      data-own-press
    >
      {children}
    </div>
  )
}
