import type { DocumentProblem } from '@runtime/document'
import { useEffect, useRef, useState } from 'react'
import { useHost } from '../host'
import type { DrawnKind } from './live-document'

export interface Checked {
  /** The text that was checked; a newer one may be on its way. */
  readonly text: string
  /** As it is drawn; null: it is not sound. */
  readonly content: unknown
  readonly problems: readonly DocumentProblem[]
  /** It could not be checked. */
  readonly failure: string | null
}

type Answer = Pick<Checked, 'content' | 'problems'>

/** What the check says of a text that is being written: one question at a time, the last text always. */
export function useChecked(
  kind: DrawnKind,
  text: string,
  onChecked: (checked: Checked) => void,
): Checked | null {
  const host = useHost()
  const [checked, setChecked] = useState<Checked | null>(null)
  const latest = useRef({ kind, text, onChecked })
  latest.current = { kind, text, onChecked }
  const isAsking = useRef(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again with every other text or kind.
  useEffect(() => {
    if (isAsking.current) return
    const ask = async () => {
      const { kind: requested, text: written } = latest.current
      let found: Checked
      try {
        const { data } = await host.call('documents.check', { kind: requested, text: written })
        found = { ...(data as Answer), text: written, failure: null }
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error)
        found = { text: written, content: null, problems: [], failure }
      }
      if (isGone.current) return
      setChecked(found)
      latest.current.onChecked(found)
      if (latest.current.text !== written || latest.current.kind !== requested) await ask()
    }
    isAsking.current = true
    void ask().finally(() => {
      isAsking.current = false
    })
  }, [host, text, kind])
  return checked
}
