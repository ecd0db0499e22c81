import type { ChoiceGroupSettings } from '@runtime/widget/choice-group'
import type { WidgetDesign } from '@runtime/widget/design'
import { sampleChoice } from '@runtime/widget/sample'
import { optionRefs, storedOptions } from '@runtime/widget/stored'

export const design: WidgetDesign<ChoiceGroupSettings> = {
  order: 3,
  keywords: ['多选', '复选', '复选框', '勾选', '选项', 'multiple', 'tick', 'check'],
  config: {
    defaultValue: [],
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
  sample: ({ options }, index) => sampleChoice(options, true, index),
}
