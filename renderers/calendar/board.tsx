import FullCalendar, {
  type CalendarOptions,
  type CalendarRef,
  type DateSelectInfo,
  type EventChangeInfo,
  type EventClickInfo,
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
import './board.css'
import { clockOf, type TimeZone } from '@runtime/date'
import type { Language } from '@runtime/text'
import { type ReactNode, type Ref, useMemo } from 'react'
import { momentDrawn } from './clock'
import { DayOfList, DayOfMonth, DayOfWeek, dayDrawn } from './day-head'
import { type CalendarEntry, EntryWords, eventOf } from './entry'
import type { Chinese } from './use-chinese'
import { type CalendarView, VIEW_NAMES } from './views'

/** A span that a person has chosen or dragged something to. */
export interface CalendarSpan {
  readonly start: number
  readonly end: number
  readonly allDay: boolean
}

/** What the board shows now; `day` is the one it stands at. */
export interface CalendarShown {
  readonly day: string
  readonly from: number
  readonly to: number
}

export interface BoardProps {
  readonly entries: readonly CalendarEntry[]
  readonly view: CalendarView
  /** Where it begins; later its ref moves it. */
  readonly around: number
  readonly now: number
  /** Entries that a day of a month has room for; what is more stands beside it. */
  readonly fit: number
  readonly zone: TimeZone
  readonly language: Language
  readonly chinese: Chinese
  readonly words: {
    readonly more: (count: number) => string
    readonly allDay: string
    readonly entries: string
    readonly week: (week: number) => string
    /** What a press on a date does. */
    readonly toDay: (day: string) => string
  }
  /** Stands in a list that has nothing. */
  readonly nothing: ReactNode
  readonly calendar: Ref<CalendarRef>
  readonly onShown: (shown: CalendarShown) => void
  /** A date was pressed. */
  readonly onDay: (date: Date) => void
  readonly onOpen?: (key: string) => void
  readonly onMoved?: (key: string, span: CalendarSpan) => void
  readonly onPicked?: (span: CalendarSpan) => void
}

const LOCALES = { zh: zhCn, zhtw: zhTw, en: 'en-gb' } as const
const PLUGINS = [dayGrid, timeGrid, list, interaction, classic]
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
/** A finger that rests this long drags, one that moves scrolls. */
const PRESS_MS = 450

/** FullCalendar, without its own head: what stands above it is ours. */
export function Board(props: BoardProps) {
  const { entries, zone, language, words, onOpen, onMoved, onPicked } = props
  const events = useMemo(() => entries.map((entry) => eventOf(entry, zone)), [entries, zone])
  const looks = useLooks(props)
  const span = (start: Date | null, end: Date | null, allDay: boolean): CalendarSpan => {
    const from = start?.getTime() ?? 0
    const to = end?.getTime() ?? from + (allDay ? DAY_MS : HOUR_MS)
    return { start: momentDrawn(from, zone), end: momentDrawn(to, zone), allDay }
  }
  const moved = ({ event }: EventChangeInfo) =>
    onMoved?.(event.id, span(event.start, event.end, event.allDay))
  return (
    <FullCalendar
      {...STANDING}
      {...looks}
      ref={props.calendar}
      locale={LOCALES[language]}
      initialView={VIEW_NAMES[props.view]}
      initialDate={new Date(clockOf(props.around, zone))}
      now={new Date(clockOf(props.now, zone))}
      moreLinkHint={words.more}
      allDayText={words.allDay}
      eventsHint={words.entries}
      navLinkDayClick={props.onDay}
      events={events}
      editable={onMoved !== undefined}
      eventResizableFromStart={onMoved !== undefined}
      selectable={onPicked !== undefined}
      datesSet={({ view, start, end }) =>
        props.onShown({
          day: dayDrawn(view.currentStart),
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

/** A day of a month shows its own entries before those that stand there too, each in the order of their time. */
const OWN_FIRST = 'rank,start,-duration,allDay,title'

/** What is the same for every calendar. */
const STANDING: CalendarOptions = {
  plugins: PLUGINS,
  timeZone: 'UTC',
  firstDay: 1,
  nowIndicator: true,
  headerToolbar: false,
  height: '100%',
  borderlessX: true,
  fixedWeekCount: false,
  weekNumbers: true,
  weekNumberCalculation: 'ISO',
  navLinks: true,
  scrollTime: '07:00:00',
  scrollTimeReset: false,
  slotHeaderFormat: CLOCK,
  eventTimeFormat: CLOCK,
  eventDisplay: 'block',
  dayMaxEvents: true,
  moreLinkText: (count) => `+${count}`,
  selectMirror: true,
  unselectAuto: true,
  eventLongPressDelay: PRESS_MS,
  selectLongPressDelay: PRESS_MS,
  listDayFormat: { month: 'long', day: 'numeric', weekday: 'long' },
  eventContent: EntryWords,
}

/** Heads of days, and which days people have off. */
function useLooks({ chinese, words, nothing, fit }: BoardProps): CalendarOptions {
  return useMemo(() => {
    const rests = ({ date }: { readonly date: Date }) => {
      const arranged = chinese?.chineseDay(dayDrawn(date)).arranged ?? null
      const isWeekend = date.getUTCDay() % 6 === 0
      return (isWeekend && arranged !== 'work') || arranged === 'off' ? 'loam-rest' : ''
    }
    return {
      dayCellClass: (info) => {
        const isFirst = info.view.type === VIEW_NAMES.month && info.dow === 1 && !info.inPopover
        return `${rests(info)} ${info.isOther ? 'loam-other' : ''} ${isFirst ? 'loam-week-begin' : ''}`
      },
      views: { [VIEW_NAMES.month]: { dayMaxEvents: fit, eventOrder: OWN_FIRST } },
      dayLaneClass: rests,
      dayCellTopContent: ({ date }) => <DayOfMonth date={date} chinese={chinese} />,
      dayHeaderContent: ({ date, text, weekdayText, view, inPopover }) =>
        view.type === VIEW_NAMES.month || inPopover ? (
          text
        ) : (
          <DayOfWeek date={date} weekdayText={weekdayText} chinese={chinese} />
        ),
      listDayHeaderContent: ({ date, text }) => <DayOfList date={date} text={text} chinese={chinese} />,
      // The second place of a head would say the weekday again, and cannot be switched off.
      listDayHeaderInnerClass: ({ level }) => (level === 0 ? '' : 'loam-again'),
      inlineWeekNumberClass: 'loam-week',
      inlineWeekNumberContent: ({ num }) => words.week(num),
      weekNumberHeaderContent: () => null,
      navLinkHint: (text, date) => {
        const said = chinese?.inWords(chinese.chineseDay(dayDrawn(date))) ?? ''
        return words.toDay(said === '' ? text : `${text}，${said}`)
      },
      noEventsContent: () => nothing,
    }
  }, [chinese, words, nothing, fit])
}
