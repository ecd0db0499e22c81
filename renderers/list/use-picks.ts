import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { childrenOf } from './flat-rows'
import { idOf, type ListQuery, type Row } from './source'

export interface Picks {
  readonly ids: ReadonlySet<string>
  readonly rows: readonly Row[]
  set(ids: readonly string[], on: boolean): void
  clear(): void
}

/**
 * Selected rows; they stay selected over pages, and are known as rows once they have been seen. One that is gone when the
 * same is asked again (deleted, by whomever) is selected no more.
 */
export function usePicks(
  loaded: readonly Row[],
  query: ListQuery,
  selection: ((rows: readonly Row[]) => void) | undefined,
): Picks {
  const [picked, setPicked] = useState<ReadonlyMap<string, Row>>(new Map())
  const put = useCallback(
    (next: ReadonlyMap<string, Row>) => {
      setPicked(next)
      selection?.([...next.values()])
    },
    [selection],
  )
  const shown = useRef({ loaded, query })
  useEffect(() => {
    const before = shown.current
    if (before.loaded === loaded) return
    shown.current = { loaded, query }
    if (before.query !== query || picked.size === 0) return
    const present = new Set(everyRow(loaded).map(idOf))
    const gone = everyRow(before.loaded)
      .map(idOf)
      .filter((id) => picked.has(id) && !present.has(id))
    if (gone.length > 0) put(new Map([...picked].filter(([id]) => !gone.includes(id))))
  }, [loaded, query, picked, put])
  const set = useCallback(
    (ids: readonly string[], on: boolean) => {
      const seen = new Map(everyRow(loaded).map((row) => [idOf(row), row]))
      const next = new Map(picked)
      for (const id of ids) {
        const row = seen.get(id)
        if (on && row) next.set(id, row)
        else next.delete(id)
      }
      put(next)
    },
    [loaded, picked, put],
  )
  const clear = useCallback(() => put(new Map()), [put])
  return useMemo(
    () => ({ ids: new Set(picked.keys()), rows: [...picked.values()], set, clear }),
    [picked, set, clear],
  )
}

function everyRow(rows: readonly Row[]): readonly Row[] {
  return rows.flatMap((row) => [row, ...everyRow(childrenOf(row))])
}
