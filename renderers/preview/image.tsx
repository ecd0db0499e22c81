import { Button } from '@arco-design/web-react'
import {
  IconOriginalSize,
  IconRotateLeft,
  IconRotateRight,
  IconZoomIn,
  IconZoomOut,
} from '@arco-design/web-react/icon'
import type { ReactNode } from 'react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useLoaded } from './use-loaded'
import { type ViewerProps, Waiting } from './viewer'

const STEP = 1.25
const SMALLEST = 0.1
const LARGEST = 10

interface View {
  readonly zoom: number
  /** Degrees. */
  readonly turn: number
  readonly x: number
  readonly y: number
}

const WHOLE: View = { zoom: 1, turn: 0, x: 0, y: 0 }

/** A picture that can be drawn nearer, turned and moved about. */
export function ImageViewer({ shown, host, bytes }: ViewerProps) {
  const src = useLoaded(async () => URL.createObjectURL(await bytes()), shown)
  const [view, setView] = useState(WHOLE)
  const [broken, setBroken] = useState(false)
  const held = useRef<{ readonly x: number; readonly y: number; readonly view: View } | null>(null)
  const stage = useRef<HTMLDivElement>(null)
  useEffect(() => () => void (src && URL.revokeObjectURL(src)), [src])
  const zoom = (by: number) =>
    setView((now) => ({ ...now, zoom: Math.min(LARGEST, Math.max(SMALLEST, now.zoom * by)) }))
  useEffect(() => {
    const element = stage.current
    const turnWheel = (event: WheelEvent) => {
      event.preventDefault()
      zoom(event.deltaY < 0 ? STEP : 1 / STEP)
    }
    // React's own listener cannot keep the page from scrolling.
    element?.addEventListener('wheel', turnWheel, { passive: false })
    return () => element?.removeEventListener('wheel', turnWheel)
  })
  if (broken) throw new Error(host.text('@files.broken'))
  if (src === null) return <Waiting host={host} />
  const move = (event: PointerEvent) => {
    const from = held.current
    if (from)
      setView({
        ...from.view,
        x: from.view.x + event.clientX - from.x,
        y: from.view.y + event.clientY - from.y,
      })
  }
  const act = (key: string, icon: ReactNode, run: () => void) => (
    <Button icon={icon} aria-label={host.text(`@preview.${key}`)} onClick={run} />
  )
  return (
    <div className="loam-preview-image">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what the pointer does here the buttons below do too. */}
      <div
        ref={stage}
        className="loam-preview-stage"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          held.current = { x: event.clientX, y: event.clientY, view }
        }}
        onPointerMove={move}
        onPointerUp={() => {
          held.current = null
        }}
        onDoubleClick={() => setView(view.zoom === 1 ? { ...view, zoom: 2 } : WHOLE)}
      >
        <img
          src={src}
          alt={shown.name}
          draggable={false}
          style={{
            transform: `translate(${view.x}px, ${view.y}px) rotate(${view.turn}deg) scale(${view.zoom})`,
          }}
          onError={() => setBroken(true)}
        />
      </div>
      <div className="loam-preview-tools" role="toolbar" aria-label={shown.name}>
        {act('zoomOut', <IconZoomOut />, () => zoom(1 / STEP))}
        <span className="loam-preview-zoom" role="status">{`${Math.round(view.zoom * 100)}%`}</span>
        {act('zoomIn', <IconZoomIn />, () => zoom(STEP))}
        {act('whole', <IconOriginalSize />, () => setView(WHOLE))}
        {act('turnLeft', <IconRotateLeft />, () => setView({ ...view, turn: view.turn - 90 }))}
        {act('turnRight', <IconRotateRight />, () => setView({ ...view, turn: view.turn + 90 }))}
      </div>
    </div>
  )
}
