import { parseDate, type TimeZone } from '@runtime/date'
import { type Scope, scopeOf } from '@runtime/expression'
import type { CalendarEntry } from '../../calendar/entry'
import type { CalendarKind } from '../../calendar/kinds'
import { beginOf, plus, readDay } from '../calendar-days'
import type { NodeProps } from '../node'
import type { Screen } from '../screen'
import type { PageRow } from '../use-rows'

type CalendarPlan = NodeProps<'calendar'>['node']

/** An entry with the record that it shows. */
export interface RowEntry extends CalendarEntry {
  readonly row: PageRow
  /** What it is of; empty where the calendar has no kinds. */
  readonly kind: string
}

/** What the entries of a calendar are read with. */
export interface EntryReading {
  readonly screen: Screen
  readonly scope: Scope
  readonly zone: TimeZone
  readonly now: number
}

/** Records as they stand in the calendar; those without a begin are left out. `isMovable`: as far as the node lets them be. */
export function entriesOf(
  node: CalendarPlan,
  rows: readonly PageRow[],
  isMovable: boolean,
  { screen, scope, zone, now }: EntryReading,
): readonly RowEntry[] {
  const { do: pressed, moved, movable, muted, over, pressable, text, note, legend } = node
  return rows.flatMap((row, index) => {
    const span = spanOf(node, row, zone)
    if (!span) return []
    const inside = scopeOf({ row }, scope)
    return {
      ...span,
      row,
      key: `${isMovable ? 'own' : 'also'}${index}`,
      title: screen.text(text, inside),
      note: note ? screen.text(note, inside) : '',
      isOwn: isMovable,
      kind: legend ? screen.text(legend, inside) : '',
      isMuted: muted?.evaluate(inside) === true,
      isOver: over ? over.evaluate(inside) === true : (span.end ?? span.start) <= now,
      isMovable: isMovable && moved !== undefined && movable?.evaluate(inside) !== false,
      isPressable: pressed !== undefined && pressable?.evaluate(inside) !== false,
    }
  })
}

/** The kinds of entries, in the order in which they first stand; a colour is a kind's where all of it has it. */
export function kindsOf(entries: readonly RowEntry[]): readonly CalendarKind[] {
  const kinds = new Map<string, CalendarKind>()
  for (const { kind: name, color } of entries) {
    const known = kinds.get(name)
    if (name !== '') kinds.set(name, { name, color: !known || known.color === color ? color : undefined })
  }
  return [...kinds.values()]
}

type Span = Pick<CalendarEntry, 'start' | 'end' | 'allDay' | 'color'>

/** Where a record stands; null for one without a begin. */
function spanOf({ date, end, allDay, color }: CalendarPlan, row: PageRow, zone: TimeZone): Span | null {
  const own = color === undefined ? undefined : row[color]
  const rest = typeof own === 'string' && own !== '' ? { color: own } : {}
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
