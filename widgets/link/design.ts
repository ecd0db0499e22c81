import type { WidgetDesign } from '@runtime/widget/design'
import type { LinkSettings } from './definition'

export const design: WidgetDesign<LinkSettings> = {
  events: ['click'],
  members: { content: '文字链接', href: '', target: '_self', textStyle: { ['text-align']: 'left' } },
  stored: { align: ['textStyle', 'text-align'] },
}
