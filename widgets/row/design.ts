import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  order: 2,
  keywords: ['栅格', '分栏', '多列', '一行两列', '布局', 'columns', 'grid', 'layout'],
  config: { rowType: 'layout' },
  members: { type: 'default', justify: 'start', align: 'top' },
}
