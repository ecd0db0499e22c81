import type { WidgetDesign } from '@runtime/widget/design'
import { optionRefs, storedOptions } from '@runtime/widget/stored'
import type { SelectSettings } from './definition'

export const design: WidgetDesign<SelectSettings> = {
  config: {
    defaultValue: '',
    dataType: 'static',
    dictionaryType: '',
    propsUrl: '',
    propsName: '',
    templateJson: [],
  },
  events: ['change'],
  placeholder: '请选择',
  members: {
    options: [
      { fullName: '选项一', id: '1' },
      { fullName: '选项二', id: '2' },
    ],
    props: { label: 'fullName', value: 'id' },
    clearable: true,
    filterable: false,
    multiple: false,
  },
  stored: { options: storedOptions },
  refs: optionRefs,
}
