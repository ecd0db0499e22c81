import {
  chosenWeekdays,
  type MonthDay,
  monthDayInWords,
  monthDaysOf,
  plainRepetition,
  type Repetition,
  weekdayOfWall,
} from '@runtime/schedule/repetition'
import { FREQUENCIES, type Frequency, MOST_INTERVAL, WEEKDAYS } from '@runtime/schedule/rule'
import type { Option } from '@runtime/widget/definition'
import { PlainChoice } from '../shared/choice-box'
import { Count } from './count'
import { EndChoice } from './end'
import type { PartProps } from './parts'

interface ChoicesProps extends Omit<PartProps, 'repetition' | 'set'> {
  /** Null where nothing repeats, or by a rule that takes more than these choices. */
  readonly repetition: Repetition | null
  readonly set: (repetition: Repetition | null) => void
}

/** Not repeated, and a rule that these choices cannot say. */
const [NONE, OTHER] = ['none', 'other']

/** How often, on which days, until when. */
export function Choices({ props, repetition, start, set }: ChoicesProps) {
  const { value, host } = props
  const choose = (next: unknown) => {
    if (next === NONE) set(null)
    else if (next !== OTHER)
      set({ ...plainRepetition(next as Frequency), ...(repetition && { end: repetition.end }) })
  }
  const kinds: readonly Option[] = [
    { value: NONE, label: host.text('@schedule.repeats.1') },
    ...FREQUENCIES.map((freq) => ({ value: freq, label: host.text(`@schedule.every${freq}`) })),
    ...(value && !repetition ? [{ value: OTHER, label: host.text('@recurrence.other') }] : []),
  ]
  return (
    <div className="loam-recurrence-choices">
      <PlainChoice
        id={props.id}
        host={host}
        label={props.label}
        placeholder=""
        value={repetition?.freq ?? (value ? OTHER : NONE)}
        options={kinds}
        onChange={choose}
      />
      {value && repetition && (
        <>
          <Interval {...{ props, repetition, start, set }} />
          {repetition.freq === 'WEEKLY' && <Weekdays {...{ props, repetition, start, set }} />}
          {repetition.freq === 'MONTHLY' && <MonthDays {...{ props, repetition, start, set }} />}
          <EndChoice {...{ props, repetition, start, set }} />
        </>
      )}
    </div>
  )
}

function Interval({ props, repetition, set }: PartProps) {
  const { host, label } = props
  return (
    <span className="loam-recurrence-part">
      {host.text('@recurrence.every')}
      <Count
        label={`${label} ${host.text('@recurrence.interval')}`}
        value={repetition.interval}
        most={MOST_INTERVAL}
        isHeld
        onChange={(interval) => set({ ...repetition, interval })}
      />
      {host.text(`@recurrence.unit.${repetition.freq}`)}
    </span>
  )
}

function Weekdays({ props, repetition, start, set }: PartProps) {
  const { host, label } = props
  const chosen = repetition.weekdays.length > 0 ? repetition.weekdays : [weekdayOfWall(start)]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in a line.
    <span
      className="loam-recurrence-week"
      role="group"
      aria-label={`${label} ${host.text('@recurrence.weekdays')}`}
    >
      {WEEKDAYS.map((day) => {
        const isChosen = chosen.includes(day)
        const next = isChosen ? chosen.filter((one) => one !== day) : [...chosen, day]
        return (
          <button
            key={day}
            type="button"
            className="loam-recurrence-day"
            aria-label={host.text(`@schedule.day${day}`)}
            aria-pressed={isChosen}
            onClick={() => {
              if (next.length > 0) set({ ...repetition, weekdays: chosenWeekdays(next, start) })
            }}
          >
            {host.text(`@recurrence.short.${day}`)}
          </button>
        )
      })}
    </span>
  )
}

function MonthDays({ props, repetition, start, set }: PartProps) {
  const { host, label } = props
  const offered = monthDaysOf(start)
  const key = (monthDay: MonthDay) => JSON.stringify(Object.values(monthDay))
  const { monthDay } = repetition
  // What a rule said before the start moved away stays to be seen.
  const days = offered.some((one) => key(one) === key(monthDay)) ? offered : [...offered, monthDay]
  return (
    <PlainChoice
      id={`${props.id}_month`}
      host={host}
      label={`${label} ${host.text('@recurrence.monthDays')}`}
      placeholder=""
      value={key(monthDay)}
      options={days.map((one) => ({ value: key(one), label: monthDayInWords(one, start, host.text) }))}
      onChange={(next) => {
        const found = days.find((one) => key(one) === next)
        if (found) set({ ...repetition, monthDay: found })
      }}
    />
  )
}
