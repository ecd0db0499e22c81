import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { Popup } from '@renderers/dialog'
import { type PointerEvent, useRef, useState } from 'react'
import { useTranslate } from '../../use-translate'

/** Pixels of the image that is kept. */
const WIDTH = 640
const HEIGHT = 240
const PEN = 4

interface Point {
  readonly x: number
  readonly y: number
}

/** A sheet to sign on with a pen, a finger or a mouse; what is written is dark on clear ground, whatever the theme. */
export function SignaturePad({
  onDrawn,
  onClose,
}: {
  readonly onDrawn: (address: string) => Promise<boolean>
  readonly onClose: () => void
}) {
  const translate = useTranslate()
  const sheet = useRef<HTMLCanvasElement>(null)
  const last = useRef<Point | null>(null)
  const [written, setWritten] = useState(false)
  const [busy, setBusy] = useState(false)
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
  const save = async () => {
    setBusy(true)
    const address = sheet.current?.toDataURL('image/png') ?? ''
    if (await onDrawn(address)) onClose()
    else setBusy(false)
  }
  return (
    <Popup
      mode="general"
      width="700px"
      title={translate('@places.draw')}
      visible
      onClose={onClose}
      dirty={() => written && !busy}
      footer={
        <>
          <Button onClick={clear} disabled={!written}>
            {translate('@places.clear')}
          </Button>
          <Button type="primary" loading={busy} disabled={!written} onClick={() => void save()}>
            {translate('@places.save')}
          </Button>
        </>
      }
    >
      <p className="loam-route-hint">{translate('@places.drawHint')}</p>
      <canvas
        ref={sheet}
        className="loam-profile-sheet"
        role="img"
        aria-label={translate('@places.sheet')}
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
