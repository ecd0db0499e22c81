import type { FormRecord } from '@runtime/form/plan'
import { useMemo, useRef, useState } from 'react'
import { useFetched } from '../detail'
import { useFormStore } from '../form'
import { useHost } from '../host'
import type { StoredRecord } from './inline/access'
import type { Model } from './model'
import { readRecord, saveRecord } from './record-saving'

/** A record that is open to be filled in. */
export interface OpenRecord {
  readonly model: Model
  readonly menuId: string
  /** Null: a new record. */
  readonly id: string | null
  /** What a new record begins with. */
  readonly start?: FormRecord
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
  onClose,
  onSaved,
}: OpenRecord & { readonly stored: StoredRecord }) {
  const host = useHost()
  const store = useFormStore(model.form, stored.record, id === null ? 'new' : 'existing')
  const [version, setVersion] = useState(stored.version)
  const [conflict, setConflict] = useState<StoredRecord | null>(null)

  const saveFrom = async (base: number, goOn: boolean) => {
    const saving = await saveRecord(store, { modelId: model.id, menuId, id, version: base }, host)
    if (saving.state === 'conflict') return setConflict(saving.stored)
    if (saving.state === 'open') return
    setConflict(null)
    onSaved()
    if (!goOn) return onClose()
    if (id === null) store.load({}, 'new')
    else setVersion(saving.version)
  }
  return {
    store,
    conflict,
    save: (goOn: boolean) => saveFrom(version, goOn),
    /** What somebody else saved has been looked at: the next save is over it. */
    settle: () => conflict && setVersion(conflict.version),
    /** Saves over what somebody else saved in the meantime. */
    saveOver: async () => {
      if (!conflict) return
      setVersion(conflict.version)
      await saveFrom(conflict.version, false)
    },
  }
}

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
