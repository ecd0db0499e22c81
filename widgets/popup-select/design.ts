import type { WidgetDesign } from '@runtime/widget/design'
import { interfaceRefs, storedParams } from '@runtime/widget/stored'
import type { PopupSelectSettings } from './definition'

export const design: WidgetDesign<PopupSelectSettings> = {
  order: 3,
  keywords: ['弹窗', '弹出', '选择数据', '接口', 'popup', 'dialog', 'choose'],
  config: { defaultValue: '' },
  events: ['change'],
  placeholder: '请选择',
  members: {
    interfaceId: '',
    interfaceName: '',
    templateJson: [],
    hasPage: false,
    pageSize: 20,
    columnOptions: [],
    propsValue: 'id',
    relationField: 'fullName',
    popupType: 'dialog',
    popupTitle: '选择数据',
    popupWidth: '800px',
    interfaceHasPage: 0,
    clearable: true,
  },
  stored: { params: storedParams },
  refs: interfaceRefs,
}
