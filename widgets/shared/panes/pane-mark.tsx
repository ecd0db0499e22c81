import './panes.css'
import type { Host } from '@runtime/host'
import type { LayoutPane } from '../../widget'

/** How many fields inside a pane are to be corrected; nothing while there are none. */
export function PaneMark({ pane, host }: { readonly pane: LayoutPane; readonly host: Host }) {
  if (pane.errors === 0) return null
  const text = host.text('@dates.paneErrors', { count: pane.errors })
  return (
    <span className="loam-pane-mark" title={text}>
      <span aria-hidden="true">{pane.errors}</span>
      <span className="loam-pane-mark-words">{text}</span>
    </span>
  )
}
