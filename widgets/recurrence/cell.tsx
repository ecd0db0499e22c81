import type { ViewProps } from '../widget'
import { type RecurrenceSettings, recurrenceText } from './definition'

/** In words. */
export function Cell({ value, host }: ViewProps<RecurrenceSettings, string>) {
  return value ? <span title={value}>{recurrenceText(value, host)}</span> : null
}
