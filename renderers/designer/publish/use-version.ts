import { useCallback } from 'react'
import { type Fetched, useFetched } from '../../detail'
import { useHost } from '../../host'
import type { Version } from './answers'

/** A released version with its documents; undefined: none is wanted. */
export function useVersion(id: string, version: number | undefined): Fetched<Version> {
  const host = useHost()
  const fetch = useCallback(
    async (signal: AbortSignal) =>
      (await host.call('visualDevelopment.version', { id, version }, { signal })).data as Version,
    [host, id, version],
  )
  const fetched = useFetched(version === undefined ? null : fetch)
  // That of another one is not shown in its place meanwhile.
  const value = fetched.value?.version === version ? fetched.value : null
  return { ...fetched, value }
}
