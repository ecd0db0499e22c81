import { FORM_SLOT, type Node, nodesWithin } from '../../form/formdata/identities'
import type { Command } from '../command'
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

/** Containers around something in which there is still room for it: each takes some 30 pixels of a form's width. */
const MOST_AROUND = 12

/** Containers in so many others that nobody can see what stands in them; of one in another the outer one. */
export function tooNested({ nodes, widgets: { catalogue } }: Inspected): readonly Problem[] {
  const isLayout = (node: Node) => definitionOf(node, catalogue)?.kind === 'layout'
  return nodes.flatMap(({ node, above, at, address }): Problem[] => {
    if (!isLayout(node) || above.filter(isLayout).length !== MOST_AROUND) return []
    // Behind the outermost of them.
    const into = { part: 'formData', path: FORM_SLOT } as const
    const command: Command = { do: 'move', what: address, into, at: Number(at[1 + FORM_SLOT.length]) + 1 }
    return [
      {
        ...{ at: address, message: '@design.problem.tooNested', params: { count: MOST_AROUND } },
        remedies: [{ label: '@design.remedy.moveOut', command }],
      },
    ]
  })
}

/** What people see something of: no container, nor a part of one. */
function isContent(node: Node, kindOf: (node: Node) => string | undefined): boolean {
  const kind = kindOf(node)
  return kind === 'layout' ? false : kind !== undefined || typeof node['__vModel__'] === 'string'
}
