import { formatDate } from '@runtime/date'
import type { CallAnswer } from '@services/client'
import { useCallback } from 'react'
import { useFetched } from '../detail'
import { useHost } from '../host'
import { FailedPlace, SkeletonRows } from './notices'

type Change = CallAnswer<'onlineDevelopment.history'>['data']['list'][number]

const MOMENT = 'yyyy-MM-dd HH:mm:ss'

/** Who changed a record, when, from what to what; the newest first. */
export function RecordHistory({
  modelId,
  menuId,
  id,
  round,
}: {
  readonly modelId: string
  readonly menuId: string
  readonly id: string
  /** Raised where the record has been saved. */
  readonly round: number
}) {
  const host = useHost()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` reads it again.
  const fetch = useCallback(
    async (signal: AbortSignal) =>
      (await host.call('onlineDevelopment.history', { modelId, menuId, id }, { signal })).data as {
        readonly list: readonly Change[]
      },
    [host, modelId, menuId, id, round],
  )
  const { value, error, retry } = useFetched(fetch)
  return (
    <section className="loam-record-history" aria-label={host.text('@record.history')}>
      <h2>{host.text('@record.history')}</h2>
      {error !== null && <FailedPlace message={error} onRetry={retry} />}
      {error === null && value === null && <SkeletonRows />}
      <ol>
        {value?.list.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what has happened does not move.
          <li key={index}>
            <p>
              <strong>{change.userName}</strong> {host.text(`@record.act.${change.act}`)}
              <time dateTime={new Date(change.at).toISOString()}>
                {formatDate(change.at, MOMENT, host.timeZone ?? null)}
              </time>
            </p>
            {change.fields.length > 0 && (
              <ul>
                {change.fields.map(({ path, label, before, after }) => (
                  <li key={path}>
                    {host.text('@record.changed', {
                      label,
                      before: before || host.text('@view.notFilled'),
                      after: after || host.text('@view.notFilled'),
                    })}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
