import { fetchJson, HttpProblem, type HttpRequest } from '../../../outgoing/fetch'
import type { AllowedHosts } from '../../../outgoing/hosts'
import { type HttpConfig, MASK } from './config'
import type { ParamValues } from './params'

/** `{param}` and `{@variable}`. */
const PLACEHOLDER = /\{(@?[A-Za-z_]\w*)\}/g
/** Headers that are the connection's own. */
const OWN = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'accept-encoding',
  'upgrade',
])
/** What the name and the value of a header may hold. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Values of placeholders by name. */
type Lookup = (name: string) => string

/** Asks an HTTP interface. `variables` are the values of `{@name}`. @throws HttpProblem, HostRefused */
export function runHttp(
  config: HttpConfig,
  params: ParamValues,
  variables: ReadonlyMap<string, string>,
  hosts: AllowedHosts,
): Promise<unknown> {
  return fetchJson(requestOf(config, lookupIn(params, variables)), hosts)
}

/** The request of an HTTP interface as people may read it: secrets and values of variables are masked. @throws HttpProblem */
export function sentHttp(config: HttpConfig, params: ParamValues): string {
  const headers = (config.headers ?? []).map((header) =>
    header.secret ? { ...header, defaultValue: MASK } : header,
  )
  const known = lookupIn(params, new Map())
  const {
    method,
    url,
    headers: sent,
    body,
  } = requestOf({ ...config, headers }, (name) => (name.startsWith('@') ? MASK : known(name)))
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${url.href}`, ...lines, ...(body === undefined ? [] : ['', body])].join('\n')
}

/** Names of the variables that an interface uses. */
export function variableNames({ url, headers = [], query = [], body = '' }: HttpConfig): readonly string[] {
  const texts = [url, body, ...[...headers, ...query].map(({ defaultValue }) => defaultValue)]
  const names = texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))
  return [...new Set(names.filter((name) => name.startsWith('@')).map((name) => name.slice(1)))]
}

/** What is sent. A value goes into the place where it stands and cannot leave it: not into the host, not into a header's end. */
export function requestOf(config: HttpConfig, lookup: Lookup): HttpRequest {
  const { method = 'GET', headers = [], query = [], body } = config
  const url = placeOf(config.url, lookup)
  if (!url) throw new HttpProblem('@dataInterface.httpUrl')
  for (const { field, defaultValue } of query) url.searchParams.append(field, fill(defaultValue, lookup))
  const sent: Record<string, string> = {}
  for (const { field, defaultValue } of headers) {
    const value = fill(defaultValue, lookup)
    if (!HEADER_NAME.test(field) || !HEADER_VALUE.test(value) || OWN.has(field.toLowerCase()))
      throw new HttpProblem('@dataInterface.httpHeader', { name: field })
    sent[field] = value
  }
  if (method === 'GET' || !body) return { url, method, headers: sent, body: undefined }
  return {
    url,
    method,
    headers: { 'content-type': 'application/json', ...sent },
    body: JSON.stringify(fillJson(bodyOf(body), lookup)),
  }
}

/** Stands for the value of so manyth a placeholder where an address has been read: no address has these characters itself. */
const HELD = /%EE%80%80(\d+)%EE%80%81/g

/**
 * The address with its values, if each stays in the place where it stands: neither the host nor any other part of the path
 * is different with it. Encoding is not enough, since `..` leaves its segment as `%2e%2e` too.
 */
function placeOf(template: string, lookup: Lookup): URL | undefined {
  const values: string[] = []
  const url = URL.parse(
    fill(template, (name) => {
      const value = encodeURIComponent(lookup(name))
      values.push(value)
      return value
    }),
  )
  let count = 0
  const usual = URL.parse(fill(template, () => `\ue000${count++}\ue001`))
  if (!url || url.origin !== usual?.origin || url.username || url.password) return undefined
  const path = usual.pathname.replace(HELD, (_, index: string) => values[Number(index)] ?? '')
  return url.pathname === path ? url : undefined
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpProblem('@dataInterface.httpBody')
  }
}

function fill(text: string, lookup: Lookup): string {
  return text.replace(PLACEHOLDER, (_, name: string) => lookup(name))
}

/** Fills the texts of a JSON value; its shape stays. */
function fillJson(value: unknown, lookup: Lookup): unknown {
  if (typeof value === 'string') return fill(value, lookup)
  if (Array.isArray(value)) return value.map((item) => fillJson(item, lookup))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fillJson(item, lookup)]))
}

function lookupIn(params: ParamValues, variables: ReadonlyMap<string, string>): Lookup {
  return (name) => {
    if (name.startsWith('@')) return variables.get(name.slice(1)) ?? ''
    const param = params.get(name)
    if (!param) throw new HttpProblem('@dataInterface.paramUnknown', { name })
    return String(param.value ?? '')
  }
}
