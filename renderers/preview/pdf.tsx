import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  VerbosityLevel,
} from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { CMaps, StandardFonts } from './pdf-assets'
import { useLoaded } from './use-loaded'
import { type ViewerProps, Waiting } from './viewer'

GlobalWorkerOptions.workerSrc = workerUrl

/** Widest a page is drawn, in pixels of the screen's layout. */
const WIDEST = 1000
/** Pages are drawn from this many pixels before they come into view. */
const AHEAD = '600px 0px'

/** A PDF, page below page; a page is drawn when it comes into view, and let go when it is far. */
export function PdfViewer({ shown, host, bytes }: ViewerProps) {
  const place = useRef<HTMLElement>(null)
  const pdf = useLoaded(async (signal) => {
    const task = getDocument({
      data: new Uint8Array(await (await bytes()).arrayBuffer()),
      isEvalSupported: false,
      enableXfa: false,
      // A font that is missing is drawn by another; that is nobody's error.
      verbosity: VerbosityLevel.ERRORS,
      useWorkerFetch: false,
      useWasm: false,
      CMapReaderFactory: CMaps,
      StandardFontDataFactory: StandardFonts,
    })
    signal.addEventListener('abort', () => void task.destroy())
    const document = await task.promise
    return { document, first: await document.getPage(1) }
  }, shown)
  const width = useWidth(place)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section ref={place} className="loam-preview-pdf" tabIndex={0} aria-label={shown.name}>
      {pdf === null || width === 0 ? (
        <Waiting host={host} />
      ) : (
        Array.from({ length: pdf.document.numPages }, (_, index) => (
          <Page
            // biome-ignore lint/suspicious/noArrayIndexKey: pages are their numbers.
            key={index}
            document={pdf.document}
            number={index + 1}
            like={pdf.first}
            width={Math.min(width, WIDEST)}
            label={host.text('@preview.page', { number: index + 1, of: pdf.document.numPages })}
          />
        ))
      )}
    </section>
  )
}

interface PageProps {
  readonly document: PDFDocumentProxy
  readonly number: number
  /** The first page, whose shape stands for this one's until it is known. */
  readonly like: PDFPageProxy
  readonly width: number
  readonly label: string
}

function Page({ document, number, like, width, label }: PageProps) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const near = useNear(frame)
  const [page, setPage] = useState<PDFPageProxy | null>(null)
  useEffect(() => {
    if (near && !page) document.getPage(number).then(setPage, () => undefined)
  }, [near, page, document, number])
  useEffect(() => {
    const target = canvas.current
    if (!near || !page || !target) return
    const scale = width / page.getViewport({ scale: 1 }).width
    const viewport = page.getViewport({ scale: scale * Math.min(devicePixelRatio, 2) })
    target.width = Math.floor(viewport.width)
    target.height = Math.floor(viewport.height)
    const task = page.render({ canvas: target, viewport })
    // Drawing that is called off ends as a refusal.
    task.promise.catch(() => undefined)
    return () => task.cancel()
  }, [near, page, width])
  const { width: w, height: h } = (page ?? like).getViewport({ scale: 1 })
  return (
    <div ref={frame} className="loam-preview-page" style={{ width, height: (width * h) / w }}>
      {near && <canvas ref={canvas} role="img" aria-label={label} />}
    </div>
  )
}

function useNear(element: { readonly current: Element | null }): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    const { current } = element
    if (!current) return
    const watch = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: AHEAD,
    })
    watch.observe(current)
    return () => watch.disconnect()
  }, [element])
  return near
}

/** The width inside an element's padding, as it changes. */
function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const { current } = element
    if (!current) return
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    watch.observe(current)
    return () => watch.disconnect()
  }, [element])
  return width
}
