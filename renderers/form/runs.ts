import type { PlanNode } from '@runtime/form/plan'

/** Fields in a run: about two screens of them, and whole lines of one, two or three columns. */
export const RUN = 36

/**
 * Cuts a long form into what the browser lays out in one go when it comes near the screen: runs of fields that each take
 * a whole line, in which the order of lines cannot differ from that of one grid. Anything else stands alone.
 */
export function runsOf(nodes: readonly PlanNode[]): readonly (PlanNode | readonly PlanNode[])[] {
  const pieces: (PlanNode | PlanNode[])[] = []
  for (const node of nodes) {
    const last = pieces.at(-1)
    if (!takesLine(node)) pieces.push(node)
    else if (Array.isArray(last) && last.length < RUN) last.push(node)
    else pieces.push([node])
  }
  return pieces
}

function takesLine(node: PlanNode): boolean {
  return (
    node.kind === 'field' && node.span === 24 && node.widget !== 'sub-table' && node.widget !== 'sub-forms'
  )
}
