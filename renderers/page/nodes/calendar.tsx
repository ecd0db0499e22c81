import { Button, Skeleton } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import type { CalendarRef } from '@fullcalendar/react'
import { parseDate, type TimeZone } from '@runtime/date'
import { scopeOf } from '@runtime/expression'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { CalendarEntry, CalendarSpan } from '../../calendar/board'
import { type CalendarView, VIEW_NAMES } from '../../calendar/views'
import { PHONE, useMedia } from '../../dialog'
import { beginOf, plus, readDay } from '../calendar-days'
import { useNodeContext } from '../context'
import type { NodeProps } from '../node'
import { type PageRow, useRows } from '../use-rows'
import './calendar.css'
import { RadioRow } from '@widgets/shared/radio-row'

const Board = lazy(async () => (await import('../../calendar/board')).Board)

type CalendarPlan = NodeProps<'calendar'>['node']

const VIEWS = ['month', 'week', 'day', 'list'] as const
/** What a narrow screen can show. */
const PHONE_VIEWS = ['list', 'day'] as const
const WAITING = <Skeleton animation text={{ rows: 8 }} />

export function CalendarNode({ node }: NodeProps<'calendar'>) {
  const { screen, scope, runner } = useNodeContext()
  const { host } = screen
  const zone = host.timeZone ?? null
  const { rows, instead } = useRows(node)
  const isPhone = useMedia(PHONE)
  const views: readonly CalendarView[] = isPhone ? PHONE_VIEWS : VIEWS
  const [wished, setWished] = useState<CalendarView>(isPhone ? 'list' : node.view)
  const view = views.includes(wished) ? wished : 'list'
  const [title, setTitle] = useState('')
  const calendar = useRef<CalendarRef>(null)
  const [now] = useState(() => host.now())
  const [around] = useState(() => {
    const day = readDay(node.at?.evaluate(scope), zone)
    return day === null ? now : beginOf(day, zone)
  })
  // What was dragged goes back to where its data has it, unless that has changed.
  const [round, setRound] = useState(0)
  const { movable, muted } = node
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` draws the same entries anew.
  const entries = useMemo(
    () =>
      rows.flatMap((row, index) => {
        const inside = scopeOf({ row }, scope)
        const entry = entryOf(node, row, String(index), zone)
        return entry
          ? [
              {
                ...entry,
                title: screen.text(node.text, inside),
                isMuted: muted?.evaluate(inside) === true,
                isMovable: node.moved !== undefined && movable?.evaluate(inside) !== false,
              },
            ]
          : []
      }),
    [rows, node, zone, scope, round],
  )
  const run = async (steps: CalendarPlan['do'], given: Readonly<Record<string, unknown>>) => {
    if (steps) await runner.run(steps, given)
  }
  const onMoved = async (key: string, span: CalendarSpan) => {
    await run(node.moved, { row: rows[Number(key)], ...span })
    setRound((round) => round + 1)
  }
  const shownBefore = useRef('')
  const onShown = useCallback(
    (shown: { readonly title: string; readonly from: number; readonly to: number }) => {
      setTitle(shown.title)
      const key = `${shown.from} ${shown.to}`
      if (shownBefore.current === key) return
      shownBefore.current = key
      if (node.shown) void runner.run(node.shown, { from: shown.from, to: shown.to })
    },
    [node.shown, runner],
  )
  const turn = (how: 'prev' | 'next' | 'today') => calendar.current?.getApi()[how]()
  return (
    <section className="loam-calendar" aria-label={screen.text(node.title, scope)}>
      <header>
        <h3 aria-live="polite">{title}</h3>
        <div className="loam-tools-row">
          <Button onClick={() => turn('prev')}>{host.text('@page.calendarBack')}</Button>
          <Button onClick={() => turn('today')}>{host.text('@page.calendarToday')}</Button>
          <Button onClick={() => turn('next')}>{host.text('@page.calendarOn')}</Button>
          <RadioRow
            type="button"
            aria-label={host.text('@page.calendarView')}
            value={view}
            onChange={(next: CalendarView) => {
              setWished(next)
              calendar.current?.getApi().changeView(VIEW_NAMES[next])
            }}
            options={views.map((value) => ({ value, label: host.text(`@page.calendar_${value}`) }))}
          />
        </div>
      </header>
      {instead ?? (
        <LazyFallback shown={WAITING}>
          <Board
            // A calendar of another width has other views.
            key={String(isPhone)}
            {...{ entries, view, around, now, zone, onShown, calendar }}
            language={host.language}
            words={{
              more: (count) => host.text('@page.calendarMore', { count }),
              none: host.text('@page.calendarNothing'),
              allDay: host.text('@page.calendarAllDay'),
            }}
            {...(node.do && { onOpen: (key: string) => void run(node.do, { row: rows[Number(key)] }) })}
            {...(node.moved && { onMoved })}
            {...(node.picked && { onPicked: (span: CalendarSpan) => void run(node.picked, { ...span }) })}
          />
        </LazyFallback>
      )}
      {!instead && view !== 'list' && entries.length === 0 && (
        <p className="loam-calendar-nothing">{host.text('@page.calendarNothing')}</p>
      )}
    </section>
  )
}

/** Where a record stands; null for one without a begin. */
function entryOf(
  { date, end, allDay, color }: CalendarPlan,
  row: PageRow,
  key: string,
  zone: TimeZone,
): Pick<CalendarEntry, 'key' | 'start' | 'end' | 'allDay' | 'color'> | null {
  const own = color === undefined ? undefined : row[color]
  const rest = { key, ...(typeof own === 'string' && own !== '' && { color: own }) }
  const isDay = allDay === undefined || row[allDay] === true || row[allDay] === 1
  if (!isDay) {
    const [from, to] = [row[date], end === undefined ? null : row[end]].map((value) =>
      typeof value === 'number' ? value : parseDate(String(value ?? ''), zone),
    )
    return from == null ? null : { ...rest, start: from, end: to ?? null, allDay: false }
  }
  const from = readDay(row[date], zone)
  if (from === null) return null
  const last = end === undefined ? null : readDay(row[end], zone)
  const days = last === null || last < from ? from : last
  return { ...rest, start: beginOf(from, zone), end: beginOf(plus(days, 1), zone), allDay: true }
}
