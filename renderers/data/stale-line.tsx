import { IconExclamationCircle } from '@arco-design/web-react/icon'
import { formatDate, startOf } from '@runtime/date'
import { useHost } from '../host'
import './stale-line.css'

export interface Staleness {
  /** Why there is nothing newer; null: nothing failed. */
  readonly failure: string | null
  /** When what is shown was answered, in milliseconds; null: nothing is shown. */
  readonly since: number | null
  /** A newer answer is on its way. */
  readonly isFetching: boolean
}

/** Says quietly that what is shown below could not be made newer, since when it stands, and offers to try again. */
export function StaleLine({
  failure,
  since,
  isFetching,
  onRetry,
}: Staleness & { readonly onRetry: () => void }) {
  const host = useHost()
  if (failure === null || since === null) return null
  const zone = host.timeZone ?? null
  const isToday = startOf(since, 'day', zone) === startOf(host.now(), 'day', zone)
  const time = formatDate(since, isToday ? 'HH:mm:ss' : 'yyyy-MM-dd HH:mm', zone)
  return (
    <div className="loam-stale" role="status">
      <IconExclamationCircle className="loam-stale-mark" />
      <span>{host.text('@view.staleSince', { time, reason: failure })}</span>
      <button type="button" className="loam-stale-retry" disabled={isFetching} onClick={onRetry}>
        {host.text(isFetching ? '@view.refreshing' : '@view.retry')}
      </button>
    </div>
  )
}
