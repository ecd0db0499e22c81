import '@arco-design/web-react/es/DatePicker/style/css.js'
import { DatePicker } from '@arco-design/web-react'
import { pickerOf, truncated } from '@runtime/widget/moment-format'
import type { Dayjs } from 'dayjs'
import { disabledTimes } from '../shared/dates/disabled-times'
import type { PanelProps } from '../shared/dates/kind'

/** The calendar of a date, with a clock where the format has a time. */
export function DatePanel({ value, format, dayTime, range, host, onPick, onClose }: PanelProps<number>) {
  const picker = pickerOf(format)
  const zone = host.timeZone ?? null
  const take = (date: Dayjs | undefined, done: boolean) => {
    if (date) onPick(truncated(date.valueOf(), format, zone), done)
  }
  const unit = picker === 'year' || picker === 'month' ? picker : 'day'
  const common = {
    triggerElement: null,
    popupVisible: true,
    format: dayjsFormat(format),
    disabledDate: (date: Dayjs | undefined) => isOutside(date, unit, range),
    ...(value === null ? {} : { value }),
    ...(zone === null ? {} : { timezone: zone }),
  }
  if (picker === 'year') return <DatePicker.YearPicker {...common} onChange={(_, date) => take(date, true)} />
  if (picker === 'month')
    return <DatePicker.MonthPicker {...common} onChange={(_, date) => take(date, true)} />
  if (picker === 'date') return <DatePicker {...common} onChange={(_, date) => take(date, true)} />
  return (
    <DatePicker
      {...common}
      showTime={dayTime === undefined ? true : { defaultValue: dayTime }}
      disabledTime={(date) => disabledTimes(date?.startOf('day').valueOf(), range)}
      onSelect={(_, date) => take(date, false)}
      onOk={onClose}
    />
  )
}

/** The library writes `YYYY-MM-DD` for what stored formats write `yyyy-MM-dd`. */
function dayjsFormat(format: string): string {
  return format.replace(/y/g, 'Y').replace(/d/g, 'D')
}

function isOutside(
  date: Dayjs | undefined,
  unit: 'year' | 'month' | 'day',
  range: PanelProps<number>['range'],
): boolean {
  if (!date) return false
  const { start, end } = range
  return (
    (start !== null && date.endOf(unit).valueOf() < start) ||
    (end !== null && date.startOf(unit).valueOf() > end)
  )
}
