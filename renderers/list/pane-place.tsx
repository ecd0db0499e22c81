import { LazyFallback } from '@widgets/shared/lazy'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useHost } from '../host'
import { SkeletonRows } from './notices'
import './pane-place.css'

const KEY = 'loam_pane_width'
const NARROWEST = 360
const USUAL = 520
const WIDEST = 960
/** Pixels by which a key moves the border. */
const STEP = 24

/** The place of a record beside its list, with a border that is dragged. */
export function PanePlace({ children }: { readonly children: ReactNode }) {
  const host = useHost()
  const [width, setWidth] = useState(keptWidth)
  const taken = useRef<{ readonly x: number; readonly width: number } | null>(null)
  const put = (next: number) => {
    const fitting = Math.min(WIDEST, Math.max(NARROWEST, Math.round(next)))
    setWidth(fitting)
    keep(fitting)
  }
  const byKey = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? STEP : event.key === 'ArrowRight' ? -STEP : 0
    if (by === 0) return
    event.preventDefault()
    put(width + by)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a border between two places is no line between paragraphs. */}
      <div
        role="separator"
        className="loam-list-pane-border"
        aria-orientation="vertical"
        aria-label={host.text('@record.paneWidth')}
        aria-valuenow={width}
        aria-valuemin={NARROWEST}
        aria-valuemax={WIDEST}
        tabIndex={0}
        onKeyDown={byKey}
        onDoubleClick={() => put(USUAL)}
        onPointerDown={(event: PointerEvent<HTMLElement>) => {
          if (event.button !== 0) return
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
          taken.current = { x: event.clientX, width }
        }}
        onPointerMove={(event) => {
          const from = taken.current
          if (from) put(from.width + from.x - event.clientX)
        }}
        onPointerUp={() => {
          taken.current = null
        }}
        onPointerCancel={() => {
          taken.current = null
        }}
      />
      <section
        className="loam-list-beside"
        style={{ width: `min(${width}px, 60%)` }}
        aria-label={host.text('@record.pane')}
        tabIndex={-1}
      >
        <LazyFallback shown={<SkeletonRows />}>{children}</LazyFallback>
      </section>
    </>
  )
}

function keptWidth(): number {
  try {
    const kept = Number(localStorage.getItem(KEY))
    return kept >= NARROWEST && kept <= WIDEST ? kept : USUAL
  } catch {
    return USUAL
  }
}

function keep(width: number): void {
  try {
    localStorage.setItem(KEY, String(width))
  } catch {
    // A full or closed storage only costs the memory of the width.
  }
}
