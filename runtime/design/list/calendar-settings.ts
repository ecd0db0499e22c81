import type { FormPlan } from '../../form/plan'
import { isSecret } from '../../form/secret'
import { isDate } from '../../list/column-data/calendar'
import { isListable } from '../../list/fields'
import type { SettingPlace } from '../../widget/setting-place'
import type { ModelTree } from '../document'
import { flag, type MemberSetting, text, whole } from '../subjects/member'
import { columnsOffered } from './entries'
import { oneField, setting, someFields } from './list-settings'

type Place = Omit<SettingPlace, 'section'>
type Made = Pick<MemberSetting, 'schema' | 'read' | 'write'>

/** What of the records stands in people's calendars; the rest of it is asked for once there is a date. */
export function calendarSettings(tree: ModelTree, plan: FormPlan): ReadonlyMap<string, MemberSetting> {
  const own = columnsOffered(tree, plan).filter(({ field }) => !field.table)
  const dates = own.filter(({ field }) => isDate(field))
  const titles = own.filter(({ field }) => isListable(field) && !isSecret(field))
  const member = (name: string, key: string, made: Made, place: Place = { when: 'calendarField' }) =>
    setting(name, made, { section: 'calendar', ...place }, ['calendar', key])
  return new Map([
    member('calendarField', 'field', oneField(dates), {}),
    member('calendarEnd', 'endField', oneField(dates)),
    member('calendarTitles', 'titleFields', someFields(titles)),
    member('calendarConditions', 'conditions', whole({}), { when: 'calendarField', format: 'filter' }),
    member('calendarDeadline', 'isDeadline', flag(false)),
    member('calendarColor', 'color', text(), { when: 'calendarField', format: 'color' }),
  ])
}
