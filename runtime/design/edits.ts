import type { Node } from '../form/formdata/identities'
import { isRecord } from '../json'
import { createField } from '../widget/design'
import { addressOf, found, type Path, pathOf, valueAt } from './address'
import { copied, fieldsIn, pasting } from './clipboard'
import { type Command, together } from './command'
import type { Reason } from './dialect'
import type { ModelTree } from './document'
import { cannotStand, FORM, freshNodes, inserting, slotOf, type Target } from './nodes'
import { type Selection, selectOne, topmost } from './selection'
import type { DesignSession } from './session'
import { parentOf, placeAfter, targetFor } from './targets'

/** A new field of a widget, called by its title in the person's language. */
export function insertWidget(
  session: DesignSession,
  key: string,
  { label, now, target }: { readonly label: string; readonly now: number; readonly target?: Target },
): Reason | null {
  const widget = session.widgets.designed.get(key)
  if (!widget) return { reason: '@design.gone' }
  const node = createField(widget, { id: 0, label, now }) as Node
  return insertNodes(session, [node], now, target)
}

/** Where a new field comes to stand: in the chosen container, else after what is chosen, else at the end. */
export function insertNodes(
  session: DesignSession,
  nodes: readonly Node[],
  now: number,
  target: Target | undefined = targetFor(session, nodes),
): Reason | null {
  const { tree, widgets } = session
  for (const node of nodes) {
    const reason = cannotStand(tree, node, target.parent, widgets.catalogue)
    if (reason) return reason
  }
  const fresh = freshNodes(tree, nodes, target.parent, widgets.catalogue, now)
  return session.run(inserting(target, fresh), { select: inserted(target, nodes.length) })
}

/** The text of what is chosen, for the clipboard; empty where nothing is. */
export function copySelected({ tree, selection }: DesignSession): string {
  const nodes = topmost(tree, selection)
  return nodes.length === 0 ? '' : copied(tree, nodes)
}

/** Puts the fields of a copied text where new ones come to stand. Nothing of it runs. */
export function paste(session: DesignSession, text: string, now: number): Reason | null {
  const read = fieldsIn(text)
  if ('reason' in read) return read
  const target = targetFor(session, read.fields)
  const made = pasting(session.tree, read.fields, target, session.widgets, now)
  if ('reason' in made) return made
  return session.run(made.command, { select: inserted(target, read.fields.length) })
}

/** The chosen nodes once more, after the last of them. */
export function duplicate(session: DesignSession, now: number): Reason | null {
  const nodes = topmost(session.tree, session.selection)
  const last = nodes.at(-1)
  if (!last) return null
  const fields = nodes.map((node) => found(session.tree, node)).filter(isRecord)
  const target = placeAfter(session.tree, last)
  const made = pasting(session.tree, fields, target, session.widgets, now)
  if ('reason' in made) return made
  return session.run(made.command, { select: inserted(target, fields.length) })
}

/** Takes the chosen nodes away; what stood after them is chosen then, so that one can go on. */
export function removeSelected(session: DesignSession): Reason | null {
  const { tree, selection } = session
  const nodes = topmost(tree, selection)
  const [first] = nodes
  const place = first && pathOf(tree, first)
  if (!place) return null
  // From the last on: without an identity a node is found by where it stands.
  const commands = nodes.toReversed().map((what): Command => ({ do: 'remove', what }))
  return session.run(together(commands), { select: (next) => beside(next, place) })
}

const inserted =
  ({ parent, index }: Target, count: number) =>
  (tree: ModelTree): Selection => {
    const list = pathOf(tree, slotOf(parent)) ?? []
    const nodes = Array.from({ length: count }, (_, at) => addressOf(tree, [...list, index + at]))
    const [anchor] = nodes
    return { nodes, ...(anchor && { anchor }) }
  }

/** What stands at a place now, or before it, or around it. */
function beside(tree: ModelTree, place: Path): Selection {
  const list = valueAt(tree, place.slice(0, -1))
  if (Array.isArray(list) && list.length > 0) {
    const index = Math.min(Number(place.at(-1)), list.length - 1)
    return selectOne(addressOf(tree, [...place.slice(0, -1), index]))
  }
  const parent = parentOf(tree, place)
  return parent === FORM ? { nodes: [] } : selectOne(parent)
}
