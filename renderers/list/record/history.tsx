import { Button } from '@arco-design/web-react'
import { formatDate } from '@runtime/date'
import type { CallAnswer } from '@services/client'
import { useCallback } from 'react'
import { useHost } from '../../host'
import { FailedPlace, SkeletonRows } from '../notices'
import { type OlderPage, useOlder } from './use-older'

type Change = CallAnswer<'onlineDevelopment.history'>['data']['list'][number]

const MOMENT = 'yyyy-MM-dd HH:mm:ss'

/** Who changed a record, when, from what to what; the newest first, older ones as they are asked for. */
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
    async (before: string | undefined, signal: AbortSignal) => {
      const input = { modelId, menuId, id, ...(before !== undefined && { before }) }
      return (await host.call('onlineDevelopment.history', input, { signal })).data as OlderPage<Change>
    },
    [host, modelId, menuId, id, round],
  )
  const { items, hasMore, loading, error, more } = useOlder(fetch)
  return (
    <section
      className="loam-record-history"
      data-section={host.text('@record.history')}
      aria-label={host.text('@record.history')}
    >
      <h2>{host.text('@record.history')}</h2>
      {items === null && error === null && <SkeletonRows />}
      {items?.length === 0 && <p className="loam-record-none">{host.text('@record.noHistory')}</p>}
      {items !== null && items.length > 0 && (
        <ol>
          {items.map((change) => (
            <li key={change.id}>
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
      )}
      {error !== null && <FailedPlace message={error} onRetry={more} />}
      {hasMore && error === null && (
        <Button size="small" loading={loading} onClick={more}>
          {host.text('@record.moreHistory')}
        </Button>
      )}
    </section>
  )
}
