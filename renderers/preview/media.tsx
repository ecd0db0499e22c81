import type { ViewerProps } from './viewer'

/** A film, read by parts as it plays. */
export function VideoViewer({ shown }: ViewerProps) {
  // biome-ignore lint/a11y/useMediaCaption: what people upload has none.
  return <video className="loam-preview-media" src={shown.url} controls aria-label={shown.name} />
}

export function AudioViewer({ shown }: ViewerProps) {
  // biome-ignore lint/a11y/useMediaCaption: what people upload has none.
  return <audio className="loam-preview-media" src={shown.url} controls aria-label={shown.name} />
}
