import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLiveState } from '../live'

/** Milliseconds that a lost connection may take to come back before anybody is told: most do. */
const GRACE = 4_000

/**
 * Whether the server can be reached, as far as this window knows: the network of the device, and the connection by which the
 * server speaks, once there has been one.
 */
export function useConnected(): boolean {
  const state = useLiveState()
  const hasNetwork = useSyncExternalStore(onNetwork, () => navigator.onLine)
  const wasOpen = useRef(false)
  if (state === 'open') wasOpen.current = true
  // Ended for good is not lost.
  if (state === 'closed') wasOpen.current = false
  const isLost = wasOpen.current && state !== 'open'
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    if (!isLost) {
      setGone(false)
      return undefined
    }
    const timer = setTimeout(() => setGone(true), GRACE)
    return () => clearTimeout(timer)
  }, [isLost])
  return hasNetwork && !(isGone && isLost)
}

function onNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
