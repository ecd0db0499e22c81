import { lazy } from '../shared/lazy'
import './date-range.css'
import { formatDate } from '@runtime/date'
import type { Range } from '@runtime/widget/moment-bound'
import { stepped, truncated, typedMoment } from '@runtime/widget/moment-format'
import type { MomentKind } from '../shared/dates/kind'
import { MomentBox } from '../shared/dates/moment-box'
import type { EditProps, Widget } from '../widget'
import { type DateRangeSettings, type DateRangeValue, definition, rangeOf, rangePickerOf } from './definition'

type RangeProps = EditProps<DateRangeSettings, DateRangeValue>

const Panel = lazy(() => import('./panel').then(({ RangePanel }) => RangePanel))

/** Two date boxes; each offers nothing beyond the other, but what is typed stands and is validated. */
function DateRangeEdit(props: RangeProps) {
  const { host, label, error } = props
  // What is no date stands as it was typed, so that the check names it.
  const [from = null, to = null] = endsOf(props.value)
  const end = (value: number | null, side: 'startDate' | 'endDate', range: Range) => (
    <MomentBox
      props={{
        ...props,
        id: side === 'startDate' ? props.id : `${props.id}-end`,
        label: `${label} ${host.text(`@inputs.${side}`)}`,
        placeholder: host.text(`@inputs.${side}`),
        autoFocus: props.autoFocus && side === 'startDate',
        value,
        onBlur: () => undefined,
        onChange: (next) => {
          const ends = side === 'startDate' ? [next, to] : [from, next]
          props.onChange(rangeOf(ends) ?? (ends as unknown as DateRangeValue))
        },
      }}
      kind={kindOf(props, range)}
      range={range}
    />
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a layout of its own.
    <div
      role="group"
      aria-label={label}
      aria-describedby={error === null ? undefined : `${props.id}-error`}
      className="loam-date-range"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) props.onBlur()
      }}
    >
      {end(from, 'startDate', { start: null, end: momentIn(to), closed: false })}
      <span className="loam-date-range-to">{host.text('@inputs.to')}</span>
      {end(to, 'endDate', { start: momentIn(from), end: null, closed: false })}
    </div>
  )
}

function endsOf(value: unknown): readonly (number | null)[] {
  return rangeOf(value) ?? (Array.isArray(value) ? value : [])
}

const momentIn = (end: unknown) => (typeof end === 'number' ? end : null)

function kindOf({ settings, host }: RangeProps, { start, end }: Range): MomentKind<number> {
  const { format } = settings
  const zone = host.timeZone ?? null
  return {
    format,
    text: (value) => (typeof value === 'number' ? formatDate(value, format, zone) : String(value)),
    parse: (text) => typedMoment(text, format, zone),
    step(value, unit, amount) {
      const next =
        value === null ? truncated(host.now(), format, zone) : stepped(value, amount, unit, format, zone)
      return Math.min(Math.max(next, start ?? next), end ?? Number.POSITIVE_INFINITY)
    },
    icon: rangePickerOf(format) === 'datetime' ? 'datetime' : 'date',
    Panel,
    placeholder: '',
  }
}

export const widget: Widget<DateRangeSettings, DateRangeValue> = { definition, Edit: DateRangeEdit }
