import { formatDate } from '@runtime/date'
import type { Host } from '@runtime/host'
import { comingOf } from '@runtime/schedule/coming'
import { weekdayOfWall } from '@runtime/schedule/repetition'
import type { Rule } from '@runtime/schedule/rule'
import { dayStart, type Wall, wallAt } from '@runtime/schedule/wall'
import { useMemo } from 'react'
import { faultText } from './definition'

/** The next dates of a rule, or why there are none. */
export function Coming({
  rule,
  start,
  zone,
  count,
  host,
}: {
  readonly rule: Rule
  readonly start: Wall
  readonly zone: string
  readonly count: number
  readonly host: Host
}) {
  const today = dayStart(wallAt(host.now(), zone))
  const found = useMemo(() => comingOf(rule, start, today, zone, count), [rule, start, today, zone, count])
  if (typeof found === 'string') return <p className="loam-recurrence-fault">{faultText(found, host)}</p>
  if (found.length === 0) return null
  return (
    <ol aria-label={host.text('@recurrence.next')}>
      {found.map((wall) => (
        <li key={wall}>
          {formatDate(wall, 'yyyy-MM-dd', 'UTC')} {host.text(`@recurrence.weekday.${weekdayOfWall(wall)}`)}
        </li>
      ))}
    </ol>
  )
}
