import { Button } from '@arco-design/web-react'
import type { FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import { CallError, type Host } from '@runtime/host'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { recordIn } from '../detail'
import { Popup } from '../dialog'
import { ErrorSummary, FormView, submitForm, useFormStore, useUnloadGuard } from '../form'
import { useHost } from '../host'
import { ConflictPanel } from './conflict-panel'
import type { Model, StoredRecord } from './model'
import { FailedPlace, SkeletonRows } from './notices'

export interface RecordPopupProps {
  readonly model: Model
  readonly menuId: string
  /** Null: a new record. */
  readonly id: string | null
  readonly title: string
  readonly onClose: () => void
  /** After each save. */
  readonly onSaved: () => void
}

const NEW: StoredRecord = { record: {}, version: 0 }

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
      <FormView store={store} />
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

/** Saving of an open record: create or update, what the server refused, and what somebody else saved meanwhile. */
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

  const send = useCallback(
    async (record: FormRecord, base: number) => {
      const input = { modelId: model.id, menuId, data: JSON.stringify(record) }
      return id === null
        ? host.call('onlineDevelopment.create', input)
        : host.call('onlineDevelopment.update', { ...input, id, version: base })
    },
    [host, model, menuId, id],
  )
  const saveOver = async (base: number, goOn: boolean) => {
    try {
      const submission = await submitForm(store, (record) => send(record, base))
      if (submission.state !== 'saved') return
      const { data, msg } = submission.result
      host.toast('success', msg || host.text('@view.saved'), TOAST)
      setConflict(null)
      onSaved()
      if (!goOn) return onClose()
      if (id === null) store.load({}, 'new')
      else setVersion(versionIn(data, base))
    } catch (error) {
      setConflict(conflictIn(error) ?? conflict)
      if (!conflictIn(error)) tell(error, host)
    }
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

/** Milliseconds that the word of success stays (`spec/widgets.md §9`). */
export const TOAST = 1500

function tell(error: unknown, host: Host): void {
  host.toast('error', error instanceof CallError ? error.message : host.text('@view.loadFailed'), TOAST)
  if (!(error instanceof CallError)) throw error
}

const CONFLICT = 409

function conflictIn(error: unknown): StoredRecord | null {
  if (!(error instanceof CallError) || error.code !== CONFLICT) return null
  return { record: recordIn(error.data), version: versionIn(error.data, 0) }
}

function versionIn(data: unknown, otherwise: number): number {
  const { version } = (data ?? {}) as { readonly version?: unknown }
  return typeof version === 'number' ? version : otherwise
}

function useStored({ model, menuId, id }: RecordPopupProps) {
  const host = useHost()
  const [stored, setStored] = useState<StoredRecord | null>(id === null ? NEW : null)
  const [error, setError] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again.
  useEffect(() => {
    if (id === null) return
    const leaving = new AbortController()
    setError(null)
    host.call('onlineDevelopment.read', { modelId: model.id, menuId, id }, { signal: leaving.signal }).then(
      ({ data }) => setStored({ record: recordIn(data), version: versionIn(data, 0) }),
      (problem: unknown) => {
        if (leaving.signal.aborted) return
        setError(problem instanceof CallError ? problem.message : host.text('@view.loadFailed'))
      },
    )
    return () => leaving.abort()
  }, [host, model, menuId, id, round])
  return useMemo(() => ({ stored, error, retry: () => setRound((known) => known + 1) }), [stored, error])
}
