import type { FormStore } from '@runtime/form/store.types'
import { CallError, type Host } from '@runtime/host'
import { recordIn } from '../detail'
import { submitForm } from '../form'
import type { Saving, StoredRecord } from './inline/access'

/** Milliseconds that the word of success stays (`spec/widgets.md §9`). */
export const TOAST = 1500

/** Which record of which model is saved; without an id it is made, and `version` names the one that was read. */
export interface SavedTarget {
  readonly modelId: string
  readonly menuId: string
  readonly id: string | null
  readonly version: number
}

/** Saves a form as a record, and says how it went: what somebody else saved in the meantime is for the caller to show. */
export async function saveRecord(store: FormStore, target: SavedTarget, host: Host): Promise<Saving> {
  const { modelId, menuId, id, version } = target
  try {
    const submission = await submitForm(store, (record) => {
      const input = { modelId, menuId, data: JSON.stringify(record) }
      return id === null
        ? host.call('onlineDevelopment.create', input)
        : host.call('onlineDevelopment.update', { ...input, id, version })
    })
    if (submission.state !== 'saved') return { state: 'open' }
    const { data, msg } = submission.result
    host.toast('success', msg || host.text('@view.saved'), TOAST)
    return { state: 'saved', version: versionIn(data, version) }
  } catch (error) {
    const stored = conflictIn(error)
    if (stored) return { state: 'conflict', stored }
    host.toast('error', error instanceof CallError ? error.message : host.text('@view.loadFailed'), TOAST)
    if (!(error instanceof CallError)) throw error
    return { state: 'open' }
  }
}

const CONFLICT = 409

function conflictIn(error: unknown): StoredRecord | null {
  if (!(error instanceof CallError) || error.code !== CONFLICT) return null
  return { record: recordIn(error.data), version: versionIn(error.data, 0) }
}

/** A record as stored; its id is no value of it, and is not sent back as one. @throws CallError */
export async function readRecord(
  host: Host,
  input: { readonly modelId: string; readonly menuId: string; readonly id: string },
  signal?: AbortSignal,
): Promise<StoredRecord> {
  const { data } = await host.call('onlineDevelopment.read', input, signal ? { signal } : {})
  const { id: _own, ...record } = recordIn(data)
  return { record, version: versionIn(data, 0) }
}

function versionIn(data: unknown, otherwise: number): number {
  const { version } = (data ?? {}) as { readonly version?: unknown }
  return typeof version === 'number' ? version : otherwise
}
