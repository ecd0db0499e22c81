import type { WidgetDesign } from '@runtime/widget/design'
import { sampleNumber } from '@runtime/widget/sample'

export const design: WidgetDesign = {
  order: 7,
  keywords: ['数值区间', '数字区间', '上下限', 'interval', 'between'],
  config: { defaultValue: [] },
  events: ['change'],
  sample: ({ min, max }, index) => {
    const from = sampleNumber({ min, max }, index)
    return from === null ? null : [from, Math.max(from, Math.min(from + 10, max ?? Infinity))]
  },
}
