import type { WidgetDesign } from '@runtime/widget/design'
import { inConfig } from '@runtime/widget/stored'
import type { TabSettings } from './definition'

export const design: WidgetDesign<TabSettings> = {
  order: 4,
  keywords: ['标签', '选项卡', '分页', '页签', 'tabs'],
  tag: 'el-tab',
  config: {
    active: '1',
    children: [
      { title: '面板1', name: '1', __config__: { jnpfKey: 'tabItem', children: [] } },
      { title: '面板2', name: '2', __config__: { jnpfKey: 'tabItem', children: [] } },
    ],
  },
  events: ['tabClick'],
  members: { type: '', tabPosition: 'top' },
  stored: { active: inConfig('active') },
}
