import { addUnits, type DateUnit, formatDate, parseDate } from '@runtime/date'
import type { RepetitionEnd } from '@runtime/schedule/repetition'
import { type Frequency, MOST_COUNT } from '@runtime/schedule/rule'
import { dayStart, readWall, type Wall, writeWall } from '@runtime/schedule/wall'
import { widget as datePicker } from '../date-picker'
import type { DatePickerSettings } from '../date-picker/definition'
import { PlainChoice } from '../shared/choice-box'
import type { EditProps } from '../widget'
import { Count } from './count'
import type { PartProps } from './parts'

const KINDS: readonly RepetitionEnd['kind'][] = ['never', 'until', 'count']
/** What is proposed: so many times, or so long from the start on. */
const TIMES = 10
const LENGTHS: Readonly<Record<Frequency, readonly [number, Exclude<DateUnit, 'week'>]>> = {
  DAILY: [1, 'month'],
  WEEKLY: [3, 'month'],
  MONTHLY: [1, 'year'],
  YEARLY: [5, 'year'],
}

/** Until when: for ever, to a day, so many times. */
export function EndChoice({ props, repetition, start, set }: PartProps) {
  const { host, label, id } = props
  const { end, freq } = repetition
  const [length, unit] = LENGTHS[freq]
  const proposed: Readonly<Record<string, RepetitionEnd>> = {
    until: { kind: 'until', day: dayStart(addUnits(start, length, unit, 'UTC')) },
    count: { kind: 'count', count: TIMES },
  }
  const setEnd = (next: RepetitionEnd) => set({ ...repetition, end: next })
  return (
    <span className="loam-recurrence-part loam-recurrence-end">
      <PlainChoice
        id={`${id}_end`}
        host={host}
        label={`${label} ${host.text('@recurrence.end')}`}
        placeholder=""
        value={end.kind}
        options={KINDS.map((kind) => ({ value: kind, label: host.text(`@recurrence.ends.${kind}`) }))}
        onChange={(kind) => setEnd(proposed[String(kind)] ?? { kind: 'never' })}
      />
      {end.kind === 'until' && (
        <LastDay props={props} day={end.day} onChange={(day) => setEnd({ kind: 'until', day })} />
      )}
      {end.kind === 'count' && (
        <>
          <Count
            label={`${label} ${host.text('@recurrence.count')}`}
            value={end.count}
            most={MOST_COUNT}
            onChange={(count) => setEnd({ kind: 'count', count })}
          />
          {host.text('@recurrence.times')}
        </>
      )}
    </span>
  )
}

const Day = datePicker.Edit

/** A day on a calendar, whichever zone it is of. */
function LastDay({
  props,
  day,
  onChange,
}: {
  readonly props: PartProps['props']
  readonly day: Wall
  readonly onChange: (day: Wall) => void
}) {
  const zone = props.host.timeZone ?? null
  const picker: EditProps<DatePickerSettings, number> = {
    ...props,
    id: `${props.id}_until`,
    label: `${props.label} ${props.host.text('@recurrence.lastDay')}`,
    settings: { format: 'yyyy-MM-dd', defaultCurrent: false },
    ...{ required: false, error: null, autoFocus: false, placeholder: '' },
    value: parseDate(writeWall(day).slice(0, 10), zone),
    onChange: (next) => {
      const chosen = next === null ? null : readWall(formatDate(next, 'yyyy-MM-dd', zone))
      if (chosen !== null) onChange(chosen)
    },
  }
  return Day ? <Day {...picker} /> : null
}
