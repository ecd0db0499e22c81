import type { WidgetDesign } from '@runtime/widget/design'
import type { NumberInputSettings } from './definition'

export const design: WidgetDesign<NumberInputSettings> = {
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
}
