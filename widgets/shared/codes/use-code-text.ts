import type { FormStore } from '@runtime/form/store.types'
import { useEffect, useReducer } from 'react'
import type { DisplayRecord } from '../../widget'

/** Where a code's text comes from, as barcode and QR code both have it. */
export interface CodeSource {
  readonly dataType: 'static' | 'relation' | 'dynamic'
  readonly staticText: string
  readonly relationField: string
}

/** What a code may tell of: a form's values or a record's, and the model. */
export interface CodePlace {
  readonly model: string
  readonly modelType?: string | undefined
  readonly reading: boolean
  get(path: string): unknown
}

/** The text to encode, followed as the form changes; empty where there is none. */
export function useCodeText(
  source: CodeSource,
  store: FormStore | undefined,
  record: DisplayRecord | undefined,
): string {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const still = source.dataType === 'static'
  useEffect(() => (still ? undefined : store?.onChange(redraw)), [still, store])
  return codeText(source, placeOf(store, record))
}

/** A store keeps a record's `id` among what it sends back. */
function placeOf(store: FormStore | undefined, record: DisplayRecord | undefined): CodePlace | undefined {
  if (record) {
    const { model, modelType, values } = record
    return { model, modelType, reading: true, get: (path) => values[path] }
  }
  if (!store) return undefined
  const get = (path: string) => (path === 'id' ? store.collect()['id'] : store.get(path))
  return { model: store.plan.id, modelType: store.plan.modelType, reading: false, get }
}

/** The text itself, once. */
export function codeText(
  { dataType, staticText, relationField }: CodeSource,
  place: CodePlace | undefined,
): string {
  if (dataType === 'static') return staticText
  if (dataType === 'relation') return plain(relationField ? place?.get(relationField) : undefined)
  return place ? recordText(place) : ''
}

/**
 * A record by the documented keys in their order (`spec/widgets.md §3`): the record's id, the model's id and type, and
 * flow, process and task, which are empty, for models here have no flow. `opt` is 0 for a record that is read and -1 for one that is being filled in. A record that is not saved has no name.
 */
function recordText({ model, modelType = '', reading, get }: CodePlace): string {
  const id = plain(get('id'))
  if (id === '') return ''
  return JSON.stringify({
    t: 'DFD',
    id,
    mid: model,
    mt: modelType,
    fid: '',
    pid: '',
    ftid: '',
    opt: reading ? '0' : '-1',
  })
}

function plain(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
