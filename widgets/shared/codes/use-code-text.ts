import type { FormStore } from '@runtime/form/store.types'
import { useEffect, useReducer } from 'react'

/** Where a code's text comes from, as barcode and QR code both have it. */
export interface CodeSource {
  readonly dataType: 'static' | 'relation' | 'dynamic'
  readonly staticText: string
  readonly relationField: string
}

/**
 * The text to encode, followed as the form changes; empty where there is none. `dynamic` names the record by what the
 * form knows of it (`spec/widgets.md §3`); a record that is not saved yet has no name.
 */
export function useCodeText(source: CodeSource, store: FormStore | undefined): string {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const still = source.dataType === 'static'
  useEffect(() => (still ? undefined : store?.onChange(redraw)), [still, store])
  return codeText(source, store)
}

/** The text itself, once. */
export function codeText(
  { dataType, staticText, relationField }: CodeSource,
  store: Pick<FormStore, 'get' | 'plan'> | undefined,
): string {
  if (dataType === 'static') return staticText
  if (dataType === 'relation') return plain(relationField ? store?.get(relationField) : undefined)
  const id = plain(store?.get('id'))
  return id === '' || !store ? '' : JSON.stringify({ t: 'DFD', id, mid: store.plan.id })
}

function plain(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
