import type { Host } from '@runtime/host'
import type { Named, NameSource } from '@runtime/widget/named'
import { useEffect, useReducer } from 'react'

/**
 * The names of ids, as they become known; all that is asked for in one turn of the whole page is one request.
 * `undefined` while unknown, `null` for what does not exist.
 */
export function useNamed(
  host: Host,
  source: NameSource | null,
  ids: readonly string[],
): (id: string) => Named | null | undefined {
  const [, again] = useReducer((round: number) => round + 1, 0)
  const { names } = host
  const wanted = JSON.stringify([source, ids])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` says what the source and the ids are.
  useEffect(() => {
    if (!names || !source || ids.length === 0) return
    const leave = names.subscribe(again)
    // A failed request leaves the ids as they are; the next asking tries again.
    names.load(source, ids).catch(() => undefined)
    return leave
  }, [names, wanted])
  return (id) => (source ? names?.lookup(source, id) : undefined)
}
