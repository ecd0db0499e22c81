import type { AttributeSettings } from '@runtime/widget/attribute'
import type { WidgetDesign } from '@runtime/widget/design'
import { fieldRef, storedField } from '@runtime/widget/stored'

export const design: WidgetDesign<AttributeSettings> = {
  isNamed: false,
  members: { showField: '', relationField: '', isStorage: 0 },
  stored: { relationField: storedField('relationField') },
  refs: ({ relationField }) => fieldRef(relationField, ['relationField']),
}
