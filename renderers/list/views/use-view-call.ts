import { dataOf } from '@runtime/data'
import { CallError, type CallResult } from '@runtime/host'
import type { CallName } from '@services/client'
import { useState } from 'react'
import { useHost } from '../../host'
import { TOAST } from '../record-reading'
import { VIEW_TAGS } from './view-content'

export interface ViewCall {
  readonly isBusy: boolean
  /** Why the last one was refused. */
  readonly fault: string | null
  forget(): void
  /** Changes views; null where that was refused, which is said. What is shown of them is asked for again either way. */
  run(
    name: Extract<CallName, `listView.${string}`>,
    input: Readonly<Record<string, unknown>>,
  ): Promise<CallResult | null>
}

/** A change of views, one at a time. */
export function useViewCall(): ViewCall {
  const host = useHost()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  return {
    isBusy,
    fault,
    forget: () => setFault(null),
    async run(name, input) {
      if (isBusy) return null
      setBusy(true)
      setFault(null)
      try {
        const answer = await host.call(name, input)
        host.toast('success', answer.msg, TOAST)
        return answer
      } catch (problem) {
        setFault(problem instanceof CallError ? problem.message : host.text('@view.loadFailed'))
        return null
      } finally {
        setBusy(false)
        dataOf(host).invalidate(VIEW_TAGS)
      }
    },
  }
}
