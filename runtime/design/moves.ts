import { isRecord } from '../json'
import { type Address, addressOf, found, isWithin, type Path, pathOf, valueAt } from './address'
import { applyCommand, type Command, together } from './command'
import type { Reason } from './dialect'
import { cannotMove, moving, slotOf, type Target } from './nodes'
import { topmost } from './selection'
import type { DesignSession } from './session'
import { parentOf } from './targets'

/** Moves nodes into a list, in their order. */
export function moveNodes(session: DesignSession, nodes: readonly Address[], target: Target): Reason | null {
  const { tree, widgets } = session
  for (const node of nodes) {
    const reason = cannotMove(tree, node, target.parent, widgets.catalogue)
    if (reason) return reason
  }
  const commands: Command[] = []
  let [next, { index }] = [tree, target]
  for (const node of nodes) {
    const from = pathOf(next, node) ?? []
    const list = pathOf(next, slotOf(target.parent)) ?? []
    const isBefore = isWithin(from, list) && from.length === list.length + 1 && Number(from.at(-1)) < index
    // Each is made of the tree that the ones before leave.
    const command = moving(next, node, { parent: target.parent, index })
    commands.push(command)
    next = applyCommand(next, command)?.tree ?? next
    index += isBefore ? 0 : 1
  }
  return session.run(together(commands))
}

export type Direction = 'up' | 'down' | 'in' | 'out'

/** Moves what is chosen one place: among its neighbours, into the container beside it, or out of the one around it. */
export function moveSelected(session: DesignSession, direction: Direction): Reason | null {
  const nodes = topmost(session.tree, session.selection)
  const target = neighbour(session, nodes, direction)
  if (target === undefined || 'reason' in target) return target ?? null
  return moveNodes(session, nodes, target)
}

function neighbour(
  session: DesignSession,
  nodes: readonly Address[],
  direction: Direction,
): Target | Reason | undefined {
  const { tree } = session
  const paths = nodes.flatMap((node) => [pathOf(tree, node) ?? []])
  const [first, last] = [paths[0], paths.at(-1)]
  if (!first || !last) return undefined
  const list = first.slice(0, -1)
  const size = (valueAt(tree, list) as readonly unknown[]).length
  const parent = parentOf(tree, first)
  switch (direction) {
    case 'up':
      return Number(first.at(-1)) === 0 ? undefined : { parent, index: Number(first.at(-1)) - 1 }
    case 'down':
      return Number(last.at(-1)) >= size - 1 ? undefined : { parent, index: Number(last.at(-1)) + 2 }
    case 'in':
      return inside(session, nodes, list, Number(first.at(-1)))
    case 'out':
      return outside(session, nodes, parent)
  }
}

/** The end of the container before, else the start of the one after: the first within it that takes them. */
function inside(session: DesignSession, nodes: readonly Address[], list: Path, at: number): Target | Reason {
  const { tree } = session
  const reasons: Reason[] = []
  for (const [index, isBefore] of [
    [at - 1, true],
    [at + nodes.length, false],
  ] as const) {
    if (!isRecord(valueAt(tree, [...list, index]))) continue
    const target = within(session, nodes, addressOf(tree, [...list, index]), isBefore)
    if (!('reason' in target)) return target
    reasons.push(target)
  }
  return reasons[0] ?? { reason: '@design.noContainerBeside' }
}

function within(
  session: DesignSession,
  nodes: readonly Address[],
  container: Address,
  atEnd: boolean,
): Target | Reason {
  const { tree, widgets } = session
  const refused = nodes.map((node) => cannotMove(tree, node, container, widgets.catalogue)).find((one) => one)
  const children = found(tree, slotOf(container))
  const list: readonly unknown[] = Array.isArray(children) ? children : []
  if (!refused) return { parent: container, index: atEnd ? list.length : 0 }
  // A container of parts: its last pane, or the first.
  const part = list.findIndex(isRecord)
  const chosen = atEnd ? list.findLastIndex(isRecord) : part
  if (chosen < 0) return refused
  const path = pathOf(tree, slotOf(container)) ?? []
  const deeper = within(session, nodes, addressOf(tree, [...path, chosen]), atEnd)
  return 'reason' in deeper ? refused : deeper
}

function outside(session: DesignSession, nodes: readonly Address[], parent: Address): Target | Reason {
  const { tree, widgets } = session
  let place = pathOf(tree, parent) ?? []
  while (place.length > 1) {
    const around = parentOf(tree, place)
    const refused = nodes.some((node) => cannotMove(tree, node, around, widgets.catalogue))
    if (!refused) return { parent: around, index: Number(place.at(-1)) + 1 }
    place = pathOf(tree, around) ?? []
  }
  return { reason: '@design.outermost' }
}
