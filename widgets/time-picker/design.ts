import type { WidgetDesign } from '@runtime/widget/design'
import { among } from '@runtime/widget/sample'
import { boundRefs, inConfig, storedBound } from '@runtime/widget/stored'
import type { TimePickerSettings } from './definition'

export const design: WidgetDesign<TimePickerSettings> = {
  order: 2,
  keywords: ['时间', '时刻', '时分秒', 'clock', 'hour'],
  config: {
    defaultCurrent: false,
    startTimeRule: false,
    startTimeType: 1,
    startTimeTarget: 1,
    startTimeValue: '',
    endTimeRule: false,
    endTimeType: 1,
    endTimeTarget: 1,
    endTimeValue: '',
    startRelationField: '',
    endRelationField: '',
  },
  events: ['change', 'blur'],
  placeholder: '请选择',
  members: { format: 'HH:mm:ss', startTime: null, endTime: null, clearable: true, readonly: false },
  stored: {
    defaultCurrent: inConfig('defaultCurrent'),
    start: storedBound('start', 'time'),
    end: storedBound('end', 'time'),
  },
  refs: boundRefs,
  sample: (_, index) => among(['09:00:00', '13:30:00', '17:45:00'], index),
}
