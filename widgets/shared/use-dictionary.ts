import { dataOf } from '@runtime/data'
import { dictionaryOptions, dictionaryQuery } from '@runtime/form/store/option-loader'
import type { Host } from '@runtime/host'
import type { Option } from '@runtime/widget/definition'
import { useMemo } from 'react'
import { useWatched } from './use-watched'

const NONE: readonly Option[] = []
const NO_OPTIONS = {}

/** The choices of a dictionary, those that are withdrawn too; none before they are read. */
export function useDictionary(host: Host, type: string, value: 'id' | 'enCode'): readonly Option[] {
  const query = useMemo(() => dictionaryQuery(type), [type])
  const { answer } = useWatched<unknown>(dataOf(host), query, NO_OPTIONS)
  const { data } = answer
  return useMemo(() => ((data ?? null) === null ? NONE : dictionaryOptions(data, value)), [data, value])
}
