import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { type PointerEvent, useRef, useState } from 'react'
import { Popup } from '../dialog'
import { useHost } from '../host'
import { useTaking } from './use-taking'
import './picture.css'

/** Pixels of the image that is kept. */
const WIDTH = 640
const HEIGHT = 240
const PEN = 4

interface Point {
  readonly x: number
  readonly y: number
}

/** A sheet to write on, a signature above all, with a pen, a finger or a mouse; what is written is dark on clear ground, whatever the theme. */
export function SheetDialog({
  title,
  take,
  onClose,
}: {
  readonly title: string
  /** Given what is written as a data address; the sheet stays open until that has gone through. */
  readonly take: (address: string) => Promise<void>
  readonly onClose: () => void
}) {
  const host = useHost()
  const sheet = useRef<HTMLCanvasElement>(null)
  const last = useRef<Point | null>(null)
  const [written, setWritten] = useState(false)
  const { busy, hand } = useTaking(take, onClose)
  const context = () => sheet.current?.getContext('2d') ?? null
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    const from = last.current
    const pen = context()
    if (!from || !pen) return
    // Between two frames a pen sends several points; all of them make a smooth line.
    const { nativeEvent } = event
    const events = nativeEvent.getCoalescedEvents?.() ?? []
    for (const each of events.length > 0 ? events : [nativeEvent]) {
      const to = pointOf(each, event.currentTarget)
      line(pen, last.current ?? to, to)
      last.current = to
    }
    setWritten(true)
  }
  const start = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    last.current = pointOf(event.nativeEvent, event.currentTarget)
  }
  const clear = () => {
    context()?.clearRect(0, 0, WIDTH, HEIGHT)
    setWritten(false)
  }
  return (
    <Popup
      mode="general"
      width="700px"
      title={title}
      visible
      onClose={onClose}
      dirty={() => written && !busy}
      footer={
        <>
          <Button onClick={clear} disabled={!written}>
            {host.text('@picture.clear')}
          </Button>
          <Button
            type="primary"
            loading={busy}
            disabled={!written}
            onClick={() => void hand(() => sheet.current?.toDataURL('image/png') ?? '')}
          >
            {host.text('@common.save')}
          </Button>
        </>
      }
    >
      <p className="loam-picture-hint">{host.text('@picture.sheetHint')}</p>
      <canvas
        ref={sheet}
        className="loam-picture-sheet"
        role="img"
        aria-label={host.text('@picture.sheet')}
        width={WIDTH}
        height={HEIGHT}
        onPointerDown={start}
        onPointerMove={draw}
        onPointerUp={() => {
          last.current = null
        }}
        onPointerCancel={() => {
          last.current = null
        }}
      />
    </Popup>
  )
}

function pointOf(
  event: { readonly clientX: number; readonly clientY: number },
  canvas: HTMLCanvasElement,
): Point {
  const box = canvas.getBoundingClientRect()
  return {
    x: ((event.clientX - box.left) / box.width) * WIDTH,
    y: ((event.clientY - box.top) / box.height) * HEIGHT,
  }
}

function line(pen: CanvasRenderingContext2D, from: Point, to: Point): void {
  pen.lineWidth = PEN
  pen.lineCap = 'round'
  pen.strokeStyle = 'black'
  pen.beginPath()
  pen.moveTo(from.x, from.y)
  pen.lineTo(to.x, to.y)
  pen.stroke()
}
