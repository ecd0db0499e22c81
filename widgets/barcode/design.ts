import type { CodeSettings } from '@runtime/widget/code'
import type { WidgetDesign } from '@runtime/widget/design'
import { fieldRef } from '@runtime/widget/stored'

export const design: WidgetDesign<CodeSettings> = {
  order: 1,
  keywords: ['条码', '一维码', 'code128', 'ean'],
  members: {
    format: 'code128',
    lineColor: '#000',
    background: '#fff',
    width: 4,
    height: 40,
    dataType: 'static',
    staticText: '',
    relationField: '',
  },
  places: { relationField: { section: 'data', format: 'field', when: "dataType == 'relation'" } },
  refs: ({ dataType, relationField }) =>
    dataType === 'relation' ? fieldRef(relationField, ['relationField']) : [],
}
