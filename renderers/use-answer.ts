import type { CallAnswer, CallName } from '@services/client'
import { useCallback, useEffect, useState } from 'react'
import { useHost } from './host'

export interface Answered<T> {
  /** What the call answers to this very input; it stays while the same is asked again. */
  readonly data: T | null
  /** Why there is nothing, or nothing newer; null: there is no failure. */
  readonly failure: string | null
  readonly loading: boolean
  readonly again: () => void
}

export interface AnswerOptions {
  /** Another one: asked again, as what is known stays shown. */
  readonly hint?: unknown
  /** Milliseconds after which it is asked again, over and over. */
  readonly pace?: number | null
  /** The last answer stays while another input is asked: the next page of one list, never another thing. */
  readonly keep?: boolean
}

interface Kept<T> {
  readonly asked: string
  readonly value: T
}

/** What a call answers, asked again with every other input; a null input asks nothing. */
export function useAnswer<N extends CallName>(
  name: N,
  input: Readonly<Record<string, unknown>> | null = {},
  { hint, pace, keep = false }: AnswerOptions = {},
): Answered<CallAnswer<N>['data']> {
  const host = useHost()
  const [answer, setAnswer] = useState<Kept<CallAnswer<N>['data']> | null>(null)
  const [failure, setFailure] = useState<Kept<string> | null>(null)
  const [loading, setLoading] = useState(input !== null)
  const [round, setRound] = useState(0)
  const asked = `${name} ${JSON.stringify(input)}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` stands for the call and its input; `hint` and `round` ask again.
  useEffect(() => {
    if (input === null) return setLoading(false)
    const leaving = new AbortController()
    const ask = () =>
      host.call(name, input, { signal: leaving.signal }).then(
        ({ data }) => {
          if (leaving.signal.aborted) return
          setAnswer({ asked, value: data as CallAnswer<N>['data'] })
          setFailure(null)
          setLoading(false)
        },
        (error: unknown) => {
          if (leaving.signal.aborted) return
          setFailure({ asked, value: error instanceof Error ? error.message : String(error) })
          setLoading(false)
        },
      )
    setLoading(true)
    void ask()
    const timer = pace ? setInterval(ask, pace) : undefined
    return () => {
      leaving.abort()
      clearInterval(timer)
    }
  }, [host, asked, hint, pace, round])
  const again = useCallback(() => {
    setFailure(null)
    setRound((known) => known + 1)
  }, [])
  const isOf = (kept: Kept<unknown> | null) =>
    kept !== null && (kept.asked === asked || (keep && input !== null))
  return {
    data: answer && isOf(answer) ? answer.value : null,
    failure: failure?.asked === asked ? failure.value : null,
    loading,
    again,
  }
}
