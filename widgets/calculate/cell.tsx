import { formatNumber } from '@runtime/widget/number-format'
import type { ViewProps } from '../widget'
import type { CalculateSettings } from './definition'

/** The result as it is shown; of nothing it is zero. */
export function textOf(value: unknown, { precision, thousands }: CalculateSettings): string {
  return formatNumber(value ?? 0, { precision, thousands }) || formatNumber(0, { precision })
}

export function Cell({ value, text, settings }: ViewProps<CalculateSettings, number>) {
  return <span className="loam-number">{text ?? textOf(value, settings)}</span>
}
