import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import type { WidthStore } from './widths'

/** A person's own column widths: followed while dragged, kept when let go. */
export function useColumnWidths(store: WidthStore, key: string) {
  const [own, setOwn] = useState(() => store.read(key))
  const resize = useCallback(
    (column: string, width: number, done: boolean) => {
      setOwn((widths) => {
        const next = { ...widths, [column]: width }
        if (done) store.write(key, next)
        return next
      })
    },
    [store, key],
  )
  return { own, resize }
}

/** The inner width of an element in pixels, followed as it changes; 0 until it is measured. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    setWidth(measured.clientWidth)
    const observer = new ResizeObserver(() => setWidth(measured.clientWidth))
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return width
}
