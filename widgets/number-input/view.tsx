import { hectaresText, isMu } from '@runtime/widget/land-area'
import type { ViewProps } from '../widget'
import { Amount } from './amount'
import type { NumberInputSettings } from './definition'
import { displayText } from './use-number'

/** The number with its unit, an area in 亩 with hectares beside, and the amount in Chinese capitals where asked. */
export function NumberInputView({ value, text, settings, host }: ViewProps<NumberInputSettings, number>) {
  if (value === null || value === undefined) return null
  const unit = (addon: typeof settings.addonAfter) =>
    addon === undefined ? null : <span className="loam-number-unit">{host.text(addon)}</span>
  const hectares = isMu(host.text(settings.addonAfter) ?? '') ? hectaresText(value) : ''
  return (
    <div className="loam-number-view">
      {unit(settings.addonBefore)}
      {text ?? displayText(value, settings)}
      {unit(settings.addonAfter)}
      {hectares !== '' && (
        <span className="loam-number-unit">{host.text('@widgets.hectares', { area: hectares })}</span>
      )}
      {settings.isAmountChinese && <Amount value={value} host={host} />}
    </div>
  )
}
