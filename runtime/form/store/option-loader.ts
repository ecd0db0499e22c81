import { type DataCache, type DataQuery, dataOf } from '../../data'
import { interpolate } from '../../expression'
import type { Scope } from '../../expression/expression'
import type { Host } from '../../host'
import { isRecord } from '../../json'
import type { Option, OptionSource } from '../../widget/definition'
import { filledParams } from '../../widget/options'

type Remote = Exclude<OptionSource, { readonly kind: 'static' }>

/** Milliseconds for which choices stay as they are: a row that is added to an open form has those of the rows above it. */
const MAX_AGE = 300_000

/** Reads choices; whoever asks the same shares one request and one answer (`reference/formdata-format.md §5`). */
export class OptionLoader {
  readonly #data: DataCache
  readonly #abort = new AbortController()

  constructor(host: Host) {
    this.#data = dataOf(host)
  }

  /** `read` gives the value of a parameter's related field. @throws CallError where the request failed; the next load asks again. */
  async load(
    source: Remote,
    scope: Scope,
    read: (path: string) => unknown,
    again = false,
  ): Promise<readonly Option[]> {
    const query = queryOf(source, scope, read)
    const data = await this.#data.read(query, { signal: this.#abort.signal, again, maxAge: MAX_AGE })
    return optionsIn(data, source)
  }

  dispose(): void {
    this.#abort.abort()
  }
}

const made = new WeakMap<object, Map<string, readonly Option[]>>()

/** The same list for the same answer, so that what is made from it can be kept. */
function optionsIn(data: unknown, source: Remote): readonly Option[] {
  if (typeof data !== 'object' || data === null) return []
  const members = membersOf(source)
  const key = `${members.value} ${members.label} ${members.children}`
  const ofData = made.get(data) ?? new Map<string, readonly Option[]>()
  const options = ofData.get(key) ?? withWithdrawn(toOptions(listIn(data), members), data, members)
  made.set(data, ofData.set(key, options))
  return options
}

/** What reads a dictionary. */
export function dictionaryQuery(type: string): DataQuery {
  return { call: 'dictionaryData.options', input: { id: type } }
}

/** The choices in what it answers: the same list for the same answer. */
export function dictionaryOptions(data: unknown, value: 'id' | 'enCode'): readonly Option[] {
  return optionsIn(data, { kind: 'dictionary', type: '', value })
}

function queryOf(source: Remote, scope: Scope, read: (path: string) => unknown): DataQuery {
  switch (source.kind) {
    case 'dictionary':
      return dictionaryQuery(source.type)
    case 'interface':
      return {
        call: 'dataInterface.preview',
        input: { id: source.id, paramList: filledParams(source.params, read) },
      }
    case 'call': {
      const input = interpolate(source.with ?? {}, scope)
      return { call: source.call, input: isRecord(input) ? input : {} }
    }
  }
}

/** The records in an answer: a list, or `{ list }`; anything else counts as none. */
export function listIn(data: unknown): readonly unknown[] {
  if (Array.isArray(data)) return data
  const list = isRecord(data) ? data['list'] : undefined
  return Array.isArray(list) ? list : []
}

/** Choices with those of an answer that are none any more, each below the one that it stands under while that is offered. */
function withWithdrawn(options: readonly Option[], data: object, members: Members): readonly Option[] {
  const withdrawn = (data as { readonly withdrawn?: unknown }).withdrawn
  if (!Array.isArray(withdrawn) || withdrawn.length === 0) return options
  const below = new Map<unknown, Record<string, unknown>[]>()
  for (const item of withdrawn.filter(isRecord)) {
    const same = below.get(item['parentId'])
    if (same) same.push(item)
    else below.set(item['parentId'], [item])
  }
  const ids = new Set(withdrawn.filter(isRecord).map((item) => item['id']))
  const grown = (option: Option): Option => {
    const children = [...(option.children ?? []).map(grown), ...under(option.data?.['id'])]
    return children.length === 0 ? option : { ...option, children }
  }
  const under = (id: unknown): readonly Option[] => {
    const items = below.get(id) ?? []
    below.delete(id)
    return toOptions(items, members).map((option) => grown({ ...option, withdrawn: true }))
  }
  const placed = options.map(grown)
  const others = [...below].flatMap(([id]) => (ids.has(id) ? [] : under(id)))
  return [...placed, ...others]
}

interface Members {
  readonly value: string
  readonly label: string
  readonly children: string
}

function membersOf(source: Remote): Members {
  if (source.kind !== 'dictionary') return source
  return { value: source.value, label: 'fullName', children: 'children' }
}

function toOptions(list: readonly unknown[], { value, label, children }: Members): readonly Option[] {
  const convert = (item: unknown): Option => {
    if (!isRecord(item)) return { value: item, label: String(item ?? '') }
    const below = item[children]
    return {
      value: item[value],
      label: String(item[label] ?? item[value] ?? ''),
      ...(item['disabled'] === true && { disabled: true }),
      ...(Array.isArray(below) && below.length > 0 && { children: below.map(convert) }),
      data: item,
    }
  }
  return list.map(convert)
}
