import { Button, Slider } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Slider/style/css.js'
import { Popup } from '@renderers/dialog'
import { useHost } from '@renderers/host'
import { usePageServices } from '@renderers/page/services'
import { useStoredImage } from '@widgets/shared/files/use-stored-image'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslate } from '../../use-translate'
import { CENTRED, type Crop, cropped, MOST_ZOOM, moved, squareOf } from './crop'

/** Pixels of the square on the screen. */
const SIDE = 256
/** Share of the square by which an arrow moves the picture. */
const STEP = 0.05
const ACCEPTED = 'image/png,image/jpeg,image/webp'

/** One's own picture, and the way to another: cut to a square here, sent, and used from then on. */
export function AvatarEditor({
  url,
  name,
  onChanged,
}: {
  readonly url: string
  readonly name: string
  readonly onChanged: () => void
}) {
  const translate = useTranslate()
  const host = useHost()
  const [image, setImage] = useState<ImageBitmap | null>(null)
  const choose = async () => {
    const [file] = await host.chooseFiles({ accept: ACCEPTED })
    if (!file) return
    try {
      setImage(await createImageBitmap(new Blob([await file.arrayBuffer()])))
    } catch {
      host.toast('error', translate('@places.notAPicture'))
    }
  }
  return (
    <div className="loam-profile-avatar">
      {url === '' ? <span aria-hidden="true">{[...name][0] ?? '?'}</span> : <Stored url={url} alt={name} />}
      <Button onClick={() => void choose()}>{translate('@places.changeAvatar')}</Button>
      <span className="loam-route-hint">{translate('@places.avatarHint')}</span>
      {image && <CropDialog image={image} onClose={() => setImage(null)} onChanged={onChanged} />}
    </div>
  )
}

function Stored({ url, alt }: { readonly url: string; readonly alt: string }) {
  const { src } = useStoredImage(useHost(), url)
  return src === null ? <span aria-hidden="true" /> : <img src={src} alt={alt} />
}

function CropDialog({
  image,
  onClose,
  onChanged,
}: {
  readonly image: ImageBitmap
  readonly onClose: () => void
  readonly onChanged: () => void
}) {
  const translate = useTranslate()
  const host = useHost()
  const services = usePageServices()
  const [crop, setCrop] = useState<Crop>(CENTRED)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const file = await cropped(image, crop)
      const stored = await host.files?.uploadImage(file, { type: 'userAvatar' })
      if (!stored) throw new Error(translate('@places.cannotUpload'))
      const { msg } = await host.call('currentUser.avatar', { name: stored.fileId })
      host.toast('success', msg)
      services.emit('menu.changed')
      onChanged()
      onClose()
    } catch (error) {
      host.toast('error', (error as Error).message)
      setBusy(false)
    }
  }
  return (
    <Popup
      mode="general"
      width="400px"
      title={translate('@places.cropTitle')}
      visible
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{translate('@common.cancel')}</Button>
          <Button type="primary" loading={busy} onClick={() => void save()}>
            {translate('@common.confirm')}
          </Button>
        </>
      }
    >
      <CropView image={image} crop={crop} onChange={setCrop} />
      <div className="loam-profile-zoom">
        <span id="loam-crop-zoom">{translate('@places.zoom')}</span>
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
  crop: view,
  onChange,
}: {
  readonly image: ImageBitmap
  readonly crop: Crop
  readonly onChange: (crop: Crop) => void
}) {
  const translate = useTranslate()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    const { x, y, side } = squareOf(image, view)
    context?.clearRect(0, 0, SIDE, SIDE)
    context?.drawImage(image, x, y, side, side, 0, 0, SIDE, SIDE)
  }, [image, view])
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1) return
    onChange(moved(image, view, event.movementX / SIDE, event.movementY / SIDE))
  }
  const press = (event: KeyboardEvent) => {
    const by = ARROWS[event.key]
    if (!by) return
    event.preventDefault()
    onChange(moved(image, view, by[0] * STEP, by[1] * STEP))
  }
  return (
    <button
      type="button"
      className="loam-profile-crop"
      aria-label={translate('@places.cropHint')}
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
