import { type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useHost } from '../host'
import type { Printout } from './printout'

/** CSS pixels that the desk shows around the paper. */
const DESK_EDGE = 16

export interface PaperHandle {
  readonly show: (record: number) => void
  readonly print: (done: () => void) => void
}

/**
 * Sheets on a desk, in a frame that runs no scripts; as wide as paper, or as the desk where that is narrower.
 * `onShown` is told the record that is read as the desk is scrolled.
 */
export function Paper({
  printout,
  title,
  record,
  handle,
  onShown,
}: {
  readonly printout: Printout
  readonly title: string
  /** The record that is read now. */
  readonly record: number
  readonly handle: RefObject<PaperHandle | null>
  readonly onShown: (record: number) => void
}) {
  const host = useHost()
  const desk = useRef<HTMLElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  /** Where the desk was scrolled to for a record: that record it is, wherever the sheets around it are. */
  const sent = useRef<number | null>(null)
  // Until all of its pictures are there and it is known: as long as a sheet for each part.
  const [length, setLength] = useState(printout.height * printout.parts.length)
  const scale = useScale(desk, printout.width)

  const show = (next: number) => {
    const start = startsIn(frame.current, printout)[next]
    if (!desk.current || start === undefined) return
    desk.current.scrollTop = start * scale
    sent.current = desk.current.scrollTop
    onShown(next)
  }
  const print = (done: () => void) => {
    const sheet = frame.current?.contentWindow
    if (sheet) printUnder(sheet, host.text('@print.title'), done)
  }
  useImperativeHandle(handle, () => ({ show, print }))

  const turn = (event: Pick<KeyboardEvent, 'key' | 'preventDefault'>) => {
    const step = { PageUp: -1, PageDown: 1 }[event.key]
    if (step === undefined || printout.starts.length < 2) return
    event.preventDefault()
    show(Math.min(Math.max(record + step, 0), printout.starts.length - 1))
  }
  const turning = useRef(turn)
  turning.current = turn

  const follow = () => {
    const { current } = desk
    if (!current || current.scrollTop === sent.current) return
    sent.current = null
    const rest = current.scrollHeight - current.clientHeight
    // From the desk's top edge at the beginning to its bottom edge at the end: the first and the last record are both reached.
    const line = (current.scrollTop + (current.scrollTop / (rest || 1)) * current.clientHeight) / scale
    const shown = startsIn(frame.current, printout).findLastIndex((start) => start <= line)
    onShown(Math.max(shown, 0))
  }
  return (
    <section
      ref={desk}
      className="loam-print-desk"
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
      tabIndex={0}
      onScroll={follow}
      onKeyDown={turn}
    >
      <div className="loam-print-place" style={{ width: printout.width * scale, height: length * scale }}>
        {/* No scripts; the same origin, so that it can be printed from here. */}
        <iframe
          ref={frame}
          className="loam-print-sheets"
          style={{ width: printout.width, height: length, scale: String(scale) }}
          title={host.text('@print.preview')}
          sandbox="allow-same-origin allow-modals"
          srcDoc={printout.html}
          onLoad={({ currentTarget: { contentDocument, contentWindow } }) => {
            setLength(Math.ceil(contentDocument?.documentElement.getBoundingClientRect().height ?? 0))
            contentWindow?.addEventListener('keydown', (event) => turning.current(event))
          }}
        />
      </div>
    </section>
  )
}

/** Where each record begins, in pixels of the frame. */
function startsIn(frame: HTMLIFrameElement | null, { starts }: Printout): readonly number[] {
  const parts = frame?.contentDocument?.getElementsByClassName('part')
  return starts.map((start) => (parts?.[start] as HTMLElement | undefined)?.offsetTop ?? 0)
}

/** How much smaller than paper the sheets are for all of their width to be seen. */
function useScale(desk: RefObject<HTMLElement | null>, width: number): number {
  const [scale, setScale] = useState(1)
  useEffect(() => {
    const { current } = desk
    if (!current) return
    const measure = () => setScale(Math.min(1, (current.clientWidth - 2 * DESK_EDGE) / width))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [desk, width])
  return scale
}

/** Prints a frame; browsers name the file after the page above, which has the fixed title in the meantime (`spec/administration.md §9`). */
function printUnder(sheet: Window, title: string, done: () => void): void {
  const before = document.title
  sheet.addEventListener(
    'afterprint',
    () => {
      document.title = before
      done()
    },
    { once: true },
  )
  document.title = title
  sheet.focus()
  sheet.print()
}
