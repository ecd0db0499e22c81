import { isRecord } from '@runtime/json'
import type { NodePlan, NodePlans } from '@runtime/page'

/** What the drawing of a node reads of the page around. */
export interface Reads {
  /** First members of `page`; null: it may read any. */
  readonly page: readonly string[] | null
  /** Sources, or what is around the page. */
  readonly data: boolean
}

const EVERYTHING: Reads = { page: null, data: true }

/**
 * Nodes that draw by the words of their own plan alone. The others also draw by what else there is: a form's or list's own
 * document, a choice that is kept in the page under a name.
 */
const BY_OWN_WORDS: ReadonlySet<string> = new Set<keyof NodePlans>([
  ...([
    'alert',
    'button',
    'calendar',
    'card',
    'code',
    'descriptions',
    'each',
    'grid',
    'iframe',
    'image',
  ] as const),
  ...(['markdown', 'progress', 'result', 'slot', 'split', 'stack', 'statistic', 'steps', 'tabs'] as const),
  ...(['text', 'toolbar'] as const),
])

const known = new WeakMap<NodePlan, Reads>()

/**
 * What a node reads while it is drawn: by its expressions and texts, without those of the nodes inside, which read for
 * themselves, and of its steps, which read when they run.
 */
export function readsOf(node: NodePlan): Reads {
  const reads = known.get(node) ?? (BY_OWN_WORDS.has(node.node) ? readsBy(referencesIn(node)) : EVERYTHING)
  known.set(node, reads)
  return reads
}

function readsBy(references: readonly string[]): Reads {
  const page = new Set<string>()
  let data = false
  for (const reference of references) {
    const [root, member] = reference.split('.')
    // What is typed in the form around is no part of the page, and changes with it in many ways.
    if (root === 'form' || (root === 'page' && member === undefined)) return EVERYTHING
    if (root === 'page' && member !== undefined) page.add(member)
    else if (root === 'data' || root === 'project') data = true
  }
  return { page: [...page], data }
}

function referencesIn(node: NodePlan): readonly string[] {
  return Object.values(node).flatMap(references)
}

function references(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(references)
  if (!isRecord(value) || typeof value['node'] === 'string' || isStep(value)) return []
  const { dependencies } = value
  if (typeof value['evaluate'] === 'function' && Array.isArray(dependencies)) return dependencies as string[]
  return Object.values(value).flatMap(references)
}

const isStep = ({ verb, run }: Readonly<Record<string, unknown>>) =>
  typeof verb === 'string' && typeof run === 'function'
