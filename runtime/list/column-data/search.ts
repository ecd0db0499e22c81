import type { FieldPlan } from '../../form/plan'
import { isSecret } from '../../form/secret'
import type { FilterOperator } from '../../widget/definition'
import { dateSearched } from '../condition-fields'
import { fieldOfProp, isMultiple, isSearchable, momentFormat, propOfEntry } from '../fields'
import { jnpfKeyOf } from '../jnpf-key'
import { listOf, textOf, titleOf } from '../json'
import type { SearchPlan } from '../plan'
import { SECRET_USED } from '../problem'
import type { Reading } from './reading'

/** `searchType` (`reference/columndata-format.md §1`, "entries"). */
const TYPES: Readonly<Record<string, SearchPlan['operator']>> = { 1: 'equals', 2: 'contains', 3: 'between' }

/** What the designer gives a field whose entry (3.1) has no `searchType`, by the widget's documented names. */
const RANGE = /^(datePicker|date|timePicker|time|inputNumber|numInput|calculate|createTime|modifyTime)$/
const FUZZY = /^(input|comInput|textarea|text|JNPFText|link|billRule)$/
/** Widgets that the designer searches for several at once. */
const SEVERAL = /^(select|(com|organize|dep|pos|user|users|role|group)Select)$/

/** The chosen search fields in order. */
export function searchOf({ form, source, lose }: Reading): readonly SearchPlan[] {
  return listOf(source['searchList']).flatMap((entry, index) => {
    const prop = propOfEntry(entry)
    const field = fieldOfProp(form, prop)
    const label = textOf(entry['label'] ?? entry['fullName'], String(prop ?? ''))
    if (!field) lose(`/searchList/${index}`, '@list.fieldGone', label)
    else if (isSecret(field)) lose(`/searchList/${index}`, SECRET_USED, label, { field: label })
    else if (!isSearchable(field))
      lose(`/searchList/${index}`, '@list.notSearchable', label, { field: label })
    if (!field || !isSearchable(field)) return []
    const plan = planOf(entry, field)
    const params = { field: label }
    if (plan.operator !== (TYPES[String(entry['searchType'])] ?? plan.operator))
      lose(`/searchList/${index}/searchType`, '@list.searchKind', label, params)
    if (entry['searchMultiple'] === true && !plan.multiple)
      lose(`/searchList/${index}/searchMultiple`, '@list.searchOne', label, params)
    return [plan]
  })
}

function planOf(entry: Readonly<Record<string, unknown>>, field: FieldPlan): SearchPlan {
  const operator = possible(operatorOf(entry), field)
  const multiple = operator === 'equals' && multipleOf(entry, field)
  const value = entry['value']
  return {
    path: field.path,
    label: titleOf(entry, field),
    field: operator === 'between' && momentFormat(field) !== undefined ? dateSearched(field) : field,
    operator,
    multiple,
    defaultValue:
      value === undefined || value === null ? (operator === 'between' || multiple ? [] : null) : value,
  }
}

function operatorOf(entry: Readonly<Record<string, unknown>>): SearchPlan['operator'] {
  const stated = TYPES[String(entry['searchType'])]
  if (stated) return stated
  const key = jnpfKeyOf(entry)
  return RANGE.test(key) ? 'between' : FUZZY.test(key) ? 'contains' : 'equals'
}

/** The widget knows how it can be searched; an entry that asks for more gets the nearest. */
function possible(operator: SearchPlan['operator'], field: FieldPlan): SearchPlan['operator'] {
  const filter: readonly FilterOperator[] = field.definition?.filter ?? []
  if (filter.includes(operator) || (operator === 'equals' && filter.includes('in'))) return operator
  if (operator === 'between' && momentFormat(field) !== undefined) return operator
  const order = ['equals', 'contains', 'between'] as const
  return order.find((other) => filter.includes(other)) ?? 'equals'
}

function multipleOf(entry: Readonly<Record<string, unknown>>, field: FieldPlan): boolean {
  if (!field.definition?.filter?.includes('in')) return false
  const stated = entry['searchMultiple']
  if (typeof stated === 'boolean') return stated
  return entry['searchType'] !== undefined ? SEVERAL.test(jnpfKeyOf(entry)) : isMultiple(field)
}
