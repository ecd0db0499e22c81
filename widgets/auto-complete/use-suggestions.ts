import { filledParams } from '@runtime/widget/options'
import { useEffect, useState } from 'react'
import { pageIn, textOf } from '../shared/chooser'
import type { EditProps } from '../widget'
import { type AutoCompleteSettings, KEYWORD } from './definition'

/** How long typing must rest before suggestions are asked for, in milliseconds. */
const REST = 200

const NONE: readonly string[] = []

/**
 * What a text may become: asked for while `sought` is a text, each suggestion once. A failed request suggests nothing
 * (`spec/widgets.md §8`).
 */
export function useSuggestions(
  sought: string | null,
  { settings, host, context }: Pick<EditProps<AutoCompleteSettings, string>, 'settings' | 'host' | 'context'>,
): readonly string[] {
  const [suggestions, setSuggestions] = useState(NONE)
  const { interfaceId, relationField, params, total } = settings
  useEffect(() => {
    if (sought === null || interfaceId === '') {
      setSuggestions(NONE)
      return
    }
    const leaving = new AbortController()
    const load = async () => {
      const read = (path: string) => (path === KEYWORD ? sought : context.get(path))
      const input = {
        id: interfaceId,
        interfaceId,
        relationField,
        columnOptions: relationField,
        paramList: filledParams(params, read),
        keyword: params.some((param) => param.relationField === KEYWORD) ? '' : sought,
        currentPage: 1,
        pageSize: total,
      }
      const { data } = await host.call('dataInterface.page', input, { signal: leaving.signal })
      if (leaving.signal.aborted) return
      const texts = pageIn(data).rows.map((row) => textOf(row[relationField]))
      setSuggestions([...new Set(texts)].filter((text) => text !== '').slice(0, total))
    }
    const waiting = setTimeout(() => {
      load().catch(() => {
        if (!leaving.signal.aborted) setSuggestions(NONE)
      })
    }, REST)
    return () => {
      clearTimeout(waiting)
      leaving.abort()
    }
  }, [sought, interfaceId, relationField, params, total, host, context])
  return suggestions
}
