import type { FormPlan, PlanNode } from '@runtime/form/plan'

/**
 * Brings a field into view: the panes that hold it are opened from the outermost inwards. A container listens under its
 * node id; `open` tells each container on the way which of its panes leads there.
 */
export interface Reveal {
  open(path: string): void
  listen(nodeId: string, listener: (paneId: string) => void): () => void
}

export function createReveal(plan: FormPlan): Reveal {
  const listeners = new Map<string, (paneId: string) => void>()
  const pending = new Map<string, string>()
  return {
    open(path) {
      const way = wayTo(plan.nodes, path) ?? []
      for (const [index, node] of way.entries()) {
        const next = way[index + 1]
        if (!next) continue
        const listener = listeners.get(node.id)
        // A container inside a pane that was never opened is drawn by this very opening: it asks when it mounts.
        if (listener) listener(next.id)
        else pending.set(node.id, next.id)
      }
    },
    listen(nodeId, listener) {
      listeners.set(nodeId, listener)
      const waiting = pending.get(nodeId)
      if (waiting !== undefined) {
        pending.delete(nodeId)
        listener(waiting)
      }
      return () => {
        if (listeners.get(nodeId) === listener) listeners.delete(nodeId)
      }
    },
  }
}

/** The containers around a field, from the outermost to the field's own node. */
function wayTo(nodes: readonly PlanNode[], path: string): readonly PlanNode[] | null {
  for (const node of nodes) {
    if (node.kind === 'field' && node.path === path) return [node]
    if (node.kind !== 'container') continue
    const rest = wayTo(node.children, path)
    if (rest) return [node, ...rest]
  }
  return null
}
