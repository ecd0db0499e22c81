import { interpolate } from '../../expression'
import type { Scope } from '../../expression/expression'
import type { Host } from '../../host'
import { isRecord } from '../../json'
import type { Option, OptionSource } from '../../widget/definition'
import { filledParams } from '../../widget/options'

type Remote = Exclude<OptionSource, { readonly kind: 'static' }>

interface Request {
  readonly call: string
  readonly input: Readonly<Record<string, unknown>>
}

/** Fetches choices; fields of one form that ask the same share one request (`reference/formdata-format.md §5`). */
export class OptionLoader {
  readonly #host: Host
  readonly #abort = new AbortController()
  readonly #answers = new Map<string, Promise<readonly Option[]>>()

  constructor(host: Host) {
    this.#host = host
  }

  /** `read` gives the value of a parameter's related field. A failed request is forgotten, so that the next one asks again. */
  load(
    source: Remote,
    scope: Scope,
    read: (path: string) => unknown,
    again = false,
  ): Promise<readonly Option[]> {
    const request = requestOf(source, scope, read)
    const key = JSON.stringify([request, source.kind === 'dictionary' ? source.value : membersOf(source)])
    const known = again ? undefined : this.#answers.get(key)
    if (known) return known
    const answer = this.#host
      .call(request.call, request.input, { signal: this.#abort.signal })
      .then(({ data }) => toOptions(listIn(data), source))
    this.#answers.set(key, answer)
    answer.catch(() => {
      if (this.#answers.get(key) === answer) this.#answers.delete(key)
    })
    return answer
  }

  dispose(): void {
    this.#abort.abort()
    this.#answers.clear()
  }
}

function requestOf(source: Remote, scope: Scope, read: (path: string) => unknown): Request {
  switch (source.kind) {
    case 'dictionary':
      return { call: 'dictionaryData.options', input: { id: source.type } }
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
function listIn(data: unknown): readonly unknown[] {
  if (Array.isArray(data)) return data
  const list = isRecord(data) ? data['list'] : undefined
  return Array.isArray(list) ? list : []
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

function toOptions(list: readonly unknown[], source: Remote): readonly Option[] {
  const { value, label, children } = membersOf(source)
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
