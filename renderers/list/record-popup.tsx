import { Button } from '@arco-design/web-react'
import type { FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import { useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useFetched } from '../detail'
import { ConflictPanel, Popup } from '../dialog'
import { ErrorSummary, FormView, useFormStore, useUnloadGuard } from '../form'
import { useHost } from '../host'
import type { StoredRecord } from './inline/access'
import type { Model } from './model'
import { FailedPlace, SkeletonRows } from './notices'
import { readRecord, saveRecord } from './record-saving'

export interface RecordPopupProps {
  readonly model: Model
  readonly menuId: string
  /** Null: a new record. */
  readonly id: string | null
  /** What a new record begins with. */
  readonly start?: FormRecord
  readonly title: string
  readonly onClose: () => void
  /** After each save. */
  readonly onSaved: () => void
}

/** A record to fill in, in the model's own kind of popup. */
export function RecordPopup(props: RecordPopupProps) {
  const { model, id, title, onClose } = props
  const { layout } = model.form
  const { stored, error, retry } = useStored(props)
  if (stored) return <Filling {...props} stored={stored} key={id ?? 'new'} />
  return (
    <Popup mode={layout.popup} width={layout.widths[layout.popup]} title={title} visible onClose={onClose}>
      {error === null ? <SkeletonRows /> : <FailedPlace message={error} onRetry={retry} />}
    </Popup>
  )
}

function Filling(props: RecordPopupProps & { readonly stored: StoredRecord }) {
  const { model, id, title, onClose } = props
  const host = useHost()
  const { layout } = model.form
  const saving = useSaving(props)
  const { store, conflict } = saving
  const { submitting, dirty } = useSnapshot(store.status)
  useUnloadGuard(() => store.status.dirty)
  const { cancel, confirm, confirmAndAdd } = layout.buttons
  return (
    <Popup
      mode={layout.popup}
      width={layout.widths[layout.popup]}
      title={title}
      visible
      onClose={onClose}
      dirty={() => store.status.dirty}
      onSave={() => void saving.save(false)}
      status={
        <>
          <ErrorSummary store={store} />
          {dirty && id !== null && <span className="loam-list-unsaved">{host.text('@view.unsaved')}</span>}
        </>
      }
      footer={
        <>
          {cancel !== undefined && <CloseButton store={store} text={host.text(cancel)} onClose={onClose} />}
          {confirmAndAdd !== undefined && (
            <Button disabled={submitting} onClick={() => void saving.save(true)}>
              {host.text(confirmAndAdd)}
            </Button>
          )}
          {confirm !== undefined && (
            <Button type="primary" loading={submitting} onClick={() => void saving.save(false)}>
              {host.text(confirm)}
            </Button>
          )}
        </>
      }
    >
      {conflict && (
        <ConflictPanel
          plan={model.form}
          stored={conflict.record}
          mine={store.collect()}
          onTake={saving.takeStored}
          onKeep={() => void saving.saveMine()}
        />
      )}
      <FormView store={store} takesFocus />
    </Popup>
  )
}

function CloseButton({
  store,
  text,
  onClose,
}: {
  readonly store: FormStore
  readonly text: string
  readonly onClose: () => void
}) {
  const host = useHost()
  const leave = async () => {
    const question = {
      text: host.text('@view.leaveChanges'),
      title: host.text('@view.leaveTitle'),
      danger: true,
    }
    if (!store.status.dirty || (await host.confirm(question))) onClose()
  }
  return <Button onClick={() => void leave()}>{text}</Button>
}

/** Saving of an open record: create or update, what the server refused, and what somebody else saved in the meantime. */
function useSaving({
  model,
  menuId,
  id,
  stored,
  onClose,
  onSaved,
}: RecordPopupProps & { readonly stored: StoredRecord }) {
  const host = useHost()
  const store = useFormStore(model.form, stored.record, id === null ? 'new' : 'existing')
  const [version, setVersion] = useState(stored.version)
  const [conflict, setConflict] = useState<StoredRecord | null>(null)

  const saveOver = async (base: number, goOn: boolean) => {
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
    save: (goOn: boolean) => saveOver(version, goOn),
    saveMine: async () => {
      if (!conflict) return
      setVersion(conflict.version)
      await saveOver(conflict.version, false)
    },
    takeStored: () => {
      if (!conflict) return
      store.load(conflict.record, 'existing')
      setVersion(conflict.version)
      setConflict(null)
    },
  }
}

function useStored({ model, menuId, id, start }: RecordPopupProps) {
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
