import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useEffect, useState } from 'react'
import { whenIdle } from '../../idle'
import type { WaitingSavesProps } from './waiting-saves'

const WaitingSaves = lazy(async () => (await import('./waiting-saves')).WaitingSaves)

/** What waits is told once the rows stand. */
export function WaitingPlace(props: WaitingSavesProps) {
  const [isDue, setDue] = useState(false)
  useEffect(() => whenIdle(() => setDue(true)), [])
  if (!isDue) return null
  return (
    <LazyFallback shown={null}>
      <WaitingSaves {...props} />
    </LazyFallback>
  )
}
