import { Button, Slider } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Slider/style/css.js'
import { Popup } from '@renderers/dialog'
import { useHost } from '@renderers/host'
import { usePageServices } from '@renderers/page/services'
import { useStoredImage } from '@widgets/shared/files/use-stored-image'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useSay } from '../../use-say'
import { CENTRED, cropped, type Look, MOST_ZOOM, moved, squareOf } from './crop'

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
  const say = useSay()
  const host = useHost()
  const [image, setImage] = useState<ImageBitmap | null>(null)
  const choose = async () => {
    const [file] = await host.chooseFiles({ accept: ACCEPTED })
    if (!file) return
    try {
      setImage(await createImageBitmap(new Blob([await file.arrayBuffer()])))
    } catch {
      host.toast('error', say('@places.notAPicture'))
    }
  }
  return (
    <div className="loam-profile-avatar">
      {url === '' ? <span aria-hidden="true">{[...name][0] ?? '?'}</span> : <Stored url={url} alt={name} />}
      <Button onClick={() => void choose()}>{say('@places.changeAvatar')}</Button>
      <span className="loam-own-hint">{say('@places.avatarHint')}</span>
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
  const say = useSay()
  const host = useHost()
  const services = usePageServices()
  const [look, setLook] = useState<Look>(CENTRED)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const file = await cropped(image, look)
      const stored = await host.files?.uploadImage(file, { type: 'userAvatar' })
      if (!stored) throw new Error(say('@places.cannotUpload'))
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
      title={say('@places.cropTitle')}
      visible
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('@common.cancel')}</Button>
          <Button type="primary" loading={busy} onClick={() => void save()}>
            {say('@common.confirm')}
          </Button>
        </>
      }
    >
      <CropView image={image} look={look} onChange={setLook} />
      <div className="loam-profile-zoom">
        <span id="loam-crop-zoom">{say('@places.zoom')}</span>
        <Slider
          min={1}
          max={MOST_ZOOM}
          step={0.05}
          value={look.zoom}
          aria-labelledby="loam-crop-zoom"
          onChange={(zoom) => setLook({ ...look, zoom: Number(zoom) })}
        />
      </div>
    </Popup>
  )
}

/** What the square takes; dragged by a pointer, moved by the arrows. */
function CropView({
  image,
  look,
  onChange,
}: {
  readonly image: ImageBitmap
  readonly look: Look
  readonly onChange: (look: Look) => void
}) {
  const say = useSay()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    const { x, y, side } = squareOf(image, look)
    context?.clearRect(0, 0, SIDE, SIDE)
    context?.drawImage(image, x, y, side, side, 0, 0, SIDE, SIDE)
  }, [image, look])
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1) return
    onChange(moved(image, look, event.movementX / SIDE, event.movementY / SIDE))
  }
  const press = (event: KeyboardEvent) => {
    const by = ARROWS[event.key]
    if (!by) return
    event.preventDefault()
    onChange(moved(image, look, by[0] * STEP, by[1] * STEP))
  }
  return (
    <button
      type="button"
      className="loam-profile-crop"
      aria-label={say('@places.cropHint')}
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
