import type { WidgetDesign } from '@runtime/widget/design'
import { sampleChoice } from '@runtime/widget/sample'
import { optionRefs, storedOptions } from '@runtime/widget/stored'
import type { SelectSettings } from './definition'

export const design: WidgetDesign<SelectSettings> = {
  order: 1,
  keywords: ['下拉框', '下拉单选', '下拉多选', '选项', 'dropdown', 'combobox', 'list'],
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
  sample: ({ options, multiple }, index) => sampleChoice(options, multiple, index),
}
