import type { CurrentUser } from '../../host'
import { isEmptyValue, type WidgetContext } from '../../widget/definition'
import type { FieldPlan } from '../plan'

/** The value of a field in a new record: the document's, the person's own (`defaultCurrent`), or the widget's. */
export function initialValue(field: FieldPlan, context: WidgetContext): unknown {
  const { definition, settings, defaultValue } = field
  if (!definition) return defaultValue ?? null
  if (!isEmptyValue(defaultValue)) return definition.normalise?.(defaultValue, settings) ?? defaultValue
  const initial = definition.initial?.(settings, context) ?? null
  if (!isEmptyValue(initial) || settings['defaultCurrent'] !== true) return initial
  return currentValue(field, context.user) ?? initial
}

/** What `defaultCurrent` means for people and places (`reference/formdata-format.md §3`). */
function currentValue(field: FieldPlan, user: CurrentUser): unknown {
  const multiple = field.settings['multiple'] === true
  const one = (id: unknown) => (isEmptyValue(id) ? null : multiple ? [id] : id)
  const some = (ids: readonly unknown[]) => (multiple ? ids : (ids[0] ?? null))
  switch (field.widgetName) {
    case 'organizeSelect':
    case 'comSelect':
      return one(user['organizeIdList'])
    case 'depSelect':
      return one(user.departmentId)
    case 'posSelect':
      return some((user.positionIds ?? []).map(({ id }) => id))
    case 'roleSelect':
      return some(listOf(user['roleIds']))
    case 'groupSelect':
      return some(listOf(user['groupIds']))
    case 'userSelect':
      return one(user.userId)
    case 'usersSelect':
      return one(`${user.userId}--user`)
    default:
      return null
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : isEmptyValue(value) ? [] : String(value).split(',')
}
