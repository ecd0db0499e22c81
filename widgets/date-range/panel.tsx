import '@arco-design/web-react/es/DatePicker/style/css.js'
import { DatePicker } from '@arco-design/web-react'
import { truncated } from '@runtime/widget/moment-format'
import type { Dayjs } from 'dayjs'
import { DatePanel } from '../date-picker/panel'
import type { PanelProps } from '../shared/dates/kind'
import { rangePickerOf } from './definition'

/** The calendar of one end. For a format of years it shows months, of which only January can be chosen (`spec/widgets.md §5`). */
export function RangePanel(props: PanelProps<number>) {
  const { value, format, range, host, onPick } = props
  if (format !== 'yyyy' || rangePickerOf(format) !== 'month') return <DatePanel {...props} />
  const zone = host.timeZone ?? null
  const disabledDate = (date: Dayjs | undefined) =>
    date !== undefined &&
    (date.month() !== 0 ||
      (range.start !== null && date.endOf('year').valueOf() < range.start) ||
      (range.end !== null && date.startOf('year').valueOf() > range.end))
  return (
    <DatePicker.MonthPicker
      triggerElement={null}
      popupVisible
      format="YYYY"
      disabledDate={disabledDate}
      {...(value === null ? {} : { value })}
      {...(zone === null ? {} : { timezone: zone })}
      onChange={(_, date) => {
        if (date) onPick(truncated(date.valueOf(), format, zone), true)
      }}
    />
  )
}
