import type { WidgetDesign } from '@runtime/widget/design'
import { among } from '@runtime/widget/sample'
import { type Color, type ColorPickerSettings, formatColor, parseColor } from './definition'

export const design: WidgetDesign<ColorPickerSettings> = {
  order: 10,
  keywords: ['颜色', '取色', '色板', 'colour', 'color'],
  events: ['change'],
  members: { showAlpha: false, colorFormat: '', size: 'small' },
  sample: (settings, index) =>
    formatColor(parseColor(among(['#165dff', '#00b42a', '#ff7d00'], index)) as Color, settings),
}
