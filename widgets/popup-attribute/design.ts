import type { AttributeSettings } from '@runtime/widget/attribute'
import type { WidgetDesign } from '@runtime/widget/design'
import { fieldRef, storedField } from '@runtime/widget/stored'

export const design: WidgetDesign<AttributeSettings> = {
  order: 4,
  keywords: ['弹窗属性', '带出', 'attribute'],
  isNamed: false,
  members: { showField: '', relationField: '', isStorage: 0 },
  stored: { relationField: storedField('relationField') },
  places: { relationField: { section: 'data', format: 'field' } },
  refs: ({ relationField }) => fieldRef(relationField, ['relationField']),
}
