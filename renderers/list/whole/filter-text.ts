import type { Host } from '@runtime/host'
import type { ListPlan, SearchPlan } from '@runtime/list/plan'
import { isBlank } from '@runtime/list/values'
import type { ListQuery } from '../source'

/** What a list is searched by, in words; null: by nothing. */
export function filterText(plan: ListPlan, query: ListQuery, host: Host): string | null {
  const { search, superQuery, keyword, filters } = query
  const byColumn = plan.columns.filter(({ path }) => filters?.[path] !== undefined)
  const known = plan.search.filter(({ path }) => !isBlank(search[path]))
  const others = Object.entries(search).filter(
    ([path, value]) => !isBlank(value) && !known.some((one) => one.path === path),
  )
  const parts = [
    ...(isBlank(keyword) ? [] : [String(keyword)]),
    ...known.map((one) => {
      const value =
        one.operator === 'between'
          ? rangeText(one, search[one.path], host)
          : wordsOf(one, search[one.path], host)
      return value === '' ? host.text(one.label) : `${host.text(one.label)}：${value}`
    }),
    ...byColumn.map(({ label }) => host.text(label)),
    ...(others.length > 0 ? [host.text('@list.byTree')] : []),
    ...(superQuery === null ? [] : [host.text('@view.superQuery')]),
  ]
  return parts.length === 0 ? null : parts.join('；')
}

function rangeText(one: SearchPlan, value: unknown, host: Host): string {
  const [from, to] = Array.isArray(value) ? value : []
  return [from, to].map((bound) => (isBlank(bound) ? '…' : wordsOf(one, bound, host))).join(' ～ ')
}

/** A value in words; empty where only its id is known. */
function wordsOf({ field }: SearchPlan, value: unknown, host: Host): string {
  const values = Array.isArray(value) ? value : [value]
  const { options, definition } = field
  if (options?.kind === 'static') {
    const labels = values.map((id) => options.options.find((option) => option.value === id)?.label)
    return labels
      .map((label) => (label === undefined ? '' : host.text(label)))
      .filter(Boolean)
      .join('、')
  }
  if (options) return ''
  if (values.some((one) => typeof one === 'object')) return ''
  if (typeof value === 'string' && !isNamed(field.widget)) return value
  if (typeof value !== 'number') return ''
  return definition?.toText?.(value, field.settings, { ...host, get: () => null }) ?? String(value)
}

/** Widgets whose texts are what was typed; all others hold ids. */
const TYPED: ReadonlySet<string> = new Set(['input', 'textarea', 'serial-number', 'auto-complete', 'text'])
const isNamed = (widget: string) => !TYPED.has(widget)
