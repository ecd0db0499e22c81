import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  order: 4,
  keywords: ['提示', '警告', '通知', '注意', 'notice', 'warning', 'info'],
  members: {
    title: '这是一个提示',
    type: 'success',
    showIcon: false,
    closable: true,
    description: '',
    closeText: '',
  },
}
