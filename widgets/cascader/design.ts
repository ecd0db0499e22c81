import type { WidgetDesign } from '@runtime/widget/design'
import { samplePath } from '@runtime/widget/sample'
import { optionRefs, storedOptions } from '@runtime/widget/stored'
import type { CascaderSettings } from './definition'

export const design: WidgetDesign<CascaderSettings> = {
  order: 5,
  keywords: ['级联', '联动', '多级', '层级', 'cascade', 'levels'],
  config: {
    defaultValue: [],
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
    showAllLevels: true,
    separator: '/',
  },
  stored: { options: storedOptions },
  refs: optionRefs,
  sample: ({ options, multiple }, index) => {
    const path = samplePath(options, index)
    if (path.length === 0) return null
    return multiple ? [path] : path
  },
}
