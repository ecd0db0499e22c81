import { useQuery } from '@renderers/data'
import { useHost } from '@renderers/host'
import { type ReactNode, useId } from 'react'
import { cronOf, rhythmOf, WEEKDAYS } from './cron'
import type { ScheduleInput } from './schedule'

const METRICS = ['vwc20', 'vwc40', 'vwc60'] as const
/** A window to begin with: the hours with little evaporation. */
const NIGHT = { from: '20:00', to: '08:00' }

interface Part {
  readonly projectId: string
  readonly input: ScheduleInput
  readonly put: (members: Partial<ScheduleInput>) => void
}
export function Soil({ projectId, input, put }: Part): ReactNode {
  const { text: translate } = useHost()
  const id = useId()
  const { data } = useQuery({ call: 'fieldManagement.getSoilMoistures', input: { projectId } })
  const soil = input.soil ?? { deviceIds: [], metric: 'vwc20' as const, below: 20 }
  return (
    <>
      <Checks
        legend={translate('@irrigation.soilStations')}
        options={(data ?? []).map(({ deviceId, name }) => ({ value: deviceId, word: name }))}
        chosen={soil.deviceIds}
        onChosen={(deviceIds) => put({ soil: { ...soil, deviceIds } })}
      />
      <label htmlFor={`${id}-metric`}>{translate('@irrigation.soilMetric')}</label>
      <select
        id={`${id}-metric`}
        value={soil.metric}
        onChange={({ target }) =>
          put({ soil: { ...soil, metric: target.value as (typeof METRICS)[number] } })
        }
      >
        {METRICS.map((metric) => (
          <option key={metric} value={metric}>
            {translate(`@field.metric.${metric}`)}
          </option>
        ))}
      </select>
      <NumberOf
        label={translate('@irrigation.soilBelow')}
        value={soil.below}
        onValue={(below) => put({ soil: { ...soil, below: below ?? 0 } })}
      />
    </>
  )
}

export function Evapotranspiration({ projectId, input, put }: Part): ReactNode {
  const { text: translate } = useHost()
  const id = useId()
  const { data } = useQuery({ call: 'fieldManagement.getWeatherStations', input: { projectId } })
  const et = input.et ?? { deviceId: '', deficitMm: 20 }
  return (
    <>
      <label htmlFor={`${id}-station`}>{translate('@irrigation.etStation')}</label>
      <select
        id={`${id}-station`}
        value={et.deviceId}
        onChange={({ target }) => put({ et: { ...et, deviceId: target.value } })}
      >
        <option value="">–</option>
        {data?.map(({ deviceId, name }) => (
          <option key={deviceId} value={deviceId}>
            {name}
          </option>
        ))}
      </select>
      <NumberOf
        label={translate('@irrigation.etDeficit')}
        value={et.deficitMm}
        onValue={(deficitMm) => put({ et: { ...et, deficitMm: deficitMm ?? 0 } })}
      />
    </>
  )
}

/** The hours of the day in which a start may fall, in the project's time zone; over midnight where the end is earlier. */
export function StartWindow({ input, put }: Omit<Part, 'projectId'>): ReactNode {
  const { text: translate } = useHost()
  const id = useId()
  const { window } = input
  const edge = (name: 'from' | 'to') =>
    window && (
      <div>
        <label htmlFor={`${id}-${name}`}>{translate(`@irrigation.window_${name}`)}</label>
        <input
          id={`${id}-${name}`}
          type="time"
          value={window[name]}
          onChange={({ target }) => target.value && put({ window: { ...window, [name]: target.value } })}
        />
      </div>
    )
  return (
    <>
      <label className="loam-schedule-window">
        <input
          type="checkbox"
          checked={Boolean(window)}
          onChange={({ target }) => put({ window: target.checked ? NIGHT : null })}
        />
        {translate('@irrigation.window')}
      </label>
      {window && (
        <div className="loam-act-grid">
          {edge('from')}
          {edge('to')}
        </div>
      )}
    </>
  )
}

/** Clock and weekdays; a rhythm that they cannot say stays as somebody wrote it until another is chosen. */
export function Clock({ cron, onCron }: { readonly cron: string; readonly onCron: (cron: string) => void }) {
  const { text: translate } = useHost()
  const id = useId()
  const known = rhythmOf(cron)
  const rhythm = known ?? { clock: '06:00', days: WEEKDAYS }
  return (
    <>
      {!known && <p className="loam-map-note">{translate('@irrigation.cronCustom', { cron })}</p>}
      <label htmlFor={`${id}-clock`}>{translate('@irrigation.clock')}</label>
      <input
        id={`${id}-clock`}
        type="time"
        value={rhythm.clock}
        onChange={({ target }) => target.value && onCron(cronOf({ ...rhythm, clock: target.value }))}
      />
      <Checks
        legend={translate('@irrigation.weekdays')}
        options={WEEKDAYS.map((day) => ({ value: String(day), word: translate(`@irrigation.day_${day}`) }))}
        chosen={rhythm.days.map(String)}
        onChosen={(days) => days.length > 0 && onCron(cronOf({ ...rhythm, days: days.map(Number) }))}
      />
    </>
  )
}

/** Several of a few, in the order in which they are chosen. */
export function Checks({
  legend,
  options,
  chosen,
  onChosen,
}: {
  readonly legend: string
  readonly options: readonly { readonly value: string; readonly word: string }[]
  readonly chosen: readonly string[]
  readonly onChosen: (chosen: string[]) => void
}) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className="loam-schedule-days">
        {options.map(({ value, word }) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChosen(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
              }
            />
            {word}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export function NumberOf({
  label,
  value,
  onValue,
}: {
  readonly label: string
  readonly value: number | null
  readonly onValue: (value: number | null) => void
}) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="number"
        inputMode="decimal"
        min={0}
        step="any"
        value={value ?? ''}
        onChange={({ target }) => onValue(Number.isNaN(target.valueAsNumber) ? null : target.valueAsNumber)}
      />
    </>
  )
}
