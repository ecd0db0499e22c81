import { Button } from '@arco-design/web-react'
import { useSnapshot } from 'valtio'
import { useHost } from '../../host'
import type { RowSession } from './session'

/** What can be done with a row that is being edited. */
export function RowActs({ session }: { readonly session: RowSession }) {
  const host = useHost()
  const { submitting } = useSnapshot(session.store.status)
  return (
    <span className="loam-list-row-buttons">
      <Button type="text" size="mini" loading={submitting} onClick={session.save}>
        {host.text('@view.save')}
      </Button>
      <Button type="text" size="mini" disabled={submitting} onClick={session.cancel}>
        {host.text('@view.cancel')}
      </Button>
    </span>
  )
}
