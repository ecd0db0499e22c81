import { useHost } from '@renderers/host'
import type { CallAnswer } from '@services/client'
import { useEffect, useState } from 'react'

export type Verdict = CallAnswer<'fieldManagement.isControlThreeWayBallValve'>['data']

/** How often what speaks against a valve is asked for anew. */
const PACE = 5_000

/**
 * Whether a valve may be set so now, by the server's rules; null while that is not known. It is a help before the press: the
 * server checks every command again.
 */
export function useVerdict(
  deviceId: string,
  openDirection: number,
  gatage: number,
  hint: unknown,
): Verdict | null {
  const host = useHost()
  const [answered, setAnswered] = useState<{ readonly of: string; readonly verdict: Verdict } | null>(null)
  const of = `${deviceId} ${openDirection} ${gatage}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a frame says is a reason to ask.
  useEffect(() => {
    const leaving = new AbortController()
    const fetchVerdict = () =>
      host
        .call(
          'fieldManagement.isControlThreeWayBallValve',
          { deviceId, openDirection, gatage },
          { signal: leaving.signal },
        )
        .then(
          ({ data }) => !leaving.signal.aborted && setAnswered({ of, verdict: data as Verdict }),
          // What was checked before may not hold any more.
          () => !leaving.signal.aborted && setAnswered(null),
        )
    void fetchVerdict()
    const timer = setInterval(fetchVerdict, PACE)
    return () => {
      leaving.abort()
      clearInterval(timer)
    }
  }, [host, of, hint])
  return answered?.of === of ? answered.verdict : null
}
