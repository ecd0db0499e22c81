import type { Address } from '@runtime/design/address'
import type { Reason } from '@runtime/design/dialect'
import { cannotMove, cannotStand } from '@runtime/design/nodes'
import type { DesignSession } from '@runtime/design/session'
import type { Node } from '@runtime/form/formdata/identities'
import { createField } from '@runtime/widget/design'
import type { Dragged } from './drag'

/** Why what is dragged cannot stand in a list: asked once for each list. */
export function refusalOf(session: DesignSession, dragged: Dragged): (parent: Address) => Reason | null {
  const { tree, widgets } = session
  const { catalogue } = widgets
  const known = new Map<Address, Reason | null>()
  const widget = 'widget' in dragged ? widgets.designed.get(dragged.widget) : undefined
  const made = widget && (createField(widget, { id: 0, label: '', now: 0 }) as Node)
  const judge = (parent: Address) => {
    if ('nodes' in dragged)
      return dragged.nodes.map((node) => cannotMove(tree, node, parent, catalogue)).find((one) => one) ?? null
    return made ? cannotStand(tree, made, parent, catalogue) : null
  }
  return (parent) => {
    const before = known.get(parent)
    if (before !== undefined) return before
    const reason = judge(parent)
    known.set(parent, reason)
    return reason
  }
}
