import { useCallback, useState } from 'react'
import { useFetched } from '../../detail'
import { useHost } from '../../host'
import type { CheckReport } from './answers'

export interface ReleaseCheck {
  /** The last one, also while another is on its way; null: there has been none. */
  readonly report: CheckReport | null
  /** Whether the report is that of what is to be released now. */
  readonly isCurrent: boolean
  readonly error: string | null
  readonly again: () => void
}

interface Checked {
  readonly of: object
  readonly report: CheckReport
}

/**
 * What a release would do, asked anew whenever the draft has moved on.
 * @param draftVersion the draft as it is kept; undefined while steps of it are not: then nothing is asked
 * @param version a version that is to be brought back, instead of the draft
 */
export function useCheck(id: string, draftVersion: number | undefined, version?: number): ReleaseCheck {
  const host = useHost()
  const [of, ask] = useState({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: another draft is checked anew.
  const fetch = useCallback(
    async (signal: AbortSignal): Promise<Checked> => {
      const input = { id, ...(version !== undefined && { version }) }
      const { data } = await host.call('visualDevelopment.checkRelease', input, { signal })
      return { of: fetch, report: data as CheckReport }
    },
    [host, id, version, draftVersion, of],
  )
  const { value, error } = useFetched(draftVersion === undefined ? null : fetch)
  return {
    report: value?.report ?? null,
    isCurrent: draftVersion !== undefined && value?.of === fetch && error === null,
    error,
    again: () => ask({}),
  }
}
