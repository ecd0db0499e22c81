import { ConflictPanel, savedOf } from '../dialog'
import { DraftOffer } from '../draft'
import { FormView } from '../form'
import type { StoredRecord } from './inline/access'
import type { RecordSaving } from './use-record-saving'

export interface RecordFormProps {
  readonly saving: RecordSaving
  /** The record as it was read. */
  readonly stored: StoredRecord
}

/** The form of an open record, above it the draft that is offered and what somebody else saved in the meantime. */
export function RecordForm({ saving, stored }: RecordFormProps) {
  const { store, conflict, draft } = saving
  return (
    <>
      <DraftOffer draft={draft} plan={store.plan} />
      {draft.contested && !conflict && (
        <ConflictPanel
          store={store}
          stored={stored.record}
          among={draft.contested}
          onSave={() => void saving.save(false)}
        />
      )}
      {conflict && (
        <ConflictPanel
          store={store}
          stored={conflict.record}
          base={saving.base}
          {...savedOf(conflict)}
          onSave={() => void saving.saveOver()}
        />
      )}
      <FormView store={store} takesFocus />
    </>
  )
}
