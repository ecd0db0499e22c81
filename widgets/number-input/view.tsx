import { formatNumber } from '@runtime/widget/number-format'
import type { ViewProps } from '../widget'
import { Amount } from './amount'
import type { NumberInputSettings } from './definition'
import { displayText } from './use-number'

/** The number with its unit, and the amount in Chinese capitals where asked. */
export function NumberInputView({ value, text, settings, host }: ViewProps<NumberInputSettings, number>) {
  if (value === null || value === undefined) return null
  const unit = (addon: typeof settings.addonAfter) =>
    addon === undefined ? null : <span className="loam-number-unit">{host.text(addon)}</span>
  return (
    <div className="loam-number-view">
      {unit(settings.addonBefore)}
      {text ?? displayText(value, settings)}
      {unit(settings.addonAfter)}
      {settings.isAmountChinese && <Amount value={value} host={host} />}
    </div>
  )
}

/** One line, without the unit: the column's heading has it. */
export function NumberInputCell({ value, text, settings }: ViewProps<NumberInputSettings, number>) {
  return <span className="loam-number">{(text ?? formatNumber(value, settings)) || String(value ?? '')}</span>
}
