import type { Node } from 'jsonc-parser'
import type { DocumentKind, ExpandEnvironment } from '../environment'
import type { Report } from '../report'
import { Fragments } from './fragments'
import { Resources } from './resources'
import { Tree } from './tree'

export interface Expanded {
  readonly root: Node
  /** Files of fragments that stand in it: a change of one is a change of the document. */
  readonly uses: readonly string[]
}

/**
 * Writes out what a document says short: fragments, and what follows from its resources. Every node keeps the place it
 * comes from, so that whatever is found in it later is told there. What cannot be written out is reported.
 */
export function expand(
  root: Node,
  kind: Exclude<DocumentKind, 'other'>,
  report: Report,
  environment: ExpandEnvironment,
): Expanded {
  const at = { positions: report.positions, pointer: '' }
  const tree = new Tree()
  const uses = new Set<string>()
  const start = kind === 'form' ? 'field' : 'node'
  const whole =
    kind === 'fragment'
      ? root
      : new Fragments({ tree, report, environment, uses }, kind).putIn(root, start, at)
  if (report.problems.length > 0) return { root: whole, uses: [...uses] }
  const resources = new Resources(tree, report, environment)
  const expanded = kind === 'fragment' ? whole : resources[kind](whole, at)
  return { root: linked(expanded), uses: [...uses] }
}

interface Linked extends Node {
  parent?: Node
}

/** Children know what they stand in again: a check of a call looks at what stands beside it. */
function linked(node: Node): Node {
  node.children?.forEach((child: Linked) => {
    child.parent = node
    if (child.children) linked(child)
  })
  return node
}
