import type { WidgetDesign } from '@runtime/widget/design'
import { sampleMoment } from '@runtime/widget/sample'

export const design: WidgetDesign = {
  order: 3,
  keywords: ['日期区间', '起止日期', '时间段', '有效期', 'period', 'between'],
  config: { defaultValue: [] },
  events: ['change'],
  placeholder: '请选择',
  members: { format: 'yyyy-MM-dd', clearable: true },
  sample: (_, index) => [sampleMoment(index), sampleMoment(index) + 5 * 86_400_000],
}
