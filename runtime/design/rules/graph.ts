import type { FieldPlan } from '../../form/plan'
import { isWithin, valueAt } from '../address'
import { type OutlineNode, outlineOf } from '../outline'
import type { DesignSession } from '../session'
import { type RuleLine, rulesIn } from './lines'

/** What is read or decided by rules. */
export interface RuleNode {
  readonly id: string
  /** Undefined for a name from around the form. */
  readonly node: OutlineNode | undefined
  readonly name: string
  /** Decided by what follows from it. */
  readonly isCircular: boolean
}

/** From what is read to what is decided by it. */
export interface RuleEdge {
  readonly from: string
  readonly to: string
  /** In the order of the rules. */
  readonly kinds: readonly RuleLine['kind'][]
  /** Part of a circle. */
  readonly isCircular: boolean
}

export interface RuleGraph {
  readonly nodes: readonly RuleNode[]
  readonly edges: readonly RuleEdge[]
}

/** Kinds that say what a field holds; the others change nothing that a rule reads. */
const WRITING: ReadonlySet<RuleLine['kind']> = new Set(['visible', 'formula', 'calculation'])

/** All rules of a form as a graph: fields in drawing order, then the names from around it. */
export function ruleGraph(session: Pick<DesignSession, 'tree' | 'plan' | 'widgets'>): RuleGraph {
  const { tree, plan, widgets } = session
  const lines = rulesIn(session)
  const outline = outlineOf(tree, widgets.catalogue)
  const byStored = new Map(outline.map((node) => [valueAt(tree, node.path), node]))
  const nodeOf = (field: FieldPlan | undefined) => field && byStored.get(field.designed?.source)
  const idOf = (path: string) => nodeOf(plan?.fields.get(path))?.key ?? `${OUTSIDE}${path}`
  const made = new Map<string, { from: string; to: string; kinds: RuleLine['kind'][] }>()
  const leads = new Map<string, Set<string>>()
  const lead = (from: string, to: string) => leads.set(from, (leads.get(from) ?? new Set()).add(to))
  for (const { node, kind, reads } of lines) {
    for (const from of reads.map(idOf)) {
      const key = `${from} ${node.key}`
      const edge = made.get(key) ?? { from, to: node.key, kinds: [] }
      edge.kinds.push(kind)
      made.set(key, edge)
      if (WRITING.has(kind)) lead(from, node.key)
    }
    // Who shows a group shows what is in it; a column's value is its table's too.
    if (kind === 'visible')
      for (const one of outline) if (one !== node && isWithin(one.path, node.path)) lead(node.key, one.key)
    const table = tableAround(node, outline, session)
    if (table && WRITING.has(kind)) lead(node.key, table.key)
  }
  const edges = [...made.values()].map((edge): RuleEdge => {
    const isWriting = edge.kinds.some((kind) => WRITING.has(kind))
    return { ...edge, isCircular: isWriting && reaches(leads, edge.to, edge.from) }
  })
  const circular = new Set(edges.flatMap(({ from, to, isCircular }) => (isCircular ? [from, to] : [])))
  const met = new Set([...lines.map(({ node }) => node.key), ...edges.map(({ from }) => from)])
  const inside = outline.flatMap((node): RuleNode[] =>
    met.has(node.key) ? [{ id: node.key, node, name: node.name, isCircular: circular.has(node.key) }] : [],
  )
  const outside = [...met]
    .filter((id) => id.startsWith(OUTSIDE))
    .map((id): RuleNode => ({ id, node: undefined, name: id.slice(OUTSIDE.length), isCircular: false }))
  return { nodes: [...inside, ...outside], edges }
}

/** No key of a node begins so. */
const OUTSIDE = '@'

function tableAround(
  node: OutlineNode,
  outline: readonly OutlineNode[],
  { tree, plan }: Pick<DesignSession, 'tree' | 'plan'>,
): OutlineNode | undefined {
  const stored = valueAt(tree, node.path)
  const fields = [...(plan?.fields.values() ?? [])]
  const table = fields.find(({ designed }) => designed?.source === stored)?.table
  const source = table === undefined ? undefined : plan?.fields.get(table)?.designed?.source
  return source && outline.find((one) => valueAt(tree, one.path) === source)
}

/** Whether one can be come to from another; each from itself. */
function reaches(leads: ReadonlyMap<string, ReadonlySet<string>>, start: string, end: string): boolean {
  const seen = new Set([start])
  // What is added while it is walked through is walked through too.
  for (const at of seen) for (const next of leads.get(at) ?? []) seen.add(next)
  return seen.has(end)
}
