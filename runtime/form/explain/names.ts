import type { Scope } from '../../expression/expression'
import { asRecord } from '../../json'
import type { PlanNode } from '../plan'

/** What a dotted name stands for; of a list the member of each: `items.amount`. */
export function memberAt(scope: Scope, path: string): unknown {
  const [first = '', ...rest] = path.split('.')
  const whole = scope.get(path)
  if (rest.length === 0 || whole !== undefined) return whole ?? null
  return rest.reduce<unknown>((value, name) => memberOf(value, name), scope.get(first)) ?? null
}

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((item) => memberOf(item, name) ?? null)
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? asRecord(value)[name]
    : undefined
}

/** The nodes that lead to a field, the outermost first and its own place last; none where it is not drawn. */
export function pathTo(nodes: readonly PlanNode[], path: string): readonly PlanNode[] {
  for (const node of nodes) {
    if (node.kind === 'field' && node.path === path) return [node]
    if (node.kind !== 'container') continue
    const below = pathTo(node.children, path)
    if (below.length > 0) return [node, ...below]
  }
  return []
}
