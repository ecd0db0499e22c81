import './files.css'
import { IconImageClose } from '@arco-design/web-react/icon'
import type { Host } from '@runtime/host'
import { type FileValue, shownName } from '@runtime/widget/stored-file'
import type { ReactNode } from 'react'
import { useStoredImage } from './use-stored-image'

interface ThumbnailProps {
  readonly image: FileValue
  readonly host: Host
  readonly onOpen: () => void
  /** Buttons over the picture. */
  readonly children?: ReactNode
}

/** A picture in small; a press shows it over the whole screen. */
export function Thumbnail({ image, host, onOpen, children }: ThumbnailProps) {
  const { src, failed } = useStoredImage(host, image.url)
  const name = shownName(image.name)
  return (
    <li className="loam-thumb">
      <button
        type="button"
        className="loam-thumb-open"
        title={name}
        aria-label={host.text('@files.of', { act: host.text('@files.preview'), name })}
        onClick={(event) => {
          event.stopPropagation()
          onOpen()
        }}
      >
        {src !== null && <img src={src} alt="" />}
        {failed && (
          <span className="loam-thumb-broken" title={host.text('@files.broken')}>
            <IconImageClose />
          </span>
        )}
      </button>
      {children}
    </li>
  )
}

/** Pictures side by side. */
export function Thumbnails({
  images,
  host,
  small,
}: {
  readonly images: readonly FileValue[]
  readonly host: Host
  readonly small?: boolean
}) {
  return (
    <ul className="loam-thumbs" data-size={small ? 'small' : undefined}>
      {images.map((image, index) => (
        <Thumbnail
          key={image.fileId}
          image={image}
          host={host}
          onOpen={() => host.files?.preview(images, index)}
        />
      ))}
    </ul>
  )
}
