import { Button, Slider } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Slider/style/css.js'
import type { HostFile, PictureCut } from '@runtime/files'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Popup } from '../dialog'
import { useHost } from '../host'
import { CENTRED, type Crop, cropped, MOST_ZOOM, moved, squareOf } from './crop'
import { useTaking } from './use-taking'
import './picture.css'

/** Pixels of the square on the screen. */
const SIDE = 256
/** Share of the square by which an arrow moves the picture. */
const STEP = 0.05

/** A chosen picture, of which the person cuts what is seen in the square; open until `take` has gone through. */
export function CutDialog({
  image,
  cut,
  take,
  onClose,
}: {
  readonly image: ImageBitmap
  readonly cut: PictureCut
  readonly take: (file: HostFile) => Promise<void>
  readonly onClose: () => void
}) {
  const host = useHost()
  const [crop, setCrop] = useState<Crop>(CENTRED)
  const { busy, hand } = useTaking(take, onClose)
  return (
    <Popup
      mode="general"
      width="400px"
      title={host.text('@picture.cutTitle')}
      visible
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{host.text('@common.cancel')}</Button>
          <Button type="primary" loading={busy} onClick={() => void hand(() => cropped(image, crop, cut))}>
            {host.text('@common.confirm')}
          </Button>
        </>
      }
    >
      <CropView image={image} crop={crop} isRound={cut.shape === 'round'} onChange={setCrop} />
      <div className="loam-picture-zoom">
        <span id="loam-crop-zoom">{host.text('@picture.zoom')}</span>
        <Slider
          min={1}
          max={MOST_ZOOM}
          step={0.05}
          value={crop.zoom}
          aria-labelledby="loam-crop-zoom"
          onChange={(zoom) => setCrop({ ...crop, zoom: Number(zoom) })}
        />
      </div>
    </Popup>
  )
}

/** What the square takes; dragged by a pointer, moved by the arrows. */
function CropView({
  image,
  crop,
  isRound,
  onChange,
}: {
  readonly image: ImageBitmap
  readonly crop: Crop
  /** Dims what a circle will leave out. */
  readonly isRound: boolean
  readonly onChange: (crop: Crop) => void
}) {
  const host = useHost()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    const { x, y, side } = squareOf(image, crop)
    context?.clearRect(0, 0, SIDE, SIDE)
    context?.drawImage(image, x, y, side, side, 0, 0, SIDE, SIDE)
  }, [image, crop])
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1) return
    onChange(moved(image, crop, event.movementX / SIDE, event.movementY / SIDE))
  }
  const press = (event: KeyboardEvent) => {
    const by = ARROWS[event.key]
    if (!by) return
    event.preventDefault()
    onChange(moved(image, crop, by[0] * STEP, by[1] * STEP))
  }
  return (
    <button
      type="button"
      className="loam-picture-crop"
      data-round={isRound}
      aria-label={host.text('@picture.cutHint')}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    >
      <canvas ref={canvas} width={SIDE} height={SIDE} />
    </button>
  )
}

const ARROWS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
