import { type RefObject, useLayoutEffect, useState } from 'react'

/** Pixels that are left free beside what is fitted. */
const AROUND = 32
const RANGE = { min: 0.25, max: 1.5 } as const

/** The zoom at which something so many pixels wide has room in a place, kept as the place changes its size. */
export function useFit(place: RefObject<HTMLElement | null>, width: number): number {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    setRoom(element.clientWidth)
    const observer = new ResizeObserver(() => setRoom(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  if (room === 0) return 1
  // In whole per cent: a scroll bar that comes and goes must not make it tremble.
  const zoom = Math.floor(((room - AROUND) / width) * 100) / 100
  return Math.min(RANGE.max, Math.max(RANGE.min, zoom))
}
