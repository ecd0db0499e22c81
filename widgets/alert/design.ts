import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  members: {
    title: '这是一个提示',
    type: 'success',
    showIcon: false,
    closable: true,
    description: '',
    closeText: '',
  },
}
