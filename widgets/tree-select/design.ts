import type { WidgetDesign } from '@runtime/widget/design'
import { sampleChoice } from '@runtime/widget/sample'
import { optionRefs, storedOptions } from '@runtime/widget/stored'
import type { TreeSelectSettings } from './definition'

export const design: WidgetDesign<TreeSelectSettings> = {
  order: 6,
  keywords: ['树形', '下拉树', '层级', 'tree', 'hierarchy'],
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
    props: { value: 'id', label: 'fullName', children: 'children' },
    multiple: false,
    filterable: false,
    clearable: true,
  },
  stored: { options: storedOptions },
  refs: optionRefs,
  sample: ({ options, multiple }, index) => sampleChoice(options, multiple, index),
}
