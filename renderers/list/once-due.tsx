import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { whenIdle } from '../idle'

/** Milliseconds after which it is fetched however busy the browser is. */
const PATIENCE = 500

/**
 * A part of a list that is fetched once it is due, when the rows stand; from then on it is drawn at once. Until it is
 * there what is given stands in its place.
 */
export function onceDue<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<{ readonly isDue: boolean; readonly stand: ReactNode; readonly props: Props }> {
  let isFetched = false
  const Part = lazy(async () => {
    const part = await load()
    isFetched = true
    return part
  })
  return ({ isDue, stand, props }) => {
    const [isDrawn, setDrawn] = useState(isFetched)
    // The rows are painted first.
    useEffect(() => {
      if (isDue) whenIdle(() => setDrawn(true), PATIENCE)
    }, [isDue])
    if (!isDrawn) return stand
    return (
      <LazyFallback shown={stand}>
        <Part {...props} />
      </LazyFallback>
    )
  }
}
