import type { WidgetDesign } from '@runtime/widget/design'
import { inConfig } from '@runtime/widget/stored'
import type { TableGridSettings } from './definition'

const cell = () => ({
  __config__: {
    jnpfKey: 'tableGridTd',
    merged: false,
    colspan: 1,
    rowspan: 1,
    backgroundColor: '',
    children: [],
  },
})
const row = () => ({ __config__: { jnpfKey: 'tableGridTr', children: [cell(), cell()] } })

export const design: WidgetDesign<TableGridSettings> = {
  order: 6,
  keywords: ['表格布局', '单元格', '合并', 'table', 'cells', 'layout'],
  config: {
    borderType: 'solid',
    borderColor: '#E2E0E0',
    borderWidth: 1,
    children: [row(), row()],
  },
  stored: {
    borderType: inConfig('borderType'),
    borderColor: inConfig('borderColor'),
    borderWidth: inConfig('borderWidth'),
  },
}
