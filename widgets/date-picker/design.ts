import type { WidgetDesign } from '@runtime/widget/design'
import { boundRefs, inConfig, storedBound } from '@runtime/widget/stored'
import type { DatePickerSettings } from './definition'

export const design: WidgetDesign<DatePickerSettings> = {
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
  members: {
    type: 'date',
    format: 'yyyy-MM-dd',
    startTime: null,
    endTime: null,
    clearable: true,
    readonly: false,
  },
  stored: {
    defaultCurrent: inConfig('defaultCurrent'),
    start: storedBound('start', 'date'),
    end: storedBound('end', 'date'),
  },
  refs: boundRefs,
}
