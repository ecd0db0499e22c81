import { type RefObject, useLayoutEffect, useState } from 'react'

/** Heights in pixels of what stands in a month (`board.css`): the names of the weekdays, a date, an entry, what stands for more. */
const HEIGHT = { names: 24, date: 29, entry: 21.7, more: 22 }
/** Where there is less room a week grows, and the board scrolls. */
const AT_LEAST = 2

/**
 * Entries that a day of a month has room for. The library would find out by drawing all of them: of a full month that takes
 * as long again as everything else.
 *
 * @param weeks that are shown
 */
export function useFit(board: RefObject<HTMLElement | null>, weeks: number): number {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const box = board.current
    if (!box) return
    setHeight(box.clientHeight)
    const watch = new ResizeObserver(() => setHeight(box.clientHeight))
    watch.observe(box)
    return () => watch.disconnect()
  }, [board])
  const room = (height - HEIGHT.names) / weeks - HEIGHT.date - HEIGHT.more
  return Math.max(AT_LEAST, Math.floor(room / HEIGHT.entry))
}
