import { formatDate } from '@runtime/date'
import { dateRange, type Range } from '@runtime/widget/moment-bound'
import { momentOfValue, pickerOf, stepped, truncated, typedMoment } from '@runtime/widget/moment-format'
import type { MomentKind } from '../shared/dates/kind'
import { MomentBox } from '../shared/dates/moment-box'
import { useRange } from '../shared/dates/use-range'
import { lazy } from '../shared/lazy'
import type { EditProps, ViewProps, Widget } from '../widget'
import { type DatePickerSettings, definition } from './definition'

type DateProps = EditProps<DatePickerSettings, number>

const Panel = lazy(() => import('./panel').then(({ DatePanel }) => DatePanel))

function kindOf({ settings, host }: DateProps, range: Range): MomentKind<number> {
  const { format, dayTime } = settings
  const zone = host.timeZone ?? null
  return {
    format,
    ...(dayTime && { dayTime: dayTime === 'last' ? '23:59:59' : '00:00:00' }),
    text: (value) => {
      const ms = momentOfValue(value, zone)
      return ms === null ? String(value) : formatDate(ms, format, zone)
    },
    parse: (text) => typedMoment(dayTime === 'last' ? lastOfDay(text) : text, format, zone),
    step: (value, unit, amount) => {
      const from = value ?? truncated(host.now(), format, zone)
      return within(value === null ? from : stepped(from, amount, unit, format, zone), range)
    },
    icon: pickerOf(format) === 'datetime' ? 'datetime' : 'date',
    Panel,
    placeholder: host.text('@dates.chooseDate'),
  }
}

/** A day without a time, at its last second. */
function lastOfDay(text: string): string {
  const isDay = (text.match(/\d/g) ?? []).length <= 8 && !/[:：时時点點]/.test(text)
  const day = isDay ? typedMoment(text, 'yyyy-MM-dd', 'UTC') : null
  return day === null ? text : `${formatDate(day, 'yyyy-MM-dd', 'UTC')} 23:59:59`
}

function within(value: number, { start, end }: Range): number {
  return Math.min(Math.max(value, start ?? value), end ?? Number.POSITIVE_INFINITY)
}

function DateEdit(props: DateProps) {
  const range = useRange(props, dateRange)
  return <MomentBox props={props} kind={kindOf(props, range)} range={range} />
}

/** In a table cell the calendar is open. */
function DateCellEdit(props: DateProps) {
  const range = useRange(props, dateRange)
  return <MomentBox props={props} kind={kindOf(props, range)} range={range} bare />
}

/** How a record that is read shows a time whose field has the usual format (`spec/widgets.md §9`). */
const DETAIL_FORMAT = 'yyyy-MM-dd HH:mm'

function DateView({ value, text, settings, host }: ViewProps<DatePickerSettings, number>) {
  const zone = host.timeZone ?? null
  const ms = momentOfValue(value, zone)
  const { format } = settings
  const isUsual = format === definition.defaults.format
  const words = ms === null ? text : formatDate(ms, isUsual ? DETAIL_FORMAT : format, zone)
  return <span className="loam-detail-text">{words ?? String(value ?? '')}</span>
}

export const widget: Widget<DatePickerSettings, number> = {
  definition,
  Edit: DateEdit,
  View: DateView,
  CellEdit: DateCellEdit,
}
