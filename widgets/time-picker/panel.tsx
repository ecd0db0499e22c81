import '@arco-design/web-react/es/TimePicker/style/css.js'
import { TimePicker } from '@arco-design/web-react'
import { formatTime, parseTime } from '@runtime/date'
import { timeText, typedTime } from '@runtime/widget/moment-format'
import { disabledTimes } from '../shared/dates/disabled-times'
import type { PanelProps } from '../shared/dates/kind'

/** The columns of hours, minutes and seconds; each choice counts at once. */
export function TimePanel({ value, format, range, onPick }: PanelProps<string>) {
  const seconds = value === null ? null : parseTime(value)
  const limits = disabledTimes(0, {
    start: range.start === null ? null : range.start * 1000,
    end: range.end === null ? null : range.end * 1000,
  })
  return (
    <TimePicker
      {...limits}
      triggerElement={null}
      popupVisible
      disableConfirm
      format={format}
      {...(seconds === null ? {} : { value: formatTime(seconds, format) })}
      onChange={(text) => {
        const chosen = typedTime(text ?? '')
        if (chosen !== null) onPick(timeText(chosen), false)
      }}
    />
  )
}
