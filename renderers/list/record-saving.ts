import type { FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import { CallError, type Host } from '@runtime/host'
import { newId } from '@runtime/id'
import { withoutTypedSecrets } from '@runtime/save/kept-data'
import { saveCall } from '@runtime/save/save-call'
import type { Sending } from '@runtime/save/saves'
import { recordIn } from '../detail'
import type { FormDraft } from '../draft'
import { submitForm } from '../form'
import type { Saving, StoredRecord } from './inline/access'
import { TOAST, versionIn } from './record-reading'

/** Of the word that something waits. */
const WAITING_TOAST = 4000

/** Which record of which model is saved; without an id it is made, and `version` names the one that was read. */
export interface SavedTarget {
  readonly modelId: string
  readonly menuId: string
  readonly id: string | null
  readonly version: number
  /** The version of the model whose form is filled in. */
  readonly formVersion: number
}

/** What was typed into the form that is saved, and what it began with. */
export type TypedInto = Pick<FormDraft, 'typed' | 'opened'>

/**
 * Saves a form as a record, and says how it went: what somebody else saved in the meantime is for the caller to show. Where
 * nothing answers the save waits in this browser, which the person is told.
 */
export async function saveRecord(
  store: FormStore,
  target: SavedTarget,
  host: Host,
  into?: TypedInto,
): Promise<Saving> {
  const { version } = target
  try {
    const submission = await submitForm(store, (record) => send(store, record, target, host, into))
    if (submission.state !== 'saved') return { state: 'open' }
    const sent = submission.result
    names.delete(store)
    if (sent.state === 'waiting') {
      host.toast('warning', host.text('@save.kept'), WAITING_TOAST)
      return { state: 'waiting' }
    }
    host.toast('success', sent.message || host.text('@view.saved'), TOAST)
    return { state: 'saved', version: versionIn(sent.data, version) }
  } catch (error) {
    const stored = conflictIn(error)
    if (stored) return { state: 'conflict', stored }
    host.toast('error', error instanceof CallError ? error.message : host.text('@view.loadFailed'), TOAST)
    if (!(error instanceof CallError)) throw error
    return { state: 'open' }
  }
}

/** The names of saves that have not been carried out yet, by their forms: pressed again, the same is the same save. */
const names = new WeakMap<FormStore, { readonly body: string; readonly id: string }>()

async function send(
  store: FormStore,
  record: FormRecord,
  { modelId, menuId, id: recordId, version, formVersion }: SavedTarget,
  host: Host,
  into: TypedInto | undefined,
): Promise<Sending> {
  const saves = await host.saves?.().catch(() => undefined)
  const kept =
    saves && into && withoutTypedSecrets(store.plan, record, into.opened, (path) => store.kept(path))
  const data = JSON.stringify(kept ?? record)
  const body = JSON.stringify([recordId, version, data])
  const known = names.get(store)
  const id = known?.body === body ? known.id : newId()
  names.set(store, { body, id })
  const save = { id, modelId, menuId, recordId, version, data, formVersion }
  if (saves) return saves.send(save, kept ? (into?.typed() ?? null) : null)
  const { data: answer, msg } = await host.call(...saveCall(save))
  return { state: 'saved', data: answer, message: msg }
}

const CONFLICT = 409

function conflictIn(error: unknown): StoredRecord | null {
  if (!(error instanceof CallError) || error.code !== CONFLICT) return null
  const { savedBy, savedAt } = (error.data ?? {}) as Readonly<Record<string, unknown>>
  return {
    record: recordIn(error.data),
    version: versionIn(error.data, 0),
    ...(typeof savedBy === 'string' && { savedBy }),
    ...(typeof savedAt === 'number' && { savedAt }),
  }
}
