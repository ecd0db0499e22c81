import type { FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import { CallError } from '@runtime/host'
import { focusField } from './focus'
import { scriptsOf } from './scripts'

/**
 * `invalid`: nothing was sent, the first error is in view; `busy`: a save was already under way; `stopped`: the form's
 * own script refused.
 */
export type Submission<T> =
  | { readonly state: 'saved'; readonly result: T }
  | { readonly state: 'invalid' | 'busy' | 'stopped' }

/**
 * Checks the form and saves it, once at a time. Errors that the server found go to their cells, the first one is brought
 * into view, and the `CallError` is thrown on for whoever shows its message. What was typed stays in any case.
 */
export async function submitForm<T>(
  store: FormStore,
  save: (record: FormRecord) => Promise<T>,
): Promise<Submission<T>> {
  if (store.status.submitting) return { state: 'busy' }
  store.status.submitting = true
  try {
    const starting = scriptsOf(store)
    const scripts = starting && (await starting)
    // What was typed last may have a script: what that decides is validated too.
    await scripts?.settled()
    store.flush()
    const first = store.validate()[0]
    if (first) {
      focusField(store, first.path)
      return { state: 'invalid' }
    }
    if (scripts && !(await scripts.maySubmit())) return { state: 'stopped' }
    const result = await save(store.collect())
    store.markSaved()
    void scripts?.afterSubmit()
    return { state: 'saved', result }
  } catch (error) {
    showRefusal(store, error)
    throw error
  } finally {
    store.status.submitting = false
  }
}

function showRefusal(store: FormStore, error: unknown): void {
  if (!(error instanceof CallError) || error.errors.length === 0) return
  const homeless = new Set(store.showErrors(error.errors))
  const first = error.errors.find((one) => !homeless.has(one))
  if (first) focusField(store, first.path)
}
