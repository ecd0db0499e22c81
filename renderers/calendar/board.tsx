import FullCalendar, {
  type CalendarRef,
  type DateSelectInfo,
  type EventChangeInfo,
  type EventClickInfo,
  type EventInput,
} from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import list from '@fullcalendar/react/list'
import zhCn from '@fullcalendar/react/locales/zh-cn'
import zhTw from '@fullcalendar/react/locales/zh-tw'
import classic from '@fullcalendar/react/themes/classic'
import timeGrid from '@fullcalendar/react/timegrid'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import { clockOf, type TimeZone } from '@runtime/date'
import type { Language } from '@runtime/text'
import { type Ref, useMemo } from 'react'
import { inkOn } from '../colour'
import { momentDrawn } from './clock'
import { type CalendarView, VIEW_NAMES } from './views'

/** Something that stands in the calendar; of whole days `end` is the first one after it. */
export interface CalendarEntry {
  readonly key: string
  readonly title: string
  readonly start: number
  readonly end: number | null
  readonly allDay: boolean
  readonly color?: string
  readonly isMuted: boolean
  readonly isMovable: boolean
}

/** A span that a person has chosen or dragged something to. */
export interface CalendarSpan {
  readonly start: number
  readonly end: number
  readonly allDay: boolean
}

export interface BoardProps {
  readonly entries: readonly CalendarEntry[]
  readonly view: CalendarView
  /** Where it begins; later its ref moves it. */
  readonly around: number
  readonly now: number
  readonly zone: TimeZone
  readonly language: Language
  readonly words: { readonly more: (count: number) => string; readonly none: string; readonly allDay: string }
  readonly calendar: Ref<CalendarRef>
  readonly onShown: (shown: { readonly title: string; readonly from: number; readonly to: number }) => void
  readonly onOpen?: (key: string) => void
  readonly onMoved?: (key: string, span: CalendarSpan) => void
  readonly onPicked?: (span: CalendarSpan) => void
}

const LOCALES = { zh: zhCn, zhtw: zhTw, en: 'en' } as const
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Entries of a day that a month shows; the others open beside it. */
const SHOWN = 4

/** FullCalendar, without its own head: what stands above it is ours. */
export function Board(props: BoardProps) {
  const { entries, zone, language, words, onOpen, onMoved, onPicked } = props
  const events = useMemo(() => entries.map((entry) => eventOf(entry, zone)), [entries, zone])
  const span = (start: Date | null, end: Date | null, allDay: boolean): CalendarSpan => {
    const from = start?.getTime() ?? 0
    const to = end?.getTime() ?? from + (allDay ? DAY_MS : HOUR_MS)
    return { start: momentDrawn(from, zone), end: momentDrawn(to, zone), allDay }
  }
  const moved = ({ event }: EventChangeInfo) =>
    onMoved?.(event.id, span(event.start, event.end, event.allDay))
  return (
    <FullCalendar
      ref={props.calendar}
      plugins={[dayGrid, timeGrid, list, interaction, classic]}
      locale={LOCALES[language]}
      timeZone="UTC"
      firstDay={1}
      initialView={VIEW_NAMES[props.view]}
      initialDate={new Date(clockOf(props.around, zone))}
      now={new Date(clockOf(props.now, zone))}
      nowIndicator
      headerToolbar={false}
      height="auto"
      scrollTime="07:00:00"
      slotHeaderFormat={CLOCK}
      eventTimeFormat={CLOCK}
      dayMaxEvents={SHOWN}
      moreLinkText={words.more}
      noEventsText={words.none}
      allDayText={words.allDay}
      events={events}
      editable={onMoved !== undefined}
      eventResizableFromStart={onMoved !== undefined}
      selectable={onPicked !== undefined}
      selectMirror
      unselectAuto
      eventInteractive={onOpen !== undefined}
      datesSet={({ view, start, end }) =>
        props.onShown({
          title: view.title,
          from: momentDrawn(start.getTime(), zone),
          to: momentDrawn(end.getTime(), zone),
        })
      }
      {...(onOpen && { eventClick: ({ event }: EventClickInfo) => onOpen(event.id) })}
      {...(onMoved && { eventDrop: moved, eventResize: moved })}
      {...(onPicked && {
        select: ({ start, end, allDay }: DateSelectInfo) => onPicked(span(start, end, allDay)),
      })}
    />
  )
}

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

function eventOf(entry: CalendarEntry, zone: TimeZone): EventInput {
  const { key, title, start, end, allDay, color, isMuted, isMovable } = entry
  const place = (ms: number) => {
    const text = new Date(clockOf(ms, zone)).toISOString()
    return allDay ? text.slice(0, 10) : text.slice(0, 19)
  }
  return {
    ...{ id: key, title, allDay, start: place(start), editable: isMovable },
    ...(end !== null && { end: place(end) }),
    ...(color !== undefined && { color, contrastColor: inkOn(color) }),
    ...(isMuted && { className: 'loam-calendar-muted' }),
  }
}
