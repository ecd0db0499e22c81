import { sheetOf, watermarkImage } from '@runtime/print'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useHost } from '../../host'
import { EditorSurface, type TemplateEditor } from './editor'
import { MM, sheetEnds, textHeight } from './geometry'
import { MarginLine } from './margin-line'
import { Ruler } from './ruler'
import './sheet.css'
import type { TemplateDraft } from './template-draft'
import { usePage } from './use-draft'
import { useFit } from './use-fit'

/** Per cent, or as wide as there is room. */
export type Zoom = number | 'fit'

interface SheetProps {
  readonly draft: TemplateDraft
  readonly zoom: Zoom
  readonly isReadOnly: boolean
  /** Leads to where a part of the page is set. */
  readonly onPart: (part: 'head' | 'foot') => void
}

/** The sheet in its size, with rulers; its text is written in it. */
export function Sheet({ draft, zoom, isReadOnly, onPart }: SheetProps) {
  const host = useHost()
  const page = usePage(draft)
  const desk = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const { width, height } = sheetOf(page)
  const { top, right, bottom, left } = page.margins
  const fit = useFit(desk, width * MM + RULER)
  const scale = zoom === 'fit' ? fit : zoom / 100
  const { ends, length } = useSheetEnds(content, textHeight(page), draft.editor)
  const ruler = {
    ...{ page, isReadOnly, zoom: scale },
    onMargins: (margins: typeof page.margins, edge: string) => draft.setPage({ margins }, `margin ${edge}`),
  }
  return (
    <section ref={desk} className="loam-print-board" aria-label={host.text('@printDesign.sheet')}>
      <div className="loam-print-scaled" style={{ zoom: scale }}>
        <Ruler side="top" {...ruler} />
        <Ruler side="left" {...ruler} />
        <div
          className="loam-print-paper"
          style={{
            width: `${width}mm`,
            minHeight: `max(${height}mm, calc(${top + bottom}mm + ${length}px))`,
            padding: `${top}mm ${right}mm ${bottom}mm ${left}mm`,
          }}
        >
          {page.watermark.text !== '' && (
            <div
              className="loam-print-mark"
              aria-hidden="true"
              style={{ backgroundImage: watermarkImage(page.watermark.text, page.watermark.opacity) }}
            />
          )}
          <MarginLine part="head" page={page} onOpen={() => onPart('head')} />
          <div ref={content} className="loam-print-content">
            <EditorSurface editor={draft.editor} />
            {ends.map((end, at) => (
              <div key={end} className="loam-print-end" aria-hidden="true" style={{ top: end }}>
                {host.text('@printDesign.sheetEnd', { number: at + 1 })}
              </div>
            ))}
          </div>
          <MarginLine part="foot" page={page} onOpen={() => onPart('foot')} />
        </div>
      </div>
    </section>
  )
}

/** Pixels of the ruler at the left, and of what is around the sheet. */
const RULER = 20
/** What begins a sheet of its own. */
const BREAKS = '[data-page-break], [style*="page-break-after: always"]'

/** Where sheets end, measured whenever the text grows. */
function useSheetEnds(content: RefObject<HTMLElement | null>, millimetres: number, editor: TemplateEditor) {
  const [measured, setMeasured] = useState(() => sheetEnds(0, [], millimetres * MM))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another editor is another text.
  useEffect(() => {
    const element = content.current
    const text = element?.firstElementChild
    if (!element || !(text instanceof HTMLElement)) return
    const observer = new ResizeObserver(() => {
      const { top, height, width } = text.getBoundingClientRect()
      // What is measured is as it is seen; the sheet is laid out before it is zoomed.
      const seen = width / text.offsetWidth || 1
      const breaks = [...text.querySelectorAll(BREAKS)].map(
        (place) => (place.getBoundingClientRect().bottom - top) / seen,
      )
      const next = sheetEnds(height / seen, breaks, millimetres * MM)
      setMeasured((before) =>
        before.length === next.length && `${before.ends}` === `${next.ends}` ? before : next,
      )
    })
    observer.observe(text)
    return () => observer.disconnect()
  }, [content, millimetres, editor])
  return measured
}
