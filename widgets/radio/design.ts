import type { ChoiceGroupSettings } from '@runtime/widget/choice-group'
import type { WidgetDesign } from '@runtime/widget/design'
import { sampleChoice } from '@runtime/widget/sample'
import { optionRefs, storedOptions } from '@runtime/widget/stored'

export const design: WidgetDesign<ChoiceGroupSettings> = {
  order: 2,
  keywords: ['单选', '单项选择', '选项', 'radio', 'option'],
  config: {
    defaultValue: '',
    dataType: 'static',
    dictionaryType: '',
    propsUrl: '',
    propsName: '',
    templateJson: [],
  },
  events: ['change'],
  members: {
    options: [
      { fullName: '选项一', id: '1' },
      { fullName: '选项二', id: '2' },
    ],
    props: { label: 'fullName', value: 'id' },
    direction: 'horizontal',
    optionType: 'default',
    border: false,
    size: 'small',
  },
  stored: { options: storedOptions },
  refs: optionRefs,
  sample: ({ options }, index) => sampleChoice(options, false, index),
}
