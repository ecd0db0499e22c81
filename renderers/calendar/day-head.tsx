import type { DayCellInfo, DayHeaderInfo, ListDayHeaderInnerInfo } from '@fullcalendar/react'
import { useLayoutEffect, useRef } from 'react'
import type { Chinese } from './use-chinese'

/** A day as the board names it, whose clocks are UTC's. */
export const dayDrawn = (date: Date) => date.toISOString().slice(0, 10)

/** Over the entries of a day in a month. */
export function DayOfMonth({ date, chinese }: Pick<DayCellInfo, 'date'> & { readonly chinese: Chinese }) {
  return (
    <span className="loam-day">
      <span className="loam-day-number">{date.getUTCDate()}</span>
      <ChineseMarks date={date} chinese={chinese} />
    </span>
  )
}

/** Over the hours of a day. */
export function DayOfWeek({
  date,
  weekdayText,
  chinese,
}: Pick<DayHeaderInfo, 'date' | 'weekdayText'> & { readonly chinese: Chinese }) {
  const place = useRef<HTMLSpanElement>(null)
  const words = chinese?.inWords(chinese.chineseDay(dayDrawn(date))) ?? ''
  useLayoutEffect(() => {
    // The library names the head by its date, and leaves no room for more in the name.
    const head = place.current?.closest('[aria-label]')
    if (words === '') head?.removeAttribute('aria-description')
    else head?.setAttribute('aria-description', words)
  }, [words])
  return (
    <span ref={place} className="loam-day loam-day-of-week">
      <span className="loam-day-name">{weekdayText}</span>
      <span className="loam-day-number">{date.getUTCDate()}</span>
      <ChineseMarks date={date} chinese={chinese} />
    </span>
  )
}

/** Over the entries of a day in a list. */
export function DayOfList({
  date,
  text,
  chinese,
}: Pick<ListDayHeaderInnerInfo, 'date' | 'text'> & { readonly chinese: Chinese }) {
  return (
    <span className="loam-day loam-day-of-list">
      <span>{text}</span>
      <ChineseMarks date={date} chinese={chinese} />
    </span>
  )
}

function ChineseMarks({ date, chinese }: { readonly date: Date; readonly chinese: Chinese }) {
  if (!chinese) return null
  const day = chinese.chineseDay(dayDrawn(date))
  const isNamed = day.festival !== null || day.term !== null
  return (
    <>
      <span className="loam-day-lunar" data-named={isNamed} title={chinese.inWords(day)}>
        {chinese.inShort(day)}
      </span>
      {day.arranged && (
        <span className="loam-day-arranged" data-arranged={day.arranged}>
          {chinese.ARRANGED[day.arranged]}
        </span>
      )}
    </>
  )
}
