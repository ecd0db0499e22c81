import { useHost } from '@renderers/host'
import { formatDate } from '@runtime/date'

/** Milliseconds of silence after which the time is told again. */
const SILENCE = 5 * 60_000

/** When something was said, where that is not said just above. */
export function TimeLine({ time, after }: { readonly time: number; readonly after: number | undefined }) {
  const host = useHost()
  if (after !== undefined && time - after < SILENCE) return null
  const zone = host.timeZone ?? null
  const day = formatDate(time, 'yyyy-MM-dd', zone)
  const isToday = day === formatDate(host.now(), 'yyyy-MM-dd', zone)
  return (
    <time className="loam-chat-time" dateTime={new Date(time).toISOString()}>
      {formatDate(time, isToday ? 'HH:mm' : 'yyyy-MM-dd HH:mm', zone)}
    </time>
  )
}
