import type { WidgetProps } from '@rjsf/utils'
import { formatDate, momentOf, parseDate, partsOf, type TimeZone } from '@runtime/date'
import { useHost } from '../../host'
import { Edit } from './edit'

const DAY = { format: 'yyyy-MM-dd' }
const MOMENT = { format: 'yyyy-MM-dd HH:mm:ss' }
const TIME = { format: 'HH:mm:ss' }

/** A day as JSON Schema writes it: `2026-11-21`. */
export function DateWidget(field: WidgetProps) {
  const zone = useZone()
  const { value } = field
  return (
    <Edit
      of="date-picker"
      field={field}
      settings={DAY}
      value={typeof value === 'string' ? parseDate(value, zone) : null}
      onChange={(ms) =>
        field.onChange(typeof ms === 'number' ? formatDate(ms, DAY.format, zone) : field.options.emptyValue)
      }
    />
  )
}

/** A moment as JSON Schema writes it, in UTC: `2026-11-21T06:30:00.000Z`. */
export function DateTimeWidget(field: WidgetProps) {
  const { value } = field
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return (
    <Edit
      of="date-picker"
      field={field}
      settings={MOMENT}
      value={Number.isNaN(ms) ? null : ms}
      onChange={(next) =>
        field.onChange(typeof next === 'number' ? new Date(next).toISOString() : field.options.emptyValue)
      }
    />
  )
}

/** A time of day as JSON Schema writes it, with its zone: `06:30:00+08:00`. */
export function TimeWidget(field: WidgetProps) {
  const host = useHost()
  const zone = useZone()
  const { value } = field
  return (
    <Edit
      of="time-picker"
      field={field}
      settings={TIME}
      value={typeof value === 'string' ? value.slice(0, 8) : null}
      onChange={(time) =>
        field.onChange(
          typeof time === 'string' ? `${time}${offsetAt(host.now(), zone)}` : field.options.emptyValue,
        )
      }
    />
  )
}

function useZone(): TimeZone {
  return useHost().timeZone ?? null
}

/** How far a zone is ahead of UTC, as it is written behind a time. */
function offsetAt(ms: number, zone: TimeZone): string {
  const minutes = Math.round((momentOf(partsOf(ms, zone), 'UTC') - ms) / 60_000)
  const two = (count: number) => String(Math.trunc(Math.abs(count))).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}
