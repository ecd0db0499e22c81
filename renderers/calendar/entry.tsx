import type { EventDisplayInfo, EventInput } from '@fullcalendar/react'
import { clockOf, type TimeZone } from '@runtime/date'

/** Something that stands in the calendar; of whole days `end` is the first one after it. */
export interface CalendarEntry {
  readonly key: string
  readonly title: string
  /** What else is to be known of it: beside it in a list, in its tip elsewhere. */
  readonly note: string
  readonly start: number
  readonly end: number | null
  readonly allDay: boolean
  readonly color?: string
  /** It is one of the calendar's own, which a full day shows first. */
  readonly isOwn: boolean
  readonly isMuted: boolean
  readonly isOver: boolean
  readonly isMovable: boolean
  readonly isPressable: boolean
}

export function eventOf(entry: CalendarEntry, zone: TimeZone): EventInput {
  const { key, title, note, start, end, allDay, color, isOwn, isMuted, isOver, isMovable, isPressable } =
    entry
  const place = (ms: number) => {
    const text = new Date(clockOf(ms, zone)).toISOString()
    return allDay ? text.slice(0, 10) : text.slice(0, 19)
  }
  const looks = ['loam-entry', isMuted && 'loam-entry-muted', isOver && 'loam-entry-over']
  return {
    ...{ id: key, title, allDay, start: place(start), editable: isMovable, interactive: isPressable },
    ...(end !== null && { end: place(end) }),
    ...(color !== undefined && { color }),
    className: looks.filter(Boolean).join(' '),
    extendedProps: { note, rank: isOwn ? 0 : 1 },
  }
}

/** What is written in an entry: when, what, and in a list what else there is to it. */
export function EntryWords({ event, view, timeText, timeClass, titleClass }: EventDisplayInfo) {
  const note = String(event.extendedProps['note'] ?? '')
  const isList = view.type.startsWith('list')
  return (
    <>
      {timeText !== '' && <div className={`loam-entry-time ${timeClass}`}>{timeText}</div>}
      <div
        className={`loam-entry-title ${titleClass}`}
        {...(!isList && { title: [timeText, event.title, note].filter(Boolean).join(' ') })}
      >
        {event.title}
        {note !== '' && <small className={isList ? '' : 'loam-visually-hidden'}>{note}</small>}
      </div>
    </>
  )
}
