import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconDown, IconLeft, IconRight } from '@arco-design/web-react/icon'
import type { Host } from '@runtime/host'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { Popup } from '@widgets/shared/popup'
import { RadioRow } from '@widgets/shared/radio-row'
import { useEffect, useRef, useState } from 'react'
import { type CalendarView, nameShown, weekOf } from './views'

const DatePanel = lazy(async () => (await import('@widgets/date-picker/panel')).DatePanel)
const ANY = { start: null, end: null, closed: false }

export type CalendarTurn = 'prev' | 'next' | 'today'

/** What stands above the board: which days it shows, how to come to others, and how they are shown. */
export function CalendarHead({
  host,
  day,
  at,
  view,
  views,
  isPhone,
  onTurn,
  onView,
  onJump,
}: {
  readonly host: Host
  /** The day that the board stands at, `2026-11-29`, and its first moment. */
  readonly day: string
  readonly at: number
  readonly view: CalendarView
  readonly views: readonly CalendarView[]
  /** A phone has no room for the year of a day, nor for whole names of months. */
  readonly isPhone: boolean
  readonly onTurn: (turn: CalendarTurn) => void
  readonly onView: (view: CalendarView) => void
  /** @param at a moment of the day that was chosen */
  readonly onJump: (at: number) => void
}) {
  const { text, language } = host
  const week = view === 'week' ? text('@page.calendarWeek', { week: weekOf(day) }) : ''
  return (
    <header>
      <div className="loam-calendar-turns">
        <Button
          icon={<IconLeft />}
          aria-label={text('@page.calendarBack')}
          aria-keyshortcuts="PageUp"
          onClick={() => onTurn('prev')}
        />
        <Button aria-keyshortcuts="T" onClick={() => onTurn('today')}>
          {text('@page.calendarToday')}
        </Button>
        <Button
          icon={<IconRight />}
          aria-label={text('@page.calendarOn')}
          aria-keyshortcuts="PageDown"
          onClick={() => onTurn('next')}
        />
      </div>
      <Jump host={host} at={at} onJump={onJump} name={nameShown(view, day, language, isPhone)} week={week} />
      <RadioRow
        type="button"
        aria-label={text('@page.calendarView')}
        value={view}
        onChange={onView}
        options={views.map((value) => ({ value, label: text(`@page.calendar_${value}`) }))}
      />
    </header>
  )
}

/** The title; a press on it lets a day be chosen to go to. */
function Jump({
  host,
  at,
  name,
  week,
  onJump,
}: {
  readonly host: Host
  readonly at: number
  readonly name: string
  readonly week: string
  readonly onJump: (at: number) => void
}) {
  const place = useRef<HTMLHeadingElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    const close = (event: Event) => {
      const { target } = event
      const isInside =
        target instanceof Element &&
        (place.current?.contains(target) || target.closest('.loam-calendar-jump'))
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !isInside) setOpen(false)
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('keydown', close)
    }
  }, [isOpen])
  return (
    <h3 ref={place}>
      <button
        type="button"
        className="loam-calendar-title"
        aria-expanded={isOpen}
        title={host.text('@page.calendarJump')}
        onClick={() => setOpen(!isOpen)}
      >
        <span aria-live="polite">
          {name} {week !== '' && <small>{week}</small>}
        </span>
        <IconDown aria-hidden />
      </button>
      {isOpen && (
        <Popup anchor={place} className="loam-calendar-jump">
          <LazyFallback shown={null}>
            <DatePanel
              {...{ value: at, format: 'yyyy-MM-dd', range: ANY, host }}
              onPick={(picked) => {
                setOpen(false)
                onJump(picked)
              }}
              onClose={() => setOpen(false)}
            />
          </LazyFallback>
        </Popup>
      )}
    </h3>
  )
}
