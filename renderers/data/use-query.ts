import { type Answer, type DataQuery, dataOf, type WatchOptions } from '@runtime/data'
import type { CallAnswer } from '@services/client'
import { useWatched } from '@widgets/shared/use-watched'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useHost } from '../host'

/** A call with its input; the name of one of Loam's own calls says what its answer is. */
export interface CallQuery<N extends string> extends Omit<DataQuery, 'call' | 'input'> {
  readonly call: N
  readonly input?: DataQuery['input']
}

export interface QueryOptions extends WatchOptions {
  /** Another one: requested again, as what is known stays shown. */
  readonly hint?: unknown
}

export interface QueryResult<T> extends Omit<Answer<T>, 'data'> {
  /** What the call answers to this very input; it stays while the same is requested again. Null: there is nothing yet. */
  readonly data: T | null
  /** Requests anew, whatever is known. */
  readonly again: () => void
}

const NO_INPUT = {}

/** What is known of a query, as long as it is drawn; null: there is none. Another query is requested as soon as it is drawn. */
export function useQuery<N extends string, T = CallAnswer<N>['data']>(
  query: CallQuery<N> | null,
  { hint, ...options }: QueryOptions = {},
): QueryResult<T> {
  const host = useHost()
  const cache = dataOf(host)
  const text = JSON.stringify(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` stands for the query.
  const whole = useMemo<DataQuery | null>(() => query && { ...query, input: query.input ?? NO_INPUT }, [text])
  const { answer, watch } = useWatched<T>(cache, whole, options)
  const { data, ...rest } = answer
  const again = useCallback(() => void watch.again(), [watch])
  const known = useRef(hint)
  useEffect(() => {
    if (known.current !== hint) again()
    known.current = hint
  }, [hint, again])
  return { ...rest, data: whole === null ? null : (data ?? null), again }
}
