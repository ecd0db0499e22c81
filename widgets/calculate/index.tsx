import './calculate.css'
import { Amount } from '../number-input/amount'
import type { EditProps, ViewProps, Widget } from '../widget'
import { Cell, textOf } from './cell'
import { type CalculateSettings, definition } from './definition'

/** The result, said again by screen readers when it changes. */
function CalculateEdit({ id, label, value, settings, host }: EditProps<CalculateSettings, number>) {
  return (
    <div className="loam-calculate">
      <output id={id} aria-label={label}>
        {textOf(value, settings)}
      </output>
      {settings.isAmountChinese && <Amount value={value ?? 0} host={host} />}
    </div>
  )
}

function CalculateView({ value, text, settings, host }: ViewProps<CalculateSettings, number>) {
  return (
    <div className="loam-calculate">
      {text ?? textOf(value, settings)}
      {settings.isAmountChinese && <Amount value={value ?? 0} host={host} />}
    </div>
  )
}

export const widget: Widget<CalculateSettings, number> = {
  definition,
  Edit: CalculateEdit,
  View: CalculateView,
  Cell,
}
