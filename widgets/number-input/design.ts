import type { WidgetDesign } from '@runtime/widget/design'
import { sampleNumber } from '@runtime/widget/sample'
import type { NumberInputSettings } from './definition'

export const design: WidgetDesign<NumberInputSettings> = {
  order: 3,
  keywords: [
    '数值',
    '金额',
    '数量',
    '整数',
    '小数',
    '价格',
    '货币',
    'integer',
    'decimal',
    'amount',
    'money',
    'price',
    'quantity',
  ],
  config: { trigger: ['blur', 'change'] },
  events: ['change', 'blur'],
  placeholder: '请输入',
  members: {
    step: 1,
    ['step-strictly']: false,
    controls: false,
    controlsPosition: '',
    addonBefore: null,
    addonAfter: null,
    thousands: false,
    isAmountChinese: false,
  },
  stored: { stepStrictly: ['step-strictly'] },
  sample: ({ min, max, precision, step, stepStrictly }, index) =>
    sampleNumber({ min, max, step: stepStrictly ? step : precision ? 0.5 : 1 }, index),
}
