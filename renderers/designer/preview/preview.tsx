import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useHost } from '../../host'
import './preview.css'
import { RadioRow } from '@widgets/shared/radio-row'
import { PREVIEW_CHANGED, type PreviewedDraft, type PreviewFrame } from './preview-frame'

/** Widths that forms are tried at, in pixels: a desk, a tablet, a phone. */
const WIDTHS = [1440, 768, 390] as const
type Width = (typeof WIDTHS)[number]

interface PreviewProps {
  readonly draft: Omit<PreviewedDraft, 'record'>
  /** What the form begins with, by the number of the sample. */
  readonly sampleOf: (index: number) => PreviewedDraft['record']
  /** Opens the kept draft with its list in a tab of its own. */
  readonly onWhole?: () => void
}

/** The draft as people will see it, at the width of their screens, with sample data; nothing of it is sent. */
export function Preview({ draft, sampleOf, onWhole }: PreviewProps) {
  const host = useHost()
  const [width, setWidth] = useState<Width>(WIDTHS[0])
  const [sample, setSample] = useState(0)
  const frame = useRef<PreviewFrame>(null)
  const room = useRef<HTMLDivElement>(null)
  const scale = useScale(room, width)
  const record = sample === 0 ? NOTHING : sampleOf(sample - 1)
  useEffect(() => {
    if (!frame.current) return
    frame.current.previewed = { host, draft: { ...draft, record } }
    frame.current.dispatchEvent(new Event(PREVIEW_CHANGED))
  }, [host, draft, record])
  return (
    <section className="loam-preview" aria-label={host.text('@design.preview')}>
      <div className="loam-preview-bar">
        <RadioRow
          aria-label={host.text('@previewModel.screen')}
          type="button"
          size="small"
          value={width}
          onChange={setWidth}
          options={WIDTHS.map((value) => ({
            value,
            label: `${host.text(`@design.width.${value}`)} ${value}`,
          }))}
        />
        <RadioRow
          aria-label={host.text('@rules.sample')}
          type="button"
          size="small"
          value={sample}
          onChange={setSample}
          options={SAMPLES.map((value) => ({
            value,
            label: value === 0 ? host.text('@design.blank') : host.text('@design.sample', { number: value }),
          }))}
        />
        {onWhole && (
          <Button size="small" onClick={onWhole}>
            {host.text('@previewModel.openTab')}
          </Button>
        )}
      </div>
      <div ref={room} className="loam-preview-room">
        <iframe
          ref={frame}
          data-preview
          title={host.text('@design.preview')}
          src="/preview"
          style={{ width, height: `${100 / scale}%`, transform: `scale(${scale})` }}
        />
      </div>
    </section>
  )
}

const SAMPLES = [0, 1, 2, 3] as const
const NOTHING = {}

/** A screen wider than the place is shown smaller. */
function useScale(room: { readonly current: HTMLElement | null }, width: number): number {
  const [scale, setScale] = useState(1)
  useLayoutEffect(() => {
    const place = room.current
    if (!place) return
    const follow = () => setScale(Math.min(1, place.clientWidth / width))
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(place)
    return () => observer.disconnect()
  }, [room, width])
  return scale
}
