import type { TimeZone } from '@runtime/date'
import { queryText, readToken, tokenOf } from '@runtime/list/address/tokens'
import { readValue, writeValue } from '@runtime/list/address/values'
import type { ListPlan, SearchPlan } from '@runtime/list/plan'
import { isBlank } from '@runtime/list/values'

type Search = Readonly<Record<string, unknown>>

/**
 * What a list is searched by according to an address (`?kind=PUMP&severity=1`), by the names of its search fields and of its
 * tree; a name without a value takes a default away. Null: the address says nothing of it.
 */
export function searchIn(address: string, plan: ListPlan, zone: TimeZone = null): Search | null {
  const given = new URLSearchParams(address)
  const named = namesOf(plan).filter((name) => given.has(name))
  if (named.length === 0) return null
  const search = { ...defaultsOf(plan) }
  for (const name of named) {
    const value = valueIn(
      given.get(name) ?? '',
      plan.search.find(({ path }) => path === name),
      zone,
    )
    if (isBlank(value)) delete search[name]
    else search[name] = value
  }
  return search
}

/** An address that says what a list is searched by, with all that it said beside that. */
export function withSearch(address: string, plan: ListPlan, search: Search, zone: TimeZone = null): string {
  const next = new URLSearchParams(address)
  const defaults = defaultsOf(plan)
  for (const name of namesOf(plan)) {
    const text = textOf(
      search[name],
      plan.search.find(({ path }) => path === name),
      zone,
    )
    if (JSON.stringify(search[name]) === JSON.stringify(defaults[name])) next.delete(name)
    else next.set(name, text)
  }
  return queryText(next)
}

/** The names of a list's search fields, and of its tree. */
export const namesOf = ({ search, tree }: ListPlan): readonly string[] => [
  ...search.map(({ path }) => path),
  ...(tree ? [tree.field] : []),
]

/** What a list is searched by that nobody has searched. */
export function defaultsOf({ search }: ListPlan): Record<string, unknown> {
  return Object.fromEntries(
    search.flatMap(({ path, defaultValue }) => (isBlank(defaultValue) ? [] : [[path, defaultValue]])),
  )
}

/** Text stands as it is, several values and ranges as lists of theirs. */
function textOf(value: unknown, search: SearchPlan | undefined, zone: TimeZone): string {
  if (isBlank(value)) return ''
  if (isText(search) && typeof value === 'string') return value
  return search ? writeValue(value, { ...search, shape: shapeOf(search), zone }) : tokenOf(value)
}

function valueIn(text: string, search: SearchPlan | undefined, zone: TimeZone): unknown {
  if (isText(search)) return text
  return search && text !== ''
    ? readValue(text, { ...search, shape: shapeOf(search), zone })
    : readToken(text)
}

const shapeOf = ({ operator, multiple }: SearchPlan) =>
  operator === 'between' ? 'range' : multiple === true ? 'several' : 'one'

const isText = (field: SearchPlan | undefined) =>
  field !== undefined && !isList(field) && ['input', 'textarea', 'auto-complete'].includes(field.field.widget)

const isList = (field: SearchPlan | undefined) => field?.multiple === true || field?.operator === 'between'
