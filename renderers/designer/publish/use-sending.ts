import { dataOf } from '@runtime/data'
import { CallError, type CallResult } from '@runtime/host'
import { useState } from 'react'
import { useHost } from '../../host'
import { usePageServices } from '../../page/services'

interface Sending {
  readonly isSending: boolean
  /** Why the last one was refused; null: it was not, or there was none. */
  readonly refusal: string | null
  /** Answers whether it was done; what was refused is told to `onRefused`. */
  send(call: () => Promise<CallResult>): Promise<boolean>
}

/** Milliseconds for which it is said that something was done. */
const SAID = 1500

/** Makes a change of what is released, and lets those know who show it: menus, and lists of models. */
export function useSending(onRefused: (error: CallError) => void): Sending {
  const host = useHost()
  const services = usePageServices()
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  return {
    ...{ isSending, refusal },
    async send(call) {
      setSending(true)
      setRefusal(null)
      try {
        const { msg } = await call()
        host.toast('success', msg, SAID)
        services.emit('menu.changed')
        dataOf(host).invalidate(['models'])
        return true
      } catch (error) {
        setRefusal(error instanceof Error ? error.message : String(error))
        if (error instanceof CallError) onRefused(error)
        return false
      } finally {
        setSending(false)
      }
    },
  }
}
