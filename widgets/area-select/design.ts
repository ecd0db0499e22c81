import type { WidgetDesign } from '@runtime/widget/design'
import { storedIds } from '@runtime/widget/stored'
import type { AreaSettings } from './definition'

export const design: WidgetDesign<AreaSettings> = {
  order: 6,
  keywords: ['地址', '地区', '区域', '城市', '省市区', '行政区划', 'region', 'city', 'province', 'address'],
  events: ['change'],
  placeholder: '请选择',
  members: { selectType: 'all', ableAddressIds: [], multiple: false, level: 2, clearable: true },
  stored: {
    ableIds: (ids: readonly string[] | undefined, field) => storedIds('ableAddressIds')(ids, field),
  },
}
