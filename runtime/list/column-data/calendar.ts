import type { FieldPlan } from '../../form/plan'
import { isSecret } from '../../form/secret'
import { isRecord } from '../../json'
import { unitOf } from '../../widget/moment-format'
import { readFlag } from '../../widget/read'
import { fieldOfProp, isListable } from '../fields'
import { textOf } from '../json'
import type { CalendarPlan } from '../plan'
import { ListError, SECRET_USED } from '../problem'
import { decodeConditions } from '../super-query'
import type { Reading } from './reading'

type Json = Readonly<Record<string, unknown>>

/** The colour that a calendar shows dates in; a document's own words for colours are no part of this. */
const COLOR = /^#[0-9a-f]{6}$/i

/**
 * What of a model's records stands in people's calendars (`calendar`, a member of our own beside the documented ones). Without a
 * date that can stand there, or with conditions that cannot be read, nothing does.
 */
export function calendarOf(reading: Reading): CalendarPlan | undefined {
  const { form, source, lose } = reading
  const written = source['calendar']
  if (!isRecord(written) || textOf(written['field']) === '') return undefined
  const field = fieldOfProp(form, written['field'])
  if (!field || !isDate(field)) {
    lose('/calendar/field', '@list.calendarField', textOf(written['field']))
    return undefined
  }
  const filter = conditionsOf(reading, written)
  if (filter === undefined) return undefined
  const end = endOf(reading, written, field)
  const color = textOf(written['color'])
  if (color !== '' && !COLOR.test(color)) lose('/calendar/color', '@list.calendarColor')
  return {
    field: field.path,
    ...(end && { end: end.path }),
    isAllDay: isOfDays(field),
    ...(COLOR.test(color) && { color }),
    titles: titlesOf(reading, written),
    filter,
    isDeadline: readFlag(written['isDeadline']) ?? false,
  }
}

/** Whether a field's values say a day at least, one for each record. */
export function isDate(field: FieldPlan): boolean {
  const { definition, table, columns, stored, settings } = field
  const isOwn = definition?.key === 'date-picker' && stored && !table && !columns
  const unit = unitOf(textOf(settings['format']))
  return isOwn && unit !== 'year' && unit !== 'month'
}

/** Whole days, and no moments of them. */
const isOfDays = (field: FieldPlan) => unitOf(textOf(field.settings['format'])) === 'day'

/** A last day after a first one, or a moment after a moment. */
function endOf({ form, lose }: Reading, written: Json, field: FieldPlan): FieldPlan | undefined {
  const prop = textOf(written['endField'])
  if (prop === '') return undefined
  const end = fieldOfProp(form, prop)
  if (end && end !== field && isDate(end) && isOfDays(end) === isOfDays(field)) return end
  lose('/calendar/endField', '@list.calendarEnd', prop)
  return undefined
}

function titlesOf({ form, lose }: Reading, written: Json): readonly string[] {
  const props: readonly unknown[] = Array.isArray(written['titleFields']) ? written['titleFields'] : []
  return props.flatMap((prop, index) => {
    const field = fieldOfProp(form, prop)
    if (field && !field.table && isListable(field) && !isSecret(field)) return [field.path]
    const name = String(prop)
    if (field && isSecret(field)) lose(`/calendar/titleFields/${index}`, SECRET_USED, name, { field: name })
    else lose(`/calendar/titleFields/${index}`, '@list.calendarTitle', name)
    return []
  })
}

/** Undefined where they cannot be read: what they are there to leave out must not be shown. */
function conditionsOf({ form, lose }: Reading, written: Json): CalendarPlan['filter'] | undefined {
  try {
    return decodeConditions(form, written['conditions'])
  } catch (error) {
    if (!(error instanceof ListError)) throw error
    lose(`/calendar/conditions${error.pointer}`, '@list.calendarConditions')
    return undefined
  }
}
