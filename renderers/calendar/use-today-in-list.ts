import { type RefObject, useEffect, useRef } from 'react'
import type { Day } from '../page/calendar-days'

/**
 * A list of a month begins with what is over: it is moved on to today, or to the next day that has anything. Where more entries
 * come it is moved again, until somebody has scrolled. A list of other months stands at its beginning.
 *
 * @param shown which month is listed; null while there is no list, or nothing in it yet
 * @param entries what is in it
 */
export function useTodayInList(
  board: RefObject<HTMLElement | null>,
  {
    shown,
    entries,
    today,
  }: { readonly shown: string | null; readonly entries: unknown; readonly today: Day },
): void {
  const moved = useRef<{ readonly shown: string; readonly top: number } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries stand elsewhere.
  useEffect(() => {
    if (shown === null) return
    const frame = requestAnimationFrame(() => {
      const heads = [...(board.current?.querySelectorAll<HTMLElement>('[data-date]') ?? [])]
      const next = heads.find(({ dataset }) => (dataset['date'] ?? '') >= today)
      const scroller = next && next !== heads[0] ? scrollerOf(next) : null
      if (!next || !scroller) return
      const before = moved.current
      if (before?.shown === shown && Math.abs(before.top - scroller.scrollTop) > 1) return
      scroller.scrollTop += next.getBoundingClientRect().top - scroller.getBoundingClientRect().top
      moved.current = { shown, top: scroller.scrollTop }
    })
    return () => cancelAnimationFrame(frame)
  }, [board, shown, entries, today])
}

function scrollerOf(inside: HTMLElement): HTMLElement | null {
  for (let one = inside.parentElement; one; one = one.parentElement)
    if (one.scrollHeight > one.clientHeight && getComputedStyle(one).overflowY !== 'visible') return one
  return null
}
