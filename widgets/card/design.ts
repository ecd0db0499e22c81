import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  members: { header: '卡片', shadow: 'never' },
}
