import { useHost } from '@renderers/host'
import type { CallAnswer } from '@services/client'
import { useEffect, useState } from 'react'
import type { Pick } from './picks'

export type Check = CallAnswer<'fieldManagement.checkLgz'>['data']

/** Milliseconds after the last tap: several outlets are chosen one after the other. */
const SETTLED = 200

/**
 * What the chosen outlets would do to the pipes, by the server's rules and the project's own limits; null while that is not
 * known. It is a help while choosing: the server checks again when the group is saved.
 */
export function useCheck(projectId: string, picks: readonly Pick[]): Check | null {
  const host = useHost()
  const [known, setKnown] = useState<{ readonly picks: readonly Pick[]; readonly check: Check } | null>(null)
  useEffect(() => {
    if (picks.length === 0) return
    const leaving = new AbortController()
    const nodes = picks.map(({ valveId, nodeId, direction }) => ({
      nodeId,
      twbDeviceId: valveId,
      openDirection: direction,
    }))
    const timer = setTimeout(() => {
      host.call('fieldManagement.checkLgz', { projectId, nodes }, { signal: leaving.signal }).then(
        ({ data }) => !leaving.signal.aborted && setKnown({ picks, check: data as Check }),
        // What was found of other outlets is nothing of these.
        () => !leaving.signal.aborted && setKnown(null),
      )
    }, SETTLED)
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [host, projectId, picks])
  return known?.picks === picks ? known.check : null
}
