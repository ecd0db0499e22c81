import { formatNumber } from '@runtime/widget/number-format'
import type { ViewProps } from '../widget'
import type { NumberInputSettings } from './definition'

/** One line, without the unit: the column's heading has it. */
export function Cell({ value, text, settings }: ViewProps<NumberInputSettings, number>) {
  return <span className="loam-number">{(text ?? formatNumber(value, settings)) || String(value ?? '')}</span>
}
