import { formatDate, formatTime, parseTime } from '@runtime/date'
import { type Range, timeRange } from '@runtime/widget/moment-bound'
import { type MomentUnit, timeText, typedTime } from '@runtime/widget/moment-format'
import type { MomentKind } from '../shared/dates/kind'
import { MomentBox } from '../shared/dates/moment-box'
import { useRange } from '../shared/dates/use-range'
import { lazy } from '../shared/lazy'
import type { EditProps, Widget } from '../widget'
import { definition, type TimePickerSettings } from './definition'

type TimeProps = EditProps<TimePickerSettings, string>

const Panel = lazy(() => import('./panel').then(({ TimePanel }) => TimePanel))
const DAY = 86_400
const SECONDS: Partial<Record<MomentUnit, number>> = { hour: 3600, minute: 60, second: 1 }

function kindOf({ settings, host }: TimeProps, range: Range): MomentKind<string> {
  const { format } = settings
  return {
    format,
    text: (value) => {
      const seconds = parseTime(value)
      return seconds === null ? value : formatTime(seconds, format)
    },
    parse: (text) => {
      const seconds = typedTime(text)
      return seconds === null ? null : timeText(seconds)
    },
    step: (value, unit, amount) => {
      const seconds = value === null ? null : parseTime(value)
      if (seconds === null) return formatDate(host.now(), "HH:mm':00'", host.timeZone ?? null)
      const moved = (seconds + amount * (SECONDS[unit] ?? 60) + DAY) % DAY
      return timeText(Math.min(Math.max(moved, range.start ?? 0), range.end ?? DAY - 1))
    },
    icon: 'time',
    Panel,
    placeholder: host.text('@dates.chooseTime'),
  }
}

function TimeEdit(props: TimeProps) {
  const range = useRange(props, timeRange)
  return <MomentBox props={props} kind={kindOf(props, range)} range={range} />
}

/** In a table cell the clock is open. */
function TimeCellEdit(props: TimeProps) {
  const range = useRange(props, timeRange)
  return <MomentBox props={props} kind={kindOf(props, range)} range={range} bare />
}

export const widget: Widget<TimePickerSettings, string> = {
  definition,
  Edit: TimeEdit,
  CellEdit: TimeCellEdit,
}
