import { Button } from '@arco-design/web-react'
import type { FormStore } from '@runtime/form/store.types'
import { useSnapshot } from 'valtio'
import { Popup } from '../dialog'
import { ErrorSummary } from '../form'
import { useHost } from '../host'
import { mayLeave } from '../unsaved'
import type { StoredRecord } from './inline/access'
import { FailedPlace, SkeletonRows } from './notices'
import { RecordForm } from './record-form'
import { type OpenRecord, useRecordSaving, useStored } from './use-record-saving'

export interface RecordPopupProps extends OpenRecord {
  readonly title: string
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
  const { model, id, title, stored } = props
  const host = useHost()
  const { layout } = model.form
  const saving = useRecordSaving(props)
  const { store, leave } = saving
  const { submitting, dirty } = useSnapshot(store.status)
  const { cancel, confirm, confirmAndAdd } = layout.buttons
  return (
    <Popup
      mode={layout.popup}
      width={layout.widths[layout.popup]}
      title={title}
      visible
      onClose={leave}
      dirty={() => store.status.dirty}
      onSave={() => void saving.save(false)}
      onSaveAndNext={() => void saving.save(id === null)}
      status={
        <>
          <ErrorSummary store={store} />
          {dirty && id !== null && <span className="loam-list-unsaved">{host.text('@view.unsaved')}</span>}
        </>
      }
      footer={
        <>
          {cancel !== undefined && <CloseButton store={store} text={host.text(cancel)} onClose={leave} />}
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
      <RecordForm saving={saving} stored={stored} />
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
    if (await mayLeave(store.status.dirty, host)) onClose()
  }
  return <Button onClick={() => void leave()}>{text}</Button>
}
