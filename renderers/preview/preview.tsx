import { Button } from '@arco-design/web-react'
import { IconDownload, IconLeft, IconRight } from '@arco-design/web-react/icon'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import '@arco-design/web-react/es/Button/style/css.js'
import './preview.css'
import type { Host } from '@runtime/host'
import { type FileValue, shownName } from '@runtime/widget/stored-file'
import { Dialog } from '@widgets/shared/dialog'
import { type ComponentType, useEffect, useState } from 'react'
import { PreviewBoundary } from './boundary'
import { type PreviewKind, type PreviewSource, previewOf, type Shown, whyNotShown } from './source'
import { type ViewerProps, Waiting } from './viewer'

export interface PreviewProps {
  readonly files: readonly FileValue[]
  readonly index: number
  readonly host: Host
  readonly source: PreviewSource
  readonly onClose: () => void
}

const VIEWERS: Readonly<Record<Exclude<PreviewKind, 'none'>, ComponentType<ViewerProps>>> = {
  image: lazy(() => import('./image').then(({ ImageViewer }) => ImageViewer)),
  pdf: lazy(() => import('./pdf').then(({ PdfViewer }) => PdfViewer)),
  word: lazy(() => import('./word').then(({ WordViewer }) => WordViewer)),
  sheet: lazy(() => import('./sheet').then(({ SheetViewer }) => SheetViewer)),
  text: lazy(() => import('./text').then(({ TextViewer }) => TextViewer)),
  video: lazy(() => import('./media').then(({ VideoViewer }) => VideoViewer)),
  audio: lazy(() => import('./media').then(({ AudioViewer }) => AudioViewer)),
}

/** One of several files over the whole screen, with what can be done with it (`spec/shell-and-monitoring.md §2.3`). */
export function Preview({ files, index, host, source, onClose }: PreviewProps) {
  const [at, setAt] = useState(index)
  const file = files[at]
  const step = (by: number) => setAt((now) => Math.min(files.length - 1, Math.max(0, now + by)))
  useEffect(() => {
    if (files.length < 2) return
    const press = (event: KeyboardEvent) => {
      const isElsewhere =
        event.target instanceof Element && event.target.closest('input, [role="tab"], video, audio')
      if (isElsewhere || event.altKey || event.ctrlKey || event.metaKey) return
      if (event.key === 'ArrowLeft') step(-1)
      if (event.key === 'ArrowRight') step(1)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
  if (!file) return null
  const name = shownName(file.name)
  const download = () =>
    host.files?.download('annex', file).catch((error: Error) => host.toast('error', error.message))
  return (
    <Dialog
      host={host}
      mode="fullScreen"
      width="100%"
      visible
      onClose={onClose}
      title={name}
      status={
        files.length > 1 && (
          <span className="loam-preview-steps">
            <Button
              icon={<IconLeft />}
              disabled={at === 0}
              aria-label={host.text('@preview.previous')}
              onClick={() => step(-1)}
            />
            <span role="status">
              {at + 1} / {files.length}
            </span>
            <Button
              icon={<IconRight />}
              disabled={at === files.length - 1}
              aria-label={host.text('@preview.next')}
              onClick={() => step(1)}
            />
          </span>
        )
      }
      footer={
        <>
          <Button onClick={onClose}>{host.text('@common.cancel')}</Button>
          <Button type="primary" icon={<IconDownload />} onClick={download}>
            {host.text('@files.download')}
          </Button>
        </>
      }
    >
      <PreviewBoundary key={file.fileId} host={host}>
        <FileView file={file} host={host} source={source} />
      </PreviewBoundary>
    </Dialog>
  )
}

type About = { readonly shown: Shown; readonly bytes: () => Promise<Blob> } | { readonly error: Error } | null

function FileView({
  file,
  host,
  source,
}: {
  readonly file: FileValue
  readonly host: Host
  readonly source: PreviewSource
}) {
  const [about, setAbout] = useState<About>(null)
  useEffect(() => {
    const stop = new AbortController()
    let bytes: Promise<Blob> | undefined
    source.about(file).then(
      (shown) => {
        if (stop.signal.aborted) return
        const read = () => {
          bytes ??= source.bytes(shown.url, stop.signal)
          return bytes
        }
        setAbout({ shown, bytes: read })
      },
      (error: Error) => {
        if (!stop.signal.aborted) setAbout({ error })
      },
    )
    return () => stop.abort()
  }, [file, source])
  if (about === null) return <Waiting host={host} />
  if ('error' in about) throw about.error
  const kind = previewOf(about.shown)
  if (kind === 'none') return <p className="loam-preview-note">{host.text(whyNotShown(about.shown))}</p>
  const Viewer = VIEWERS[kind]
  return (
    <LazyFallback shown={<Waiting host={host} />}>
      <Viewer shown={about.shown} host={host} bytes={about.bytes} />
    </LazyFallback>
  )
}
