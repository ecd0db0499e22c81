import type { Host } from '@runtime/host'
import { createContext, useContext, useEffect, useRef } from 'react'
import { useHost } from './host'
import { useLastingEffect } from './kept-view'

/** The address (path) of the view that something is drawn in; empty outside of any. */
export const ViewPath = createContext('')

/** A place in which something may have been typed that is not saved. */
interface TypedPlace {
  readonly view: string
  readonly isDirty: () => boolean
}

const places = new Set<TypedPlace>()

/**
 * Makes known that something is typed here which would be lost with the place: whatever leads away from it asks first, the
 * closing and reloading of the page by the browser's own question. Also while its view is hidden.
 */
export function useUnsaved(isDirty: () => boolean): void {
  const { isTrial } = useHost()
  const view = useContext(ViewPath)
  const latest = useRef(isDirty)
  useEffect(() => {
    latest.current = () => !isTrial && isDirty()
  })
  useLastingEffect(view, () => {
    const place = { view, isDirty: () => latest.current() }
    if (places.size === 0) addEventListener('beforeunload', ask)
    places.add(place)
    return () => {
      places.delete(place)
      if (places.size === 0) removeEventListener('beforeunload', ask)
    }
  })
}

/** Whether something typed would be lost with the views that `goes` names; default: with all there is. */
export function isUnsaved(goes: (view: string) => boolean = () => true): boolean {
  return [...places].some(({ view, isDirty }) => goes(view) && isDirty())
}

/** Whether what is typed may be left: asks when something would be lost. */
export async function mayLeave(
  isDirty: boolean,
  host: Pick<Host, 'confirm' | 'text' | 'isTrial'>,
): Promise<boolean> {
  if (!isDirty || host.isTrial) return true
  return host.confirm({
    text: host.text('@view.leaveChanges'),
    title: host.text('@view.leaveTitle'),
    danger: true,
  })
}

function ask(event: BeforeUnloadEvent): void {
  if (isUnsaved()) event.preventDefault()
}
