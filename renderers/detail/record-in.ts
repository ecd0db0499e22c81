import type { FormRecord } from '@runtime/form/plan'

/** A record's values and its `id`: `data` is JSON text, or the object itself. */
export function recordIn(answer: unknown): FormRecord {
  const { id, data } = (answer ?? {}) as { readonly id?: unknown; readonly data?: unknown }
  const values: unknown = typeof data === 'string' ? JSON.parse(data) : data
  return { ...(id === undefined ? {} : { id }), ...(typeof values === 'object' ? values : {}) }
}
