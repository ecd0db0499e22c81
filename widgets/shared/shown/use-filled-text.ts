import { compileTemplate, hostScope } from '@runtime/expression'
import type { FormStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import type { Text } from '@runtime/text'
import { useEffect, useReducer } from 'react'

/** A text in the person's language with its `${…}` places filled from the form, and filled again when that changes. */
export function useFilledText(text: Text | undefined, host: Host, store: FormStore | undefined): string {
  const said = host.text(text)
  const hasPlaces = said.includes('${')
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => (hasPlaces ? store?.onChange(redraw) : undefined), [hasPlaces, store])
  return hasPlaces && store ? fill(said, host, store) : said
}

function fill(said: string, host: Host, store: FormStore): string {
  const surroundings = hostScope(host)
  try {
    const filled = compileTemplate(said).evaluate({
      get: (name) => (store.plan.fields.has(name) ? store.get(name) : surroundings.get(name)),
    })
    return String(filled ?? '')
  } catch {
    // The check of the document names the fault; people see what was written.
    return said
  }
}
