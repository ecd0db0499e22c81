import { cronOf, type Rhythm, rhythmOf } from '@runtime/date/cron'
import type { Option } from '@runtime/widget/definition'
import { useState } from 'react'
import { PlainChoice } from '../shared/choice-box'
import type { EditProps } from '../widget'
import { type CronSettings, clockOf } from './definition'

type CronProps = EditProps<CronSettings, string>
type Kind = Rhythm['kind'] | 'other'

const KINDS: readonly Kind[] = ['minutes', 'hours', 'daily', 'weekly', 'monthly', 'other']
/** Steps that divide an hour, and a day: others would begin anew within them. */
const MINUTES = [1, 2, 5, 10, 15, 20, 30]
const HOURS = [1, 2, 3, 4, 6, 8, 12]

/** What a rhythm begins with when it is chosen; a time of day that was said before stays. */
function begun(kind: Rhythm['kind'], before: Rhythm | null): Rhythm {
  const hour = before && 'hour' in before ? before.hour : 6
  const minute = before && 'minute' in before ? before.minute : 0
  switch (kind) {
    case 'minutes':
      return { kind, every: 5 }
    case 'hours':
      return { kind, every: 1, minute }
    case 'daily':
      return { kind, hour, minute }
    default:
      return { kind, days: [1], hour, minute }
  }
}

/** The usual rhythms by what people say of them: how often, on which days, when. */
export function CronBuilder({ props }: { readonly props: CronProps }) {
  const { value, host, settings } = props
  const rhythm = rhythmOf(value ?? '')
  const [isWanted, setWanted] = useState(false)
  const isWritten = isWanted || (Boolean(value) && !rhythm)
  const kind: Kind | null = isWritten ? 'other' : (rhythm?.kind ?? null)
  const setRhythm = (next: Rhythm) => props.onChange(cronOf(next))
  return (
    <>
      {settings.presets.length > 0 && (
        <div className="loam-cron-presets">
          {settings.presets.map((preset) => (
            <button
              key={preset.value}
              type="button"
              className="loam-cron-preset"
              aria-pressed={preset.value === value}
              onClick={() => {
                setWanted(false)
                props.onChange(preset.value)
              }}
            >
              {host.text(preset.label)}
            </button>
          ))}
        </div>
      )}
      <div className="loam-cron-builder">
        <Choice
          props={props}
          part="kind"
          value={kind}
          options={KINDS.map((one) => ({ value: one, label: host.text(`@cron.kind.${one}`) }))}
          onChange={(next) => {
            setWanted(next === 'other')
            if (next !== 'other') setRhythm(begun(next as Rhythm['kind'], rhythm))
          }}
        />
        {!isWritten && rhythm && <Parts props={props} rhythm={rhythm} setRhythm={setRhythm} />}
      </div>
    </>
  )
}

interface PartsProps {
  readonly props: CronProps
  readonly rhythm: Rhythm
  readonly setRhythm: (rhythm: Rhythm) => void
}

function Parts({ props, rhythm, setRhythm: setPart }: PartsProps) {
  const { host } = props
  const number = (of: number): Option => ({ value: of, label: String(of) })
  if (rhythm.kind === 'minutes' || rhythm.kind === 'hours')
    return (
      <>
        <Choice
          props={props}
          part="every"
          value={rhythm.every}
          options={[...new Set([...(rhythm.kind === 'minutes' ? MINUTES : HOURS), rhythm.every])].map(number)}
          onChange={(every) => setPart({ ...rhythm, every: Number(every) })}
        />
        {rhythm.kind === 'hours' && (
          <Choice
            props={props}
            part="minute"
            value={rhythm.minute}
            options={Array.from({ length: 60 }, (_, minute) => number(minute))}
            onChange={(minute) => setPart({ ...rhythm, minute: Number(minute) })}
          />
        )}
      </>
    )
  return (
    <>
      {rhythm.kind !== 'daily' && (
        <Choice
          props={props}
          part={rhythm.kind === 'weekly' ? 'weekdays' : 'days'}
          several
          value={rhythm.days}
          options={
            rhythm.kind === 'weekly'
              ? WEEK.map((day) => ({ value: day, label: host.text(`@cron.weekday.${day}`) }))
              : Array.from({ length: 31 }, (_, index) => number(index + 1))
          }
          onChange={(days) => {
            const list = (days as readonly number[]).toSorted((a, b) => a - b)
            if (list.length > 0) setPart({ ...rhythm, days: list })
          }}
        />
      )}
      <input
        type="time"
        className="loam-cron-time arco-input arco-input-size-default"
        aria-label={`${props.label} ${host.text('@cron.time')}`}
        value={clockOf(rhythm)}
        disabled={props.disabled}
        readOnly={props.readonly}
        onChange={(event) => {
          const [hour, minute] = event.target.value.split(':').map(Number)
          if (hour !== undefined && minute !== undefined) setPart({ ...rhythm, hour, minute })
        }}
      />
    </>
  )
}

/** Monday first. */
const WEEK = [1, 2, 3, 4, 5, 6, 0]

function Choice({
  props,
  part,
  several = false,
  value,
  options,
  onChange,
}: {
  readonly props: CronProps
  readonly part: string
  readonly several?: boolean
  readonly value: unknown
  readonly options: readonly Option[]
  readonly onChange: (value: unknown) => void
}) {
  const { id, label, host } = props
  const name = host.text(`@cron.${part}`)
  return (
    <PlainChoice
      id={`${id}_${part}`}
      host={host}
      label={`${label} ${name}`.trim()}
      placeholder={name}
      several={several}
      value={value}
      options={options}
      onChange={onChange}
    />
  )
}
