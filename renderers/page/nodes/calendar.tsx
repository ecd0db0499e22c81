import { Button, Radio } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Radio/style/css.js'
import { scopeOf } from '@runtime/expression'
import { useMemo, useState } from 'react'
import { PHONE, useMedia } from '../../dialog'
import { beginOf, byDay, type Day, dayAt, daysOf, plus, readDay, turned, type View } from '../calendar-days'
import { useNodeContext } from '../context'
import type { NodeProps } from '../node'
import { type PageRow, useRows } from '../use-rows'
import './calendar.css'

/** Records of a day that are shown in its place; the others open below. */
const SHOWN = 3
const LOCALES = { zh: 'zh-CN', zhtw: 'zh-TW', en: 'en' } as const

type CalendarPlan = NodeProps<'calendar'>['node']

export function CalendarNode({ node }: NodeProps<'calendar'>) {
  const { screen, scope, runner } = useNodeContext()
  const { host } = screen
  const zone = host.timeZone ?? null
  const { rows, instead } = useRows(node)
  const [view, setView] = useState<View>(node.view)
  const [today] = useState(() => dayAt(host.now(), zone))
  const [around, setAround] = useState<Day>(() => readDay(node.at?.evaluate(scope), zone) ?? today)
  const [opened, setOpened] = useState<Day | null>(null)
  const isPhone = useMedia(PHONE)
  const days = useMemo(() => daysOf(view, around), [view, around])
  const { date, end } = node
  const entries = useMemo(
    () =>
      byDay(rows, days, (row) => ({
        from: readDay(row[date], zone),
        to: end === undefined ? null : readDay(row[end], zone),
      })),
    [rows, days, date, end, zone],
  )
  const show = (nextView: View, next: Day) => {
    setView(nextView)
    setAround(next)
    setOpened(null)
    const shown = daysOf(nextView, next)
    const [from = next, last = next] = [shown[0], shown.at(-1)]
    if (node.shown)
      void runner.run(node.shown, { from: beginOf(from, zone), to: beginOf(plus(last, 1), zone) })
  }
  const title = named(around, LOCALES[host.language], { year: 'numeric', month: 'long' })
  return (
    <section className="loam-calendar" aria-label={screen.text(node.title, scope)}>
      <header>
        <h3 aria-live="polite">{title}</h3>
        <div className="loam-tools-row">
          <Button onClick={() => show(view, turned(view, around, -1))}>
            {host.text('@page.calendarBack')}
          </Button>
          <Button onClick={() => show(view, today)}>{host.text('@page.calendarToday')}</Button>
          <Button onClick={() => show(view, turned(view, around, 1))}>{host.text('@page.calendarOn')}</Button>
          <Radio.Group
            type="button"
            aria-label={host.text('@page.calendarView')}
            value={view}
            onChange={(next: View) => show(next, around)}
            options={(['month', 'week'] as const).map((value) => ({
              value,
              label: host.text(`@page.calendar_${value}`),
            }))}
          />
        </div>
      </header>
      {instead ??
        (isPhone ? (
          <Agenda node={node} days={days} entries={entries} />
        ) : (
          <Weeks
            node={node}
            days={days}
            entries={entries}
            today={today}
            month={view === 'month' ? around.slice(0, 7) : null}
            onOpen={setOpened}
          />
        ))}
      {!instead && !isPhone && [...entries.values()].every(({ length }) => length === 0) && (
        <p role="status">{host.text('@page.calendarNothing')}</p>
      )}
      {opened !== null && !isPhone && (
        <section className="loam-calendar-day" aria-live="polite">
          <h4>{named(opened, LOCALES[host.language], { month: 'long', day: 'numeric', weekday: 'long' })}</h4>
          <Entries node={node} rows={entries.get(opened) ?? []} />
        </section>
      )}
    </section>
  )
}

interface DaysProps {
  readonly node: CalendarPlan
  readonly days: readonly Day[]
  readonly entries: ReadonlyMap<Day, readonly PageRow[]>
}

interface WeeksProps extends DaysProps {
  readonly today: Day
  /** The month whose days are plain; null: all are. */
  readonly month: string | null
  readonly onOpen: (day: Day) => void
}

function Weeks({ node, days, entries, today, month, onOpen }: WeeksProps) {
  const { screen } = useNodeContext()
  const { host } = screen
  const weeks = days.flatMap((_, index) => (index % 7 === 0 ? [days.slice(index, index + 7)] : []))
  return (
    <table>
      <thead>
        <tr>
          {days.slice(0, 7).map((day) => (
            <th key={day} scope="col">
              {named(day, LOCALES[host.language], { weekday: 'short' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const rows = entries.get(day) ?? []
              return (
                <td
                  key={day}
                  data-other={month !== null && !day.startsWith(month)}
                  aria-current={day === today ? 'date' : undefined}
                >
                  <time dateTime={day}>{Number(day.slice(8))}</time>
                  <Entries node={node} rows={rows.slice(0, SHOWN)} />
                  {rows.length > SHOWN && (
                    <button type="button" onClick={() => onOpen(day)}>
                      {host.text('@page.calendarMore', { count: rows.length - SHOWN })}
                    </button>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The days that have something, one below the other. */
function Agenda({ node, days, entries }: DaysProps) {
  const { screen } = useNodeContext()
  const { host } = screen
  const full = days.filter((day) => (entries.get(day)?.length ?? 0) > 0)
  if (full.length === 0) return <p>{host.text('@page.calendarNothing')}</p>
  return full.map((day) => (
    <section key={day} className="loam-calendar-day">
      <h4>{named(day, LOCALES[host.language], { month: 'long', day: 'numeric', weekday: 'long' })}</h4>
      <Entries node={node} rows={entries.get(day) ?? []} />
    </section>
  ))
}

/** Records that are drawn of one day; more are counted. */
const MOST = 100

function Entries({ node, rows }: { readonly node: CalendarPlan; readonly rows: readonly PageRow[] }) {
  const { screen, scope, runner } = useNodeContext()
  if (rows.length === 0) return null
  return (
    <ul>
      {rows.slice(0, MOST).map((row, index) => {
        const text = screen.text(node.text, scopeOf({ row }, scope))
        const { do: steps } = node
        return (
          // Two records may have one id; their order is what they are known by.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          <li key={`${String(row[node.key])} ${index}`}>
            {steps ? (
              <button type="button" title={text} onClick={() => void runner.run(steps, { row })}>
                {text}
              </button>
            ) : (
              <span title={text}>{text}</span>
            )}
          </li>
        )
      })}
      {rows.length > MOST && <li>{screen.host.text('@page.calendarMore', { count: rows.length - MOST })}</li>}
    </ul>
  )
}

/** A day in the words of a language; a day is the same in every zone. */
function named(day: Day, locale: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  )
}
