import type { Scope } from '../expression'
import type { Computed, Predicate } from '../expression/computed'
import { memberAt, type Reason } from '../form/explain'
import { isRecord } from '../json'
import type { Text } from '../text'
import type { NodePlan } from './node'

/** A node of a page that is not to be seen, or a button that cannot be pressed. */
export interface ExplainedNode {
  readonly node: NodePlan
  /** What it says of itself; absent: nothing. */
  readonly title?: Computed<Text>
  /** The right that is missing for it. */
  readonly code?: string
  readonly reasons: readonly Reason[]
}

/** Nodes whose insides have names of their own, a row's or a form's: what they hold is asked of there. */
const OWN_NAMES: ReadonlySet<string> = new Set([
  'each',
  'table',
  'list',
  'tree',
  'form',
  'detail',
  'calendar',
])

/**
 * What of a page is not to be seen or cannot be pressed just now, in the document's order: by the right that is missing, else
 * by the conditions that decide it, evaluated against the names as they are. What is hidden hides what it holds.
 * @param may whether the person has the right of a button's code.
 */
export function explainNodes(
  body: NodePlan,
  scope: Scope,
  may: (code: string) => boolean,
): readonly ExplainedNode[] {
  const found: ExplainedNode[] = []
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(item)
    if (!isRecord(value)) return
    if (!isNode(value)) {
      for (const member of [value['body'], value['items'], value['node']]) walk(member)
      return
    }
    const reasons = reasonsOf(value, scope, may)
    if (reasons.length > 0) found.push({ node: value, ...wordsOf(value), reasons })
    if (reasons.some(({ aspect }) => aspect === 'hidden') || OWN_NAMES.has(value.node)) return
    for (const member of Object.values(value)) if (typeof member === 'object') walk(member)
  }
  walk(body)
  return found
}

type Words = NodePlan & Readonly<Record<string, unknown>>

function isNode(value: Readonly<Record<string, unknown>>): value is Words {
  return typeof value['node'] === 'string'
}

function reasonsOf(node: Words, scope: Scope, may: (code: string) => boolean): readonly Reason[] {
  const { code, disabled } = node
  if (typeof code === 'string' && !may(code)) return [{ aspect: 'hidden', cause: 'right' }]
  if (node.visible && !node.visible.holds(scope)) return [byRule('hidden', node.visible, scope)]
  return isPredicate(disabled) && disabled.holds(scope) ? [byRule('disabled', disabled, scope)] : []
}

function wordsOf({ text, title, code }: Words): Pick<ExplainedNode, 'title' | 'code'> {
  const said = text ?? title
  return {
    ...(said !== undefined && { title: said as Computed<Text> }),
    ...(typeof code === 'string' && { code }),
  }
}

function isPredicate(value: unknown): value is Predicate {
  return isRecord(value) && typeof value['holds'] === 'function'
}

function byRule(aspect: Reason['aspect'], condition: Predicate, scope: Scope): Reason {
  const { source, dependencies } = condition
  const names = dependencies.map((path) => ({ path, value: memberAt(scope, path) }))
  return { aspect, cause: 'rule', expression: source, names, result: condition.evaluate(scope) }
}
