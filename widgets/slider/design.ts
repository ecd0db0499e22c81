import type { WidgetDesign } from '@runtime/widget/design'
import { sampleNumber } from '@runtime/widget/sample'

export const design: WidgetDesign = {
  order: 9,
  keywords: ['滑动条', '进度', '拖动', '百分比', 'range', 'progress'],
  events: ['change'],
  members: { min: 0, max: 100, step: 1, showStops: false, range: false },
  sample: ({ min, max, step, range }, index) => {
    const from = sampleNumber({ min, max, step, from: min }, index)
    return range && from !== null ? [from, from] : from
  },
}
