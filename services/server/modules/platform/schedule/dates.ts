import { SCHEDULE_WINDOW, type scheduleCalls } from '@services/contract/areas/platform/schedule'
import type { InputOf, ResponseOf } from '@services/contract/call'
import type { CallContext, ModuleServer } from '../../../module'
import { demandWindow } from './window'

const MINUTE = 60_000

/** A date of a source, in milliseconds since 1970. */
export interface SourceDate {
  /** Unique within its source. */
  readonly id: string
  readonly title: string
  readonly start: number
  /** Not before `start`. Of whole days the midnight after the last one, in the product's zone. */
  readonly end: number
  readonly isAllDay?: boolean
  /** What has become of it, in the caller's language. */
  readonly note?: string
  readonly isOver?: boolean
  /** Where it is changed; none where the caller has no such screen. */
  readonly path?: string
  /** What it is where a source has several kinds; the source's own name and colour where it does not say. */
  readonly kind?: { readonly id: string; readonly text: string; readonly color?: string }
}

/** Something that has dates of its own, which stand in people's calendars beside what they have planned. */
export interface CalendarSource {
  readonly id: string
  /** Locale key of what its dates are called. */
  readonly title: string
  readonly color: string
  /** What the caller may see of it between two moments (milliseconds since 1970); rights are the source's own to ask. */
  dates(
    context: CallContext,
    span: { readonly from: number; readonly to: number },
  ): Promise<readonly SourceDate[]>
}

type Answer = ResponseOf<(typeof scheduleCalls)['schedule.dates']>

/** Dates of all sources, the earliest first. One that fails keeps no other away: it is named. */
export async function listDates(
  { log }: Pick<ModuleServer, 'log'>,
  sources: readonly CalendarSource[],
  context: CallContext,
  { startTime, endTime }: InputOf<(typeof scheduleCalls)['schedule.dates']>,
): Promise<Answer> {
  demandWindow(startTime, endTime)
  const missing: string[] = []
  const found = await Promise.all(
    sources.map(async (source) => {
      try {
        const dates = await source.dates(context, { from: startTime, to: endTime })
        return dates.map((date) => wireOf(source, date, context))
      } catch (error) {
        log.warn(`dates of "${source.id}" could not be read: ${error}`)
        missing.push(context.text(source.title))
        return []
      }
    }),
  )
  const list = found.flat().sort((a, b) => a.startDay - b.startDay)
  return {
    list: list.slice(0, SCHEDULE_WINDOW.most),
    missing,
    isCut: list.length > SCHEDULE_WINDOW.most ? 1 : 0,
  }
}

function wireOf(source: CalendarSource, date: SourceDate, { text }: CallContext): Answer['list'][number] {
  const { id, title, start, end, isAllDay = false, note = '', isOver = false, path = '', kind } = date
  return {
    ...{
      id: `${source.id}/${id}`,
      source: kind?.id ?? source.id,
      sourceText: kind?.text ?? text(source.title),
    },
    ...{ title, allDay: isAllDay ? 1 : 0, startDay: start, endDay: isAllDay ? end - MINUTE : end },
    ...{ color: kind?.color ?? source.color, note, isOver: isOver ? 1 : 0, path },
  }
}
