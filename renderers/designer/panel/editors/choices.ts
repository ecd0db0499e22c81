import { dataOf } from '@runtime/data'
import type { Host } from '@runtime/host'
import { asRecord } from '@runtime/json'
import type { Option } from '@runtime/widget/definition'
import { useEffect, useState } from 'react'
import { useHost } from '../../../host'

type Read = (data: unknown) => readonly Option[]

/** A call of the contract, and what of its answer can be chosen. */
export interface Source {
  readonly call: string
  readonly input: Readonly<Record<string, unknown>>
  readonly read: Read
}

/** What can be chosen; null for a person who may not ask, or while nothing is to be asked. */
export function useChoices(source: Source | null): readonly Option[] | null {
  const host = useHost()
  const key = source && JSON.stringify([source.call, source.input])
  const [known, know] = useState<{
    readonly key: string | null
    readonly options: readonly Option[] | null
  }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is asked.
  useEffect(() => {
    if (!source || key === null) return
    const leaving = new AbortController()
    ask(host, source, leaving.signal).then(
      (options) => leaving.signal.aborted || know({ key, options }),
      () => leaving.signal.aborted || know({ key, options: null }),
    )
    return () => leaving.abort()
  }, [host, key])
  return known?.key === key ? known.options : key === null ? null : NONE
}

const NONE: readonly Option[] = []

async function ask(host: Host, { call, input, read }: Source, signal: AbortSignal) {
  return read(await dataOf(host).read({ call, input }, { signal }))
}

const listOf = (data: unknown): readonly Readonly<Record<string, unknown>>[] => {
  const list: unknown = Array.isArray(data) ? data : asRecord(data)['list']
  return Array.isArray(list) ? list.map(asRecord) : []
}

/** Entries by their id, or another member, and their names; with those below them. */
function named(value: string, label: string): Read {
  return (data) =>
    listOf(data).flatMap((item) => [
      { value: String(item[value] ?? ''), label: String(item[label] ?? item[value] ?? '') },
      ...named(value, label)(item['children']),
    ])
}

/** Entries that stand under categories, which cannot be chosen. */
const inCategories: Read = (data) => listOf(data).flatMap(({ children }) => named('id', 'fullName')(children))

export const DICTIONARIES: Source = {
  call: 'dictionaryType.selector',
  input: { id: '0' },
  read: named('id', 'fullName'),
}
export const INTERFACES: Source = { call: 'dataInterface.selector', input: {}, read: inCategories }
export const MODELS: Source = { call: 'visualDevelopment.selector', input: {}, read: inCategories }
export const RULES: Source = {
  call: 'billRule.selector',
  input: { currentPage: 1, pageSize: 200 },
  read: named('enCode', 'fullName'),
}
export const PRINTS: Source = { call: 'print.selector', input: {}, read: inCategories }

export function membersOf(interfaceId: unknown): Source | null {
  if (typeof interfaceId !== 'string' || interfaceId === '') return null
  return {
    call: 'dataInterface.fields',
    input: { id: interfaceId, paramList: [] },
    read: named('field', 'label'),
  }
}

export function paramsOf(interfaceId: unknown): Source | null {
  if (typeof interfaceId !== 'string' || interfaceId === '') return null
  return { call: 'dataInterface.params', input: { id: interfaceId }, read: named('field', 'fieldName') }
}

export function fieldsOfModel(modelId: unknown): Source | null {
  if (typeof modelId !== 'string' || modelId === '') return null
  return {
    call: 'visualDevelopment.formDataFields',
    input: { id: modelId, filterType: 1 },
    read: named('vModel', 'label'),
  }
}
