import type { SlotBox } from '@runtime/design/place'
import type { DesignSession } from '@runtime/design/session'
import type { FormPlan } from '@runtime/form/plan'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type ChosenBox, chosenBoxes, chosenIn, measure } from './boxes'

interface Measured {
  readonly plan: FormPlan | null
  readonly from: number
  readonly to: number
  readonly boxes: SlotBox | null
}

export interface Boxes {
  /** Those near what is seen now, measured where that is necessary. */
  read(): SlotBox | null
  /** Those of what is chosen; undefined while something moves, of which `onMoved` tells. */
  chosen(): readonly ChosenBox[] | undefined
  /** Something is drawn elsewhere than before. */
  moved(): void
  /** Called when something has moved and is drawn. Answers what ends it. */
  onMoved(listener: () => void): () => void
}

/** The boxes of a drawn form: read when asked for, a screen above and below what is seen, and kept while nothing moves. */
export function useBoxes(
  session: DesignSession,
  scroller: RefObject<HTMLElement | null>,
  sheet: RefObject<HTMLElement | null>,
): Boxes {
  const known = useRef<Measured | null>(null)
  const frame = useRef(0)
  const [listeners] = useState(() => new Set<() => void>())

  const read = useCallback((): SlotBox | null => {
    const [view, place] = [scroller.current, sheet.current]
    if (!view || !place) return null
    const top = view.getBoundingClientRect().top - place.getBoundingClientRect().top
    const height = view.clientHeight
    const last = known.current
    const { plan } = session
    if (last && last.plan === plan && last.from <= top && last.to >= top + height) return last.boxes
    const [from, to] = [top - height, top + 2 * height]
    known.current = { plan, from, to, boxes: measure({ sheet: place, session, from, to }) }
    return known.current.boxes
  }, [session, scroller, sheet])

  const chosen = useCallback((): readonly ChosenBox[] | undefined => {
    const last = known.current
    if (frame.current) return undefined
    if (last?.boxes && last.plan === session.plan) return chosenIn(last.boxes, session)
    return sheet.current ? chosenBoxes(sheet.current, session) : []
  }, [session, sheet])

  const moved = useCallback(() => {
    known.current = null
    // The form draws first; what shows its boxes follows in the next frame.
    frame.current ||= requestAnimationFrame(() => {
      frame.current = 0
      known.current = null
      for (const listener of listeners) listener()
    })
  }, [listeners])

  const onMoved = useCallback(
    (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    [listeners],
  )

  useEffect(() => {
    let { plan } = session
    // What is chosen moves nothing.
    return session.subscribe(() => {
      if (session.plan === plan) return
      plan = session.plan
      moved()
    })
  }, [session, moved])

  useEffect(() => {
    const place = sheet.current
    if (!place) return
    const observer = new ResizeObserver(moved)
    observer.observe(place)
    // The form itself may come anew in it; the sheet is at least as high as the screen.
    for (const inside of place.children) observer.observe(inside)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame.current)
      frame.current = 0
    }
  }, [sheet, moved])

  return useMemo(() => ({ read, chosen, moved, onMoved }), [read, chosen, moved, onMoved])
}
