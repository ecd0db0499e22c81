import { ConflictPanel, Popup } from '../../dialog'
import { useHost } from '../../host'
import type { RowConflict } from './use-row-edits'

/** What somebody else saved while a row was edited in place, told as in a form. */
export function ConflictPopup({ conflict }: { readonly conflict: RowConflict }) {
  const host = useHost()
  const { session, stored } = conflict
  return (
    <Popup
      mode="general"
      width="640px"
      title={host.text('@view.conflictTitle')}
      visible
      onClose={conflict.close}
    >
      <ConflictPanel
        plan={session.store.plan}
        stored={stored.record}
        mine={session.store.collect()}
        onTake={conflict.takeStored}
        onKeep={() => void conflict.saveMine()}
      />
    </Popup>
  )
}
