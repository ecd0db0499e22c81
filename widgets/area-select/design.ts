import type { WidgetDesign } from '@runtime/widget/design'
import { storedIds } from '@runtime/widget/stored'
import type { AreaSettings } from './definition'

export const design: WidgetDesign<AreaSettings> = {
  events: ['change'],
  placeholder: '请选择',
  members: { selectType: 'all', ableAddressIds: [], multiple: false, level: 2, clearable: true },
  stored: {
    ableIds: (ids: readonly string[] | undefined, field) => storedIds('ableAddressIds')(ids, field),
  },
}
