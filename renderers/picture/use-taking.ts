import { useState } from 'react'
import { useHost } from '../host'

/**
 * Hands what a dialog has made to whoever opened it. The dialog closes when that has gone through; else it stays, what was
 * made is kept, and the reason is told.
 */
export function useTaking<Made>(take: (made: Made) => Promise<void>, onClose: () => void) {
  const host = useHost()
  const [busy, setBusy] = useState(false)
  const hand = async (make: () => Made | Promise<Made>) => {
    setBusy(true)
    try {
      await take(await make())
      onClose()
    } catch (error) {
      host.toast('error', (error as Error).message)
      setBusy(false)
    }
  }
  return { busy, hand }
}
