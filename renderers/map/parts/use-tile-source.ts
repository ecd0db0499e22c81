import { useQuery } from '@renderers/data'
import { useCallback, useEffect, useState } from 'react'
import type { FieldStore } from '../store/field-store'
import type { TileSource } from '../store/snapshot'
import { useLayoutVersion } from './hooks'

export interface ChosenTiles {
  readonly sources: readonly TileSource[]
  /** Key of the one that is wanted; empty: the plan drawing. */
  readonly chosen: string
  /** Key of the project's own; empty: the plan drawing. */
  readonly own: string
  /** What is drawn; null: the plan, since it is wanted or since the tiles cannot be had. */
  readonly source: TileSource | null
  readonly isFailed: boolean
  choose(key: string): void
  fail(): void
  retry(): void
}

/**
 * Sources of tiles, and the one that is drawn: the project's own at first, else the plan drawing. Where a source fails the plan
 * stands in for it until somebody asks again or the network is back.
 */
export function useTileSource(store: FieldStore): ChosenTiles {
  const { data } = useQuery({ call: 'fieldManagement.tileSources' })
  const [key, setKey] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  useLayoutVersion(store)
  // Without sources there is the plan drawing, which needs none.
  const sources = data?.list ?? []
  const wanted = key ?? store.plan?.tileSource ?? ''
  const found = sources.find((one) => one.key === wanted) ?? null
  const fail = useCallback(() => setFailed(wanted), [wanted])
  const retry = useCallback(() => setFailed(null), [])
  useEffect(() => {
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [retry])
  const isFailed = found !== null && failed === wanted
  const choose = (next: string) => {
    setKey(next)
    setFailed(null)
  }
  return {
    sources,
    chosen: found?.key ?? '',
    own: sources.find((one) => one.key === store.plan?.tileSource)?.key ?? '',
    source: isFailed ? null : found,
    isFailed,
    choose,
    fail,
    retry,
  }
}
