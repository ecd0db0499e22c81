import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import type { CalendarRef } from '@fullcalendar/react'
import { clockOf, DAY_MS } from '@runtime/date'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { BoardProps, CalendarShown, CalendarSpan } from '../../calendar/board'
import { CalendarHead, type CalendarTurn } from '../../calendar/head'
import { useHiddenKinds } from '../../calendar/hidden-kinds'
import { type CalendarKind, Kinds } from '../../calendar/kinds'
import { useChinese } from '../../calendar/use-chinese'
import { useFit } from '../../calendar/use-fit'
import { useTodayInList } from '../../calendar/use-today-in-list'
import { type CalendarView, daysShown, VIEW_NAMES } from '../../calendar/views'
import { PHONE, useMedia } from '../../dialog'
import { beginOf, dayAt, readDay } from '../calendar-days'
import { useNodeContext, useSource } from '../context'
import { ErrorNote } from '../error-note'
import type { NodeProps } from '../node'
import { isMissing, renewing } from '../stale-source'
import { useRows } from '../use-rows'
import { entriesOf, kindsOf, type RowEntry } from './calendar-entries'
import './calendar.css'

const Board = lazy(async () => (await import('../../calendar/board')).Board)

type CalendarPlan = NodeProps<'calendar'>['node']

const VIEWS = ['month', 'week', 'day', 'list'] as const
/** What a narrow screen can show. */
const PHONE_VIEWS = ['list', 'day'] as const
const HALF_HOUR = 1_800_000
const TURNS: Readonly<Record<string, CalendarTurn>> = {
  PageUp: 'prev',
  PageDown: 'next',
  t: 'today',
  T: 'today',
}

/** Something that is done to the board. */
type CalendarAct = (api: ReturnType<CalendarRef['getApi']>) => void

export function CalendarNode({ node }: NodeProps<'calendar'>) {
  const { screen, scope, runner } = useNodeContext()
  const { host } = screen
  const answered = useSource(screen, node.source ?? '')
  const isAnswered = node.source === undefined || (answered.data !== null && answered.state !== 'loading')
  const place = usePlace(node)
  const kinds = useKinds(node, useEntries(node, place.now))
  const run = (steps: CalendarPlan['do'], given: Readonly<Record<string, unknown>>) =>
    steps ? runner.run(steps, given) : Promise.resolve()
  const rowOf = (key: string) => kinds.entries.find((entry) => entry.key === key)?.row
  const words = useWords()
  const isEmpty = isAnswered && kinds.entries.length === 0
  const { now } = place
  const board = useRef<HTMLDivElement>(null)
  const fit = useFit(board, weeksOf(place.head.day))
  const isListed = place.board.view === 'list' && isAnswered && !isEmpty && place.isDrawn
  useTodayInList(board, {
    ...{ shown: isListed ? place.head.day.slice(0, 7) : null, today: place.today },
    entries: kinds.entries,
  })
  const nothing = useMemo(() => isEmpty && <Nothing {...{ node, now }} />, [isEmpty, node, now])
  return (
    <section
      className={`loam-calendar ${renewing(answered)}`}
      aria-label={screen.text(node.title, scope)}
      aria-busy={!isAnswered}
      onKeyDown={place.onKeyDown}
    >
      <CalendarHead {...{ host, ...place.head, isPhone: place.isPhone }} />
      {node.legend && (
        <Kinds
          name={host.text('@page.calendarKinds')}
          {...{ kinds: kinds.all, hidden: kinds.hidden, onToggle: kinds.toggle }}
        />
      )}
      {isMissing(answered) && (
        <ErrorNote message={answered.error} retry={() => void screen.sources.reload([node.source ?? ''])} />
      )}
      <div className="loam-calendar-board" ref={board}>
        <div>
          <LazyFallback shown={<div className="loam-calendar-wait" />}>
            <Board
              // A calendar of another width has other views.
              key={String(place.isPhone)}
              {...place.board}
              {...{ entries: kinds.entries, words, nothing, fit }}
              {...(node.do && { onOpen: (key: string) => void run(node.do, { row: rowOf(key) }) })}
              {...(node.moved && {
                onMoved: async (key: string, span: CalendarSpan) => {
                  await run(node.moved, { row: rowOf(key), ...span })
                  kinds.putBack()
                },
              })}
              {...(node.picked && {
                onPicked: (span: CalendarSpan) => void run(node.picked, { ...span }),
              })}
            />
          </LazyFallback>
        </div>
      </div>
    </section>
  )
}

