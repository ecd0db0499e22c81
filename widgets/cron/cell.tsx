import type { ViewProps } from '../widget'
import { type CronSettings, cronText } from './definition'

export function Cell({ value, host }: ViewProps<CronSettings, string>) {
  return value ? <span title={value}>{cronText(value, host)}</span> : null
}
