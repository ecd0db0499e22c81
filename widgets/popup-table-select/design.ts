import type { WidgetDesign } from '@runtime/widget/design'
import { interfaceRefs, storedParams } from '@runtime/widget/stored'
import type { PopupTableSettings } from './definition'

export const design: WidgetDesign<PopupTableSettings> = {
  order: 5,
  keywords: ['下拉表格', '表格选择', '接口', 'table', 'dropdown'],
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
    popupType: 'popover',
    popupTitle: '选择数据',
    popupWidth: '800px',
    interfaceHasPage: 0,
    multiple: false,
    filterable: false,
    clearable: true,
  },
  stored: { params: storedParams },
  refs: interfaceRefs,
}
