import { type Node, nodesWithin } from '../../form/formdata/identities'
import { definitionOf } from '../dialect'
import { type Inspected, type Problem, removing } from './problem'

/** Sub-tables without columns, and containers in which, however deep, nothing stands; of one in another the outer one. */
export function emptyContainers({ nodes, widgets: { catalogue } }: Inspected): readonly Problem[] {
  const kindOf = (node: Node) => definitionOf(node, catalogue)?.kind
  const isEmpty = (node: Node) => [...nodesWithin(node)].every((one) => !isContent(one.node, kindOf))
  const told = new Set<Node>()
  return nodes.flatMap(({ node, above, address }): Problem[] => {
    const kind = kindOf(node)
    if (kind === 'table') {
      const hasColumns = [...nodesWithin(node)].length > 1
      const message = '@design.problem.noColumns'
      return hasColumns ? [] : [{ at: address, message, remedies: [removing(address)] }]
    }
    if (kind !== 'layout' || above.some((one) => told.has(one)) || !isEmpty(node)) return []
    told.add(node)
    return [{ at: address, message: '@design.problem.emptyContainer', remedies: [removing(address)] }]
  })
}

/** What people see something of: no container, nor a part of one. */
function isContent(node: Node, kindOf: (node: Node) => string | undefined): boolean {
  const kind = kindOf(node)
  return kind === 'layout' ? false : kind !== undefined || typeof node['__vModel__'] === 'string'
}
