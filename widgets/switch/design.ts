import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  order: 4,
  keywords: ['是否', '开启', '关闭', '布尔', 'toggle', 'boolean', 'yes', 'no'],
  config: { defaultValue: 0 },
  events: ['change'],
  members: {
    activeTxt: '开',
    inactiveTxt: '关',
    activeColor: null,
    inactiveColor: null,
    activeValue: 1,
    inactiveValue: 0,
  },
  sample: ({ activeValue, inactiveValue }, index) => (index % 2 === 0 ? activeValue : inactiveValue),
}
