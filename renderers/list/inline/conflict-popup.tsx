import { ConflictPanel, Popup, savedOf } from '../../dialog'
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
        store={session.store}
        stored={stored.record}
        base={session.base}
        {...savedOf(stored)}
        onSave={() => void conflict.saveMine()}
      />
    </Popup>
  )
}
