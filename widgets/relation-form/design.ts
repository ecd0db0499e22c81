import type { WidgetDesign } from '@runtime/widget/design'
import { ref } from '@runtime/widget/stored'
import type { RelationFormSettings } from './definition'

export const design: WidgetDesign<RelationFormSettings> = {
  order: 1,
  keywords: ['关联', '引用', '外键', '关联数据', '关联记录', 'lookup', 'reference', 'record', 'relation'],
  config: { defaultValue: '' },
  events: ['change'],
  placeholder: '请选择',
  members: {
    modelId: '',
    relationField: '',
    hasPage: false,
    pageSize: 20,
    columnOptions: [],
    popupType: 'dialog',
    popupTitle: '选择数据',
    popupWidth: '800px',
    clearable: true,
  },
  places: { relationField: { section: 'data', format: 'modelField' } },
  refs: ({ modelId, relationField, columnOptions }) => [
    ...ref('model', modelId, ['modelId']),
    ...ref('modelField', relationField, ['relationField']),
    ...columnOptions.flatMap(({ value }, index) =>
      ref('modelField', value, ['columnOptions', index, 'value']),
    ),
  ],
}
