import type { FormPlan, PlanNode } from '@runtime/form/plan'

/**
 * Brings a node into view: the panes that hold it are opened from the outermost inwards. A container listens under its
 * node id; `open` tells each container on the way which of its panes leads there.
 */
export interface Reveal {
  /** @param place a field's path or a node's id */
  open(place: string): void
  listen(nodeId: string, listener: (paneId: string) => void): () => void
}

export function createReveal(form: { readonly plan: FormPlan }): Reveal {
  const listeners = new Map<string, (paneId: string) => void>()
  const pending = new Map<string, string>()
  return {
    open(place) {
      const way = wayTo(form.plan.nodes, place) ?? []
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

/** The containers around a node, from the outermost to the node itself. */
function wayTo(nodes: readonly PlanNode[], place: string): readonly PlanNode[] | null {
  for (const node of nodes) {
    if (node.id === place || (node.kind === 'field' && node.path === place)) return [node]
    if (node.kind !== 'container') continue
    const rest = wayTo(node.children, place)
    if (rest) return [node, ...rest]
  }
  return null
}
