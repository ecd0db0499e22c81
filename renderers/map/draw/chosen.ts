import type { FieldPlan } from '../store/field-store'

/** What of the network belongs to a chosen group. */
export interface ChosenGround {
  /** Those that bring the water from the station to its nodes. */
  readonly pipes: ReadonlySet<string>
}

/** The way of the water to nodes: their pipes, and those that feed these. */
export function chosenGround(plan: FieldPlan | null, nodeIds: Iterable<string>): ChosenGround {
  const parents = new Map(plan?.pipes.map(({ id, parentId }) => [id, parentId]))
  const pipeOf = new Map(plan?.nodes.map(({ id, pipeId }) => [id, pipeId]))
  const pipes = new Set<string>()
  for (const nodeId of nodeIds)
    for (let pipe = pipeOf.get(nodeId) ?? null; pipe && !pipes.has(pipe); pipe = parents.get(pipe) ?? null)
      pipes.add(pipe)
  return { pipes }
}
