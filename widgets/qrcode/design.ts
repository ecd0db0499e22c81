import type { CodeSettings } from '@runtime/widget/code'
import type { WidgetDesign } from '@runtime/widget/design'
import { fieldRef } from '@runtime/widget/stored'

export const design: WidgetDesign<CodeSettings> = {
  order: 2,
  keywords: ['二维码', '扫码', 'qr'],
  members: {
    colorDark: '#000',
    colorLight: '#fff',
    width: 100,
    dataType: 'static',
    staticText: '',
    relationField: '',
  },
  places: { relationField: { section: 'data', format: 'field', when: "dataType == 'relation'" } },
  refs: ({ dataType, relationField }) =>
    dataType === 'relation' ? fieldRef(relationField, ['relationField']) : [],
}
