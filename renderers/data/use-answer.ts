import type { CallAnswer, CallName } from '@services/client'
import { useEffect, useRef } from 'react'
import { useQuery } from './use-query'

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
  /** What the answer is about: asked again when something says that this has changed. */
  readonly tags?: readonly string[]
  /** Milliseconds after which it is asked again, over and over. */
  readonly pace?: number | null
  /** The last answer stays while another input is asked: the next page of one list, never another thing. */
  readonly keep?: boolean
}

/** What a call answers, asked again with every other input; a null input asks nothing. */
export function useAnswer<N extends CallName>(
  name: N,
  input: Readonly<Record<string, unknown>> | null = {},
  { hint, tags = [], pace, keep = false }: AnswerOptions = {},
): Answered<CallAnswer<N>['data']> {
  type Data = CallAnswer<N>['data']
  const query = input && { call: name, input, tags }
  const { data, error, isFetching, again } = useQuery<Data>(query, { every: pace || undefined, keep })
  const known = useRef(hint)
  useEffect(() => {
    if (known.current !== hint) again()
    known.current = hint
  }, [hint, again])
  return {
    data: input === null ? null : (data ?? null),
    failure: error?.message ?? null,
    loading: input !== null && (isFetching || (data === undefined && error === null)),
    again,
  }
}
