import { useHost } from '@renderers/host'
import type { Feed } from '../store/feed'
import { useFeedStatus } from './hooks'
import { clockText } from './words'

/** How far the map can be believed: live, or as of when. */
export function StatusChip({ feed }: { readonly feed: Feed }) {
  const host = useHost()
  const status = useFeedStatus(feed)
  const time = status.asOf === null ? '' : clockText(host, status.asOf)
  const words =
    status.phase === 'failed' && status.asOf === null
      ? host.text('@map.failedEmpty')
      : host.text(`@map.${status.phase}`, { time })
  return (
    <div className="loam-map-status" data-phase={status.phase} role="status">
      <span className="loam-map-dot" aria-hidden="true" />
      <span>{words}</span>
      {status.phase === 'failed' && (
        <button type="button" className="loam-map-link" onClick={feed.refresh} title={status.message}>
          {host.text('@map.retry')}
        </button>
      )}
    </div>
  )
}
