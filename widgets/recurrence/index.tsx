import { lazy } from '../shared/lazy'
import type { ViewProps, Widget } from '../widget'
import { definition, type RecurrenceSettings, recurrenceText } from './definition'

/** In words. */
function RecurrenceView({ value, host }: ViewProps<RecurrenceSettings, string>) {
  return value ? <span title={value}>{recurrenceText(value, host)}</span> : null
}

export const widget: Widget<RecurrenceSettings, string> = {
  definition,
  Edit: lazy(() => import('./edit').then(({ RecurrenceEdit }) => RecurrenceEdit)),
  View: RecurrenceView,
  Cell: RecurrenceView,
}
