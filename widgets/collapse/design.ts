import type { WidgetDesign } from '@runtime/widget/design'
import { inConfig } from '@runtime/widget/stored'
import type { CollapseSettings } from './definition'

export const design: WidgetDesign<CollapseSettings> = {
  order: 5,
  keywords: ['折叠', '手风琴', '展开', '面板', 'accordion', 'fold'],
  config: {
    active: ['1'],
    children: [
      { title: '面板1', name: '1', __config__: { jnpfKey: 'collapseItem', children: [] } },
      { title: '面板2', name: '2', __config__: { jnpfKey: 'collapseItem', children: [] } },
    ],
  },
  events: ['change'],
  members: { accordion: false },
  stored: { active: inConfig('active') },
}
