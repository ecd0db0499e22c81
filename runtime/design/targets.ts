import type { Node } from '../form/formdata/identities'
import { isRecord } from '../json'
import { type Address, addressOf, found, type Path, pathOf } from './address'
import type { ModelTree } from './document'
import { cannotStand, FORM, slotOf, type Target } from './nodes'
import { topmost } from './selection'
import type { DesignSession } from './session'

/** Where nodes that come from elsewhere stand best: in what is chosen, after it, or at the form's end. */
export function targetFor({ tree, selection, widgets }: DesignSession, nodes: readonly Node[]): Target {
  const takes = (parent: Address) =>
    nodes.every((node) => !cannotStand(tree, node, parent, widgets.catalogue))
  const chosen = topmost(tree, selection).at(-1)
  if (chosen) {
    if (takes(chosen)) return atEnd(tree, chosen)
    // The panes of chosen tabs: the first.
    const pane = firstPart(tree, chosen)
    if (pane && takes(pane)) return atEnd(tree, pane)
    for (
      let place = pathOf(tree, chosen) ?? [];
      place.length > 1;
      place = pathOf(tree, parentOf(tree, place)) ?? []
    ) {
      const parent = parentOf(tree, place)
      if (takes(parent)) return { parent, index: Number(place.at(-1)) + 1 }
    }
  }
  return atEnd(tree, FORM)
}

function firstPart(tree: ModelTree, container: Address): Address | undefined {
  const list = found(tree, slotOf(container))
  const path = pathOf(tree, slotOf(container))
  return Array.isArray(list) && isRecord(list[0]) && path ? addressOf(tree, [...path, 0]) : undefined
}

function atEnd(tree: ModelTree, parent: Address): Target {
  const list = found(tree, slotOf(parent))
  return { parent, index: Array.isArray(list) ? list.length : 0 }
}

export function placeAfter(tree: ModelTree, node: Address): Target {
  const path = pathOf(tree, node) ?? []
  return { parent: parentOf(tree, path), index: Number(path.at(-1)) + 1 }
}

/** What holds the node at a path: another node, or the form. */
export function parentOf(tree: ModelTree, path: Path): Address {
  const isInForm = path.length <= 3
  return isInForm ? FORM : addressOf(tree, path.slice(0, -3))
}
