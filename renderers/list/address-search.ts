import { isBlank } from '@runtime/list'
import type { ListPlan, SearchPlan } from '@runtime/list/plan'

type Search = Readonly<Record<string, unknown>>

/**
 * What a list is searched by according to an address (`?kind=PUMP&severity=1`), by the names of its search fields and of its
 * tree; a name without a value takes a default away. Null: the address says nothing of it.
 */
export function searchIn(address: string, plan: ListPlan): Search | null {
  const given = new URLSearchParams(address)
  const named = namesOf(plan).filter((name) => given.has(name))
  if (named.length === 0) return null
  const search = { ...defaultsOf(plan) }
  for (const name of named) {
    const value = valueIn(
      given.get(name) ?? '',
      plan.search.find(({ path }) => path === name),
    )
    if (isBlank(value)) delete search[name]
    else search[name] = value
  }
  return search
}

/** An address that says what a list is searched by, with all that it said beside that. */
export function withSearch(address: string, plan: ListPlan, search: Search): string {
  const next = new URLSearchParams(address)
  const defaults = defaultsOf(plan)
  for (const name of namesOf(plan)) {
    const text = textOf(
      search[name],
      plan.search.find(({ path }) => path === name),
    )
    if (JSON.stringify(search[name]) === JSON.stringify(defaults[name])) next.delete(name)
    else next.set(name, text)
  }
  const query = next.toString()
  return query === '' ? '' : `?${query}`
}

const namesOf = ({ search, tree }: ListPlan): readonly string[] => [
  ...search.map(({ path }) => path),
  ...(tree ? [tree.field] : []),
]

/** What a list is searched by that nobody has searched. */
export function defaultsOf({ search }: ListPlan): Record<string, unknown> {
  return Object.fromEntries(
    search.flatMap(({ path, defaultValue }) => (isBlank(defaultValue) ? [] : [[path, defaultValue]])),
  )
}

/** Text stands as it is; what is not text, and text that would be read as something else, as JSON. */
function textOf(value: unknown, field: SearchPlan | undefined): string {
  if (isBlank(value)) return ''
  if (typeof value !== 'string') return JSON.stringify(value)
  return isText(field) || parsed(value) === value ? value : JSON.stringify(value)
}

const valueIn = (text: string, field: SearchPlan | undefined) => (isText(field) ? text : parsed(text))

const isText = (field: SearchPlan | undefined) =>
  field !== undefined &&
  !field.multiple &&
  ['input', 'textarea', 'auto-complete'].includes(field.field.widget)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
