import type { Page } from '@runtime/print'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useHost } from '../../host'
import { type Edge, lengthAlong, MM, mostMargin, withMargin } from './geometry'
import './ruler.css'

/** Millimetres between the numbers of a ruler. */
const NUMBERED = 10
const STEPS: Readonly<Record<string, number>> = {
  ...{ ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 5, PageDown: -5 },
}

interface RulerProps {
  readonly page: Page
  readonly side: 'top' | 'left'
  /** Screen pixels of a CSS pixel of the sheet. */
  readonly zoom: number
  readonly isReadOnly: boolean
  readonly onMargins: (margins: Page['margins'], edge: Edge) => void
}

/** Millimetres along a side of the sheet, with marks by which the two margins there are drawn. */
export function Ruler({ page, side, ...acts }: RulerProps) {
  const edges: readonly Edge[] = side === 'top' ? ['left', 'right'] : ['top', 'bottom']
  const length = lengthAlong(page, edges[0] ?? 'left')
  const numbers = Array.from({ length: Math.floor(length / NUMBERED) }, (_, at) => (at + 1) * NUMBERED)
  return (
    <div className="loam-print-ruler" data-side={side} style={{ '--loam-ruler': `${length}mm` } as object}>
      <div aria-hidden="true">
        {numbers.map((number) => (
          <span key={number} style={{ '--loam-at': `${number}mm` } as object}>
            {number}
          </span>
        ))}
      </div>
      {edges.map((edge) => (
        <MarginMark key={edge} page={page} edge={edge} {...acts} />
      ))}
    </div>
  )
}

function MarginMark({
  page,
  edge,
  zoom,
  isReadOnly,
  onMargins,
}: Omit<RulerProps, 'side'> & { readonly edge: Edge }) {
  const host = useHost()
  const start = useRef(0)
  /** While it is drawn: only what it ends at is a change. */
  const [drawn, setDrawn] = useState<number | null>(null)
  const isAlong = edge === 'left' || edge === 'right'
  const isFar = edge === 'right' || edge === 'bottom'
  const size = drawn ?? page.margins[edge]
  const set = (millimetres: number) => onMargins(withMargin(page, edge, millimetres), edge)

  const placeOf = (event: PointerEvent) => (isAlong ? event.clientX : event.clientY)
  const sizeAt = (event: PointerEvent) => {
    const moved = (placeOf(event) - start.current) / (MM * zoom)
    return withMargin(page, edge, page.margins[edge] + (isFar ? -moved : moved))[edge]
  }
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || isReadOnly) return
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = placeOf(event)
    setDrawn(page.margins[edge])
  }
  const end = (event: PointerEvent) => {
    if (drawn !== null) set(sizeAt(event))
    setDrawn(null)
  }
  const press = (event: KeyboardEvent) => {
    const most = mostMargin(page, edge)
    const next = event.key in STEPS ? size + (STEPS[event.key] ?? 0) : { Home: 0, End: most }[event.key]
    if (next === undefined || isReadOnly) return
    event.preventDefault()
    set(next)
  }
  return (
    <div
      className="loam-print-margin"
      role="slider"
      tabIndex={0}
      data-edge={edge}
      aria-label={host.text(`@printDesign.margin.${edge}`)}
      aria-orientation={isAlong ? 'horizontal' : 'vertical'}
      aria-valuemin={0}
      aria-valuemax={mostMargin(page, edge)}
      aria-valuenow={size}
      aria-valuetext={`${size} mm`}
      aria-disabled={isReadOnly}
      title={`${host.text(`@printDesign.margin.${edge}`)} ${size} mm`}
      style={{ '--loam-at': `${isFar ? lengthAlong(page, edge) - size : size}mm` } as object}
      onPointerDown={begin}
      onPointerMove={(event) => drawn !== null && setDrawn(sizeAt(event))}
      onPointerUp={end}
      onPointerCancel={() => setDrawn(null)}
      onKeyDown={press}
    />
  )
}
