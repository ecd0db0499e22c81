import type { WidgetDesign } from '@runtime/widget/design'
import { sampleMoment } from '@runtime/widget/sample'
import { boundRefs, inConfig, storedBound } from '@runtime/widget/stored'
import type { DatePickerSettings } from './definition'

export const design: WidgetDesign<DatePickerSettings> = {
  order: 1,
  keywords: ['日期', '时间', '年月日', '年份', '月份', 'day', 'calendar', 'datetime'],
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
  sample: (_, index) => sampleMoment(index),
}
