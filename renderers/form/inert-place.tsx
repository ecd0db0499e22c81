import type { DisplayNode } from '@runtime/form/plan'
import { useFormView } from './context'
import { shownFrame } from './panes'

/** The place, in a form that is designed, of what people do not see: its label, and why. */
export function InertPlace({ node }: { readonly node: DisplayNode }) {
  const { host } = useFormView()
  return (
    <div {...shownFrame(node)} data-node={node.id}>
      <div className="loam-form-inert">
        <span>{host.text(node.label)}</span>
        <span>{host.text(`@design.inert.${node.inert}`)}</span>
      </div>
    </div>
  )
}
