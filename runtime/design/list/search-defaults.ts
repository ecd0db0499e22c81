import type { Node } from '../../form/formdata/identities'
import { widgetNameOf } from '../../form/formdata/widget-name'

/** How a field is searched for where nobody has said so (`reference/columndata-format.md §1`, "entries"). */
export interface SearchDefaults {
  readonly value: unknown
  readonly searchType: 1 | 2 | 3
  readonly searchMultiple: boolean
}

const RANGE = new Set([
  ...['datePicker', 'date', 'timePicker', 'time', 'inputNumber', 'numInput', 'calculate'],
  ...['createTime', 'modifyTime'],
])
const FUZZY = new Set(['input', 'comInput', 'textarea', 'text', 'JNPFText', 'link', 'billRule'])
const SEVERAL = new Set([
  ...['select', 'organizeSelect', 'comSelect', 'depSelect', 'posSelect', 'userSelect', 'usersSelect'],
  ...['roleSelect', 'groupSelect'],
])
/** Those whose search begins as an empty list. */
const LISTS = new Set(['areaSelect', 'address', 'datePicker', 'date', 'inputNumber', 'numInput', 'calculate'])

export function searchDefaults(node: Node): SearchDefaults {
  const key = widgetNameOf(node)
  const searchMultiple = SEVERAL.has(key)
  return {
    value: searchMultiple || LISTS.has(key) || key === 'organizeSelect' ? [] : null,
    searchType: RANGE.has(key) ? 3 : FUZZY.has(key) ? 2 : 1,
    searchMultiple,
  }
}
