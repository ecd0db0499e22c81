import type { WidgetDesign } from '@runtime/widget/design'
import { inConfig, ref } from '@runtime/widget/stored'
import type { SerialNumberSettings } from './definition'

export const design: WidgetDesign<SerialNumberSettings> = {
  order: 1,
  keywords: ['单号', '编号', '流水号', '单据号', '自动编号', 'number', 'code', 'sequence'],
  tag: 'JnpfInput',
  config: { rule: '', ruleName: '' },
  placeholder: '系统自动生成',
  members: { readonly: true },
  stored: { rule: inConfig('rule') },
  refs: ({ rule }) => ref('rule', rule, ['rule']),
  sample: (_, index) => `NO${String(index + 1).padStart(6, '0')}`,
}
