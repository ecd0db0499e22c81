import { compileTemplate, hostScope } from '@runtime/expression'
import type { FormStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import type { Text } from '@runtime/text'
import { useEffect, useReducer } from 'react'
import type { DisplayRecord } from '../../widget'

/** A text in the person's language with its `${…}` places filled from the form, and filled again when that changes. */
export function useFilledText(
  text: Text | undefined,
  host: Host,
  store: FormStore | undefined,
  record?: DisplayRecord,
): string {
  const source = host.text(text)
  const hasPlaces = source.includes('${')
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => (hasPlaces ? store?.onChange(redraw) : undefined), [hasPlaces, store])
  if (!hasPlaces) return source
  if (store) return fill(source, host, (name) => (store.plan.fields.has(name) ? store.get(name) : undefined))
  return record ? fill(source, host, (name) => record.values[name]) : source
}

function fill(source: string, host: Host, get: (name: string) => unknown): string {
  const surroundings = hostScope(host)
  try {
    const filled = compileTemplate(source).evaluate({
      get: (name) => get(name) ?? surroundings.get(name),
    })
    return String(filled ?? '')
  } catch {
    // The check of the document names the fault; people see what was written.
    return source
  }
}
