/** A parameter of a page's address, and what it is where the address does not say it; a list is one of texts. */
export type QueryValue = string | number | boolean | null | readonly string[]

/** The parameters that a page reads from its address, each with its default, whose type is the parameter's. */
export type QueryDefaults = Readonly<Record<string, QueryValue>>

/** What the parameters are by an address: `?kind=PUMP&page=2`. What cannot be converted is the default. */
export function readQuery(defaults: QueryDefaults, search: string): Record<string, QueryValue> {
  const address = new URLSearchParams(search)
  return Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => {
      if (!address.has(name)) return [name, value]
      return [name, queryValue(value, Array.isArray(value) ? address.getAll(name) : address.get(name))]
    }),
  )
}

/**
 * An address in which some parameters have other values. What it says beside them stays as it is; a value that is the default
 * is not said.
 */
export function withQuery(
  search: string,
  defaults: QueryDefaults,
  values: Readonly<Record<string, unknown>>,
): string {
  const present = readQuery(defaults, search)
  const address = new URLSearchParams(search)
  let isOther = false
  for (const [name, start] of Object.entries(defaults)) {
    if (!Object.hasOwn(values, name)) continue
    const value = queryValue(start, values[name])
    if (sameValue(value, present[name])) continue
    isOther = true
    if (sameValue(value, start)) address.delete(name)
    else if (Array.isArray(value)) {
      address.delete(name)
      for (const entry of value) address.append(name, entry)
    } else address.set(name, String(value))
  }
  return isOther ? readable(address) : search
}

/** A value as a parameter has it: as it would be read again from the address. */
export function queryValue(start: QueryValue, value: unknown): QueryValue {
  if (Array.isArray(start))
    return (Array.isArray(value) ? value : [value])
      .filter((entry) => isPlain(entry) && entry !== '')
      .map(String)
  switch (typeof start) {
    case 'number':
      return numberOf(value) ?? start
    case 'boolean':
      return isPlain(value) && /^(true|false)$/.test(String(value)) ? String(value) === 'true' : start
    case 'string':
      return isPlain(value) ? String(value) : isNothing(value) ? '' : start
    default:
      return isPlain(value) && value !== '' ? String(value) : null
  }
}

export function sameValue(one: unknown, other: unknown): boolean {
  return Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other)
}

function numberOf(value: unknown): number | null {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

const isNothing = (value: unknown) => value === null || value === undefined
const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** Signs that a query may hold as they are, and that stand in ids and times. */
const PLAIN = /%(?:2F|3A|2C|40)/g

function readable(address: URLSearchParams): string {
  const query = address.toString().replace(PLAIN, decodeURIComponent)
  return query === '' ? '' : `?${query}`
}
