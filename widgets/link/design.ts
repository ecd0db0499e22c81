import type { WidgetDesign } from '@runtime/widget/design'
import type { LinkSettings } from './definition'

export const design: WidgetDesign<LinkSettings> = {
  order: 5,
  keywords: ['超链接', '网址', '文字链接', 'url', 'href', 'hyperlink'],
  events: ['click'],
  members: { content: '文字链接', href: '', target: '_self', textStyle: { ['text-align']: 'left' } },
  stored: { align: ['textStyle', 'text-align'] },
}
