import { formatDate } from '@runtime/date'
import { lazy } from '../shared/lazy'
import type { ViewProps, Widget } from '../widget'
import { Cell } from './cell'
import { type CronSettings, cronText, definition, timesOf, zoneOf } from './definition'

type CronViewProps = ViewProps<CronSettings, string>

/** In words, and when it comes next. */
function CronView({ value, settings, host }: CronViewProps) {
  if (!value) return null
  const zone = zoneOf(settings, host)
  const [next] = timesOf(value, zone, host.now(), 1)
  const text = cronText(value, host)
  return (
    <span title={value}>
      {next === undefined
        ? text
        : host.text('@cron.saidWithNext', { rhythm: text, next: formatDate(next, 'yyyy-MM-dd HH:mm', zone) })}
    </span>
  )
}

export const widget: Widget<CronSettings, string> = {
  definition,
  Edit: lazy(() => import('./edit').then(({ CronEdit }) => CronEdit)),
  View: CronView,
  Cell,
}
