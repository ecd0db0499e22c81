import type { WidgetDesign } from '@runtime/widget/design'
import { inConfig, ref } from '@runtime/widget/stored'
import type { SerialNumberSettings } from './definition'

export const design: WidgetDesign<SerialNumberSettings> = {
  tag: 'JnpfInput',
  config: { rule: '', ruleName: '' },
  placeholder: '系统自动生成',
  members: { readonly: true },
  stored: { rule: inConfig('rule') },
  refs: ({ rule }) => ref('rule', rule, ['rule']),
}
