import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '@renderers/host'
import { formatDate, parseDate } from '@runtime/date'
import { useId, useState } from 'react'

const DAY = 24 * 3_600_000
/** Days that are chosen at once; anything else is a time. */
const DAYS = [1, 2, 3, 7] as const
const OTHER = 0
/** As the browser's own field writes a moment. */
const PATTERN = "yyyy-MM-dd'T'HH:mm"

interface Props {
  readonly onSave: (input: { readonly toTime: number; readonly reason: string }) => void
  readonly onCancel: () => void
}

/** Until when schedules are held for rain, from now on, and why. */
export function RainHoldForm({ onSave, onCancel }: Props) {
  const host = useHost()
  const { text: translate } = host
  const id = useId()
  const zone = host.timeZone ?? null
  const [days, setDays] = useState<number>(DAYS[0])
  const [until, setUntil] = useState(() => formatDate(host.now() + DAY, PATTERN, zone))
  const [reason, setReason] = useState('')
  const toTime = days === OTHER ? parseDate(until, zone) : host.now() + days * DAY
  return (
    <form
      className="loam-act-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (toTime !== null) onSave({ toTime, reason: reason.trim() })
      }}
    >
      <Lengths days={days} onDays={setDays} />
      {days === OTHER && (
        <>
          <label htmlFor={`${id}-until`}>{translate('@irrigation.holdEnd')}</label>
          <input
            id={`${id}-until`}
            type="datetime-local"
            value={until}
            onChange={({ target }) => setUntil(target.value)}
          />
        </>
      )}
      <label htmlFor={`${id}-reason`}>{translate('@irrigation.holdReason')}</label>
      <input
        id={`${id}-reason`}
        type="text"
        maxLength={200}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <p>{translate('@irrigation.heldNote')}</p>
      <div className="loam-act-buttons">
        <Button type="primary" htmlType="submit" disabled={toTime === null}>
          {translate('@irrigation.holdSave')}
        </Button>
        <Button onClick={onCancel}>{translate('@irrigation.cancel')}</Button>
      </div>
    </form>
  )
}

function Lengths({ days, onDays }: { readonly days: number; readonly onDays: (days: number) => void }) {
  const { text: translate } = useHost()
  const name = useId()
  return (
    <fieldset>
      <legend>{translate('@irrigation.holdLength')}</legend>
      <div className="loam-schedule-days">
        {[...DAYS, OTHER].map((choice) => (
          <label key={choice}>
            <input type="radio" name={name} checked={days === choice} onChange={() => onDays(choice)} />
            {choice === OTHER
              ? translate('@irrigation.holdUntil')
              : translate('@irrigation.holdDays', { days: choice })}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
