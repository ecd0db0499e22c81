import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  order: 3,
  keywords: ['卡片', '面板', '分块', 'panel', 'box'],
  members: { header: '卡片', shadow: 'never' },
}
