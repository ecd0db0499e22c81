import './cron.css'
import { formatDate, partsOf, weekdayOf } from '@runtime/date'
import { controlAria } from '../shared/control'
import { useFocusOnMount } from '../shared/focus'
import { TextBox, useInputClass } from '../shared/text-box'
import { useText } from '../shared/use-text'
import type { EditProps } from '../widget'
import { CronBuilder } from './builder'
import { type CronSettings, cronText, faultText, timesOf, zoneOf } from './definition'

type CronProps = EditProps<CronSettings, string>

/** The expression, said or written, and when it comes next. */
export function CronEdit(props: CronProps) {
  const { id, value, host, disabled, readonly, error } = props
  const text = useText(value, props.onChange)
  const focus = useFocusOnMount<HTMLInputElement>(props.autoFocus)
  const className = useInputClass(disabled)
  const isLocked = disabled || readonly
  const fault = value ? faultText(value, host) : null
  return (
    <div className="loam-cron">
      {!isLocked && <CronBuilder props={props} />}
      <TextBox
        host={host}
        disabled={disabled}
        readonly={readonly}
        error={error}
        onClear={value && !isLocked ? () => props.onChange(null) : undefined}
      >
        <input
          {...text}
          {...controlAria(props)}
          ref={focus}
          id={id}
          type="text"
          autoComplete="off"
          spellCheck={false}
          className={`${className} loam-cron-text`}
          placeholder={isLocked ? '' : host.text('@cron.placeholder')}
          disabled={disabled}
          readOnly={readonly}
          onBlur={props.onBlur}
        />
      </TextBox>
      {value && fault === null && <NextTimes props={props} value={value} />}
      {fault !== null && error === null && <p className="loam-cron-fault">{fault}</p>}
    </div>
  )
}

function NextTimes({ props, value }: { readonly props: CronProps; readonly value: string }) {
  const { settings, host } = props
  const zone = zoneOf(settings, host)
  const times = timesOf(value, zone, host.now(), settings.times)
  return (
    <div className="loam-cron-next">
      <p>
        {cronText(value, host)}
        {zone !== null && <span className="loam-cron-zone">{zone}</span>}
      </p>
      {times.length > 0 && (
        <ol aria-label={host.text('@cron.next')}>
          {times.map((time) => (
            <li key={time}>
              {formatDate(time, 'yyyy-MM-dd HH:mm', zone)}{' '}
              {host.text(`@cron.weekday.${weekdayOf(partsOf(time, zone)) % 7}`)}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
