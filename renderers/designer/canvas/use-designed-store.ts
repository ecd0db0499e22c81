import type { DesignSession } from '@runtime/design/session'
import { createFormStore } from '@runtime/form'
import type { FormStore } from '@runtime/form/store.types'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { revealPlace } from '../../form/focus'
import { useHost } from '../../host'
import { placeOf } from './boxes'

/** The form's store: made once, then it takes each plan as the model's steps make it. */
export function useDesignedStore(session: DesignSession): FormStore | null {
  const host = useHost()
  const made = useRef<FormStore | null>(null)
  const [, draw] = useState(0)
  if (!made.current && session.plan) made.current = createFormStore(session.plan, host)
  useEffect(
    () =>
      session.subscribe(() => {
        const { plan } = session
        if (!plan) return
        if (!made.current) draw((count) => count + 1)
        else if (made.current.plan !== plan) made.current.adopt(plan)
      }),
    [session],
  )
  return made.current
}

/** What is chosen elsewhere, in the outline, comes into view. */
export function useRevealed(
  session: DesignSession,
  store: FormStore | null,
  sheet: RefObject<HTMLElement | null>,
  own: { readonly current: unknown },
  moved: () => void,
): void {
  const { nodes } = session.selection
  const last = nodes.at(-1)
  useEffect(() => {
    const { plan } = session
    if (!last || !plan || !store || own.current === nodes) return
    const known = placeOf(plan, last)
    openPlace(store, known, moved)
    const frame = requestAnimationFrame(() => {
      const name = CSS.escape(known ?? '')
      sheet.current
        ?.querySelector(`[data-node="${name}"], [data-path="${name}"], [data-slot="${name}"]`)
        ?.scrollIntoView({ block: 'nearest' })
      // What was far is laid out only now.
      moved()
    })
    return () => cancelAnimationFrame(frame)
  }, [session, store, sheet, own, moved, nodes, last])
}

/** Opens the panes around what the drawn form knows by this name. */
export function openPlace(store: FormStore, known: string | undefined, moved: () => void): void {
  if (known === undefined) return
  revealPlace(store, known)
  moved()
}
