import './recurrence.css'
import { type Repetition, readRepetition, repetitionText, withStart } from '@runtime/schedule/repetition'
import { dayStart, type Wall } from '@runtime/schedule/wall'
import { useEffect, useMemo, useReducer, useRef } from 'react'
import { lazy } from '../shared/lazy'
import { Choices } from './choices'
import { beginOf, faultText, pathsOf, recurrenceText } from './definition'
import type { RecurrenceProps } from './parts'

/** What reckons dates is 50 KB, which a form that repeats nothing does without. */
const Coming = lazy(() => import('./coming').then(({ Coming }) => Coming))

/** How something repeats, chosen part by part; below it the rule in words and the next dates. */
export function RecurrenceEdit(props: RecurrenceProps) {
  const { value, host, settings, error } = props
  const begin = useBegin(props)
  const start =
    begin.start ?? beginOf({ ...settings, start: '' }, { ...host, get: props.context.get }).start ?? 0
  const { rule, repetition, fault } = readRepetition(value ?? '', begin.zone)
  const set = (next: Repetition | null) => props.onChange(next && repetitionText(next))
  useFollowing(begin.start, value ? repetition : null, set)
  if (props.disabled || props.readonly)
    return (
      <span className="loam-recurrence-locked">
        {value ? recurrenceText(value, host) : host.text('@schedule.repeats.1')}
      </span>
    )
  return (
    <div className="loam-recurrence">
      <Choices props={props} start={start} repetition={repetition} set={set} />
      {value && rule && fault === null && (
        <div className="loam-recurrence-said">
          <p>{recurrenceText(value, host)}</p>
          {settings.times > 0 && (
            <Coming {...{ rule, start, host }} zone={begin.zone} count={settings.times} />
          )}
        </div>
      )}
      {value && fault !== null && error === null && (
        <p className="loam-recurrence-fault">{faultText(fault, host)}</p>
      )}
    </div>
  )
}

/** When it begins, drawn again when the fields that say so change. */
function useBegin({ settings, host, context }: RecurrenceProps) {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const paths = useMemo(() => pathsOf(settings), [settings])
  useEffect(() => (paths.length > 0 ? context.subscribe(paths, redraw) : undefined), [context, paths])
  return beginOf(settings, { ...host, get: (path) => context.get(path) })
}

/** What was chosen as the start's own weekday of a month stays that when the start moves. */
function useFollowing(
  start: Wall | null,
  repetition: Repetition | null,
  set: (repetition: Repetition) => void,
): void {
  const before = useRef(start)
  useEffect(() => {
    const [from, to] = [before.current, start]
    if (to === null) return
    before.current = to
    if (from === null || repetition === null || dayStart(from) === dayStart(to)) return
    const next = withStart(repetition, from, to)
    if (next !== repetition) set(next)
  })
}