/** Where the calendar stands, and what leads elsewhere. */
function usePlace(node: CalendarPlan) {
  const { screen, scope, runner } = useNodeContext()
  const { host } = screen
  const zone = host.timeZone ?? null
  const isPhone = useMedia(PHONE)
  const views: readonly CalendarView[] = isPhone ? PHONE_VIEWS : VIEWS
  const [wished, setWished] = useState<CalendarView>(isPhone ? 'list' : node.view)
  const view = views.includes(wished) ? wished : 'list'
  const calendar = useRef<CalendarRef>(null)
  const [now] = useState(() => host.now())
  const [day, setDay] = useState(() => readDay(node.at?.evaluate(scope), zone) ?? dayAt(now, zone))
  const before = useRef('')
  const [isDrawn, setDrawn] = useState(false)
  const onShown = useCallback(
    ({ day, from, to }: CalendarShown) => {
      setDay(day)
      const key = `${from} ${to}`
      if (before.current === key) return
      before.current = key
      if (node.shown) void runner.run(node.shown, { from, to })
    },
    [node.shown, runner],
  )
  // What the first days need is asked for while the board's code is still on its way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; the board says what is shown later.
  useEffect(() => {
    const { from, to } = daysShown(view, day)
    onShown({ day, from: beginOf(from, zone), to: beginOf(to, zone) })
  }, [])
  const onDrawn = useCallback(
    (shown: CalendarShown) => {
      setDrawn(true)
      onShown(shown)
    },
    [onShown],
  )
  // What is pressed while the board's code is on its way is done once it stands.
  const waiting = useRef<CalendarAct[]>([])
  const ask = useCallback((act: CalendarAct) => {
    if (calendar.current) act(calendar.current.getApi())
    else waiting.current.push(act)
  }, [])
  useEffect(() => {
    if (isDrawn) for (const act of waiting.current.splice(0)) ask(act)
  }, [isDrawn, ask])
  const onTurn = (turn: CalendarTurn) => ask((api) => api[turn]())
  const onView = (next: CalendarView) => {
    setWished(next)
    ask((api) => api.changeView(VIEW_NAMES[next]))
  }
  const onDay = useCallback((date: Date) => {
    setWished('day')
    calendar.current?.getApi().changeView(VIEW_NAMES.day, date)
  }, [])
  const onJump = (at: number) => ask((api) => api.gotoDate(new Date(clockOf(at, zone))))
  const chinese = useChinese(host.language)
  const at = beginOf(day, zone)
  return {
    isPhone,
    now,
    head: { day, at, view, views, onTurn, onView, onJump },
    isDrawn,
    today: dayAt(now, zone),
    board: {
      view,
      around: at,
      now,
      zone,
      onShown: onDrawn,
      onDay,
      chinese,
      calendar,
      language: host.language,
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => turnByKey(event, onTurn),
  }
}

/** Weeks that the month of a day takes. */
function weeksOf(day: string): number {
  const { from, to } = daysShown('month', day)
  return (Date.parse(to) - Date.parse(from)) / (7 * DAY_MS)
}

/** Not of dialogs that its steps have opened, nor while something is written. */
function turnByKey(event: KeyboardEvent<HTMLElement>, onTurn: (turn: CalendarTurn) => void): void {
  const { key, target, currentTarget, ctrlKey, metaKey, altKey } = event
  const turn = TURNS[key]
  if (!turn || ctrlKey || metaKey || altKey || !(target instanceof Element)) return
  if (!currentTarget.contains(target) || target.matches('textarea, input:not([type="radio"])')) return
  event.preventDefault()
  onTurn(turn)
}

/** Everything that stands in the calendar, those of the source first. */
function useEntries(node: CalendarPlan, now: number): readonly RowEntry[] {
  const { screen, scope } = useNodeContext()
  const zone = screen.host.timeZone ?? null
  const { rows } = useRows(node)
  const { rows: also } = useRows({ rows: node.also })
  return useMemo(() => {
    const reading = { screen, scope, zone, now }
    return [...entriesOf(node, rows, true, reading), ...entriesOf(node, also, false, reading)]
  }, [node, rows, also, screen, scope, zone, now])
}

/** The entries of the kinds that are wanted. A kind stays above the calendar while days without any of it are shown. */
function useKinds(node: CalendarPlan, all: readonly RowEntry[]) {
  const { screen } = useNodeContext()
  const { host, plan } = screen
  const [hidden, toggle] = useHiddenKinds(`${host.user?.userId ?? ''}_${plan.file}`)
  const seen = useRef(new Map<string, CalendarKind>())
  const kinds = useMemo(() => {
    for (const kind of node.legend ? kindsOf(all) : []) {
      const known = seen.current.get(kind.name)
      // Days that show one of its colours alone do not make it the kind's.
      seen.current.set(
        kind.name,
        known && known.color !== kind.color ? { name: kind.name, color: undefined } : kind,
      )
    }
    return [...seen.current.values()]
  }, [node, all])
  // What was dragged goes back to where its data has it, unless that has changed.
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` draws the same entries anew.
  const entries = useMemo(() => all.filter(({ kind }) => !hidden.has(kind)), [all, hidden, round])
  return { all: kinds, entries, hidden, toggle, putBack: () => setRound((round) => round + 1) }
}

function useWords(): BoardProps['words'] {
  const { text } = useNodeContext().screen.host
  return useMemo(
    () => ({
      more: (count: number) => text('@page.calendarMore', { count }),
      allDay: text('@page.calendarAllDay'),
      entries: text('@page.calendarEntries'),
      week: (week: number) => text('@page.calendarWeek', { week }),
      toDay: (day: string) => text('@page.calendarToDay', { day }),
    }),
    [text],
  )
}

/** What stands in a list without entries: that there are none, and the act that makes one. */
function Nothing({ node: { picked }, now }: { readonly node: CalendarPlan; readonly now: number }) {
  const { screen, runner } = useNodeContext()
  const { text } = screen.host
  return (
    <div className="loam-calendar-nothing">
      <p>{text('@page.calendarNothing')}</p>
      {picked && (
        <Button onClick={() => void runner.run(picked, { ...spanAhead(now) })}>{text('@common.add')}</Button>
      )}
    </div>
  )
}

/** The next full half hour, and an hour from there. */
function spanAhead(now: number): CalendarSpan {
  const start = Math.ceil(now / HALF_HOUR) * HALF_HOUR
  return { start, end: start + 2 * HALF_HOUR, allDay: false }
}
