import type { FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import type { WaitingSave } from '@runtime/save/saves'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useFetched } from '../detail'
import { type FormDraft, useDraft } from '../draft'
import { focusStart, useFormStore } from '../form'
import { useHost } from '../host'
import type { StoredRecord } from './inline/access'
import type { Model } from './model'
import { readRecord } from './record-reading'
import { saveRecord } from './record-saving'
import { useEnforced } from './use-enforced'

/** A record that is open to be filled in. */
export interface OpenRecord {
  readonly model: Model
  readonly menuId: string
  /** Null: a new record. */
  readonly id: string | null
  /** What a new record begins with. */
  readonly start?: FormRecord
  /** A save of it that came back refused: the form opens with what was typed. */
  readonly again?: WaitingSave | undefined
  readonly onClose: () => void
  /** After each save. */
  readonly onSaved: () => void
}

/** Saving of an open record: create or update, what the server refused, and what somebody else saved in the meantime. */
export function useRecordSaving({
  model,
  menuId,
  id,
  stored,
  again,
  onClose,
  onSaved,
}: OpenRecord & { readonly stored: StoredRecord }) {
  const host = useHost()
  const permissions = useEnforced(model.list, menuId)
  const store = useFormStore(model.form, stored.record, id === null ? 'new' : 'existing', permissions)
  const draft = useDraft(store, { modelId: model.id, recordId: id }, stored.record)
  useTakenBack(store, draft, again)
  const [version, setVersion] = useState(stored.version)
  /** What was typed was typed over this: as it was read, or as somebody else saved it and the person has seen it. */
  const [base, setBase] = useState(stored.record)
  const [conflict, setConflict] = useState<StoredRecord | null>(null)

  const saveFrom = async (base: number, goOn: boolean) => {
    const saving = await saveRecord(
      store,
      { modelId: model.id, menuId, id, version: base, formVersion: model.version },
      host,
      draft,
    )
    if (saving.state === 'conflict') return setConflict(saving.stored)
    if (saving.state === 'open') return
    setConflict(null)
    if (goOn && id === null) {
      store.load({}, 'new')
      focusStart(store)
    }
    // After that: what the next record begins with is no change.
    draft.end()
    // Of what waits nothing can be read yet: whoever sees it sent reads then.
    if (saving.state === 'saved') onSaved()
    if (!goOn) return onClose()
    if (id !== null && saving.state === 'saved') {
      setVersion(saving.version)
      setBase(store.collect())
    }
  }
  return {
    store,
    conflict,
    base,
    draft,
    /** The person gives up what has been typed. */
    leave: () => {
      draft.end()
      onClose()
    },
    save: (goOn: boolean) => saveFrom(version, goOn),
    /** Saves over what somebody else saved in the meantime. */
    saveOver: async () => {
      if (!conflict) return
      setVersion(conflict.version)
      setBase(conflict.record)
      await saveFrom(conflict.version, false)
    },
  }
}

/** Fills in what was typed into a form whose save came back, once, and shows what the server had against it. */
export function useTakenBack(store: FormStore, draft: FormDraft, again: WaitingSave | undefined): void {
  const host = useHost()
  const taken = useRef<WaitingSave | null>(null)
  useEffect(() => {
    if (!again || taken.current === again) return
    taken.current = again
    draft.take(again.typed)
    store.showErrors(again.refusal?.errors ?? [])
    // It is in this form's own draft from here on.
    void host.saves?.().then((saves) => saves.forget(again.id))
  }, [again, draft, store, host])
}

export type RecordSaving = ReturnType<typeof useRecordSaving>

/** The record as it is stored; a new one as it begins. */
export function useStored({ model, menuId, id, start }: OpenRecord) {
  // Another language brings another host, but must not fetch anew what somebody is filling in.
  const host = useRef(useHost())
  const fetch = useMemo(() => {
    if (id === null) return null
    return (signal: AbortSignal) => readRecord(host.current, { modelId: model.id, menuId, id }, signal)
  }, [model.id, menuId, id])
  const { value, error, retry } = useFetched(fetch)
  const fresh = useMemo((): StoredRecord => ({ record: start ?? {}, version: 0 }), [start])
  return { stored: id === null ? fresh : value, error, retry }
}
