import { isRecord } from '../json'

/** What a step of a flow stands at. */
export const STEP_STATES = ['done', 'now', 'waiting', 'refused'] as const
export type StepState = (typeof STEP_STATES)[number]

/** Steps that a flow document may hold; `start` and `end` are there by themselves. */
export const STEP_KINDS = [
  ...(['approve', 'choice', 'parallel', 'select', 'cc', 'wait', 'call', 'subflow'] as const),
  ...(['start', 'end', 'other'] as const),
]
export type StepKind = (typeof STEP_KINDS)[number]

export interface FlowStep {
  readonly id: string
  readonly kind: StepKind
  /** As the document has it: a text, `@key`, or one text a language; null: it has none. */
  readonly title: unknown
  readonly state: StepState | null
  /** How many branching steps it stands in. */
  readonly depth: number
}

export interface FlowEdge {
  readonly from: string
  readonly to: string
  /** Title of the branch that begins with it. */
  readonly title: unknown
}

export interface Diagram {
  /** In the order in which they are come to. */
  readonly steps: readonly FlowStep[]
  readonly edges: readonly FlowEdge[]
}

export const START = 'start'
export const END = 'end'
/** More steps than a flow may have, and than a diagram can show. */
export const MOST_STEPS = 500

/**
 * The steps of a flow document and what leads from one to the next. Branching steps hold lists (`branches`), as flows are
 * written; a document with `edges` (`from`, `to`, `title`) is drawn as it says. What is no step is left out.
 * @param states by the ids of steps
 */
export function diagramOf(flow: unknown, states: unknown): Diagram {
  const document = isRecord(flow) ? flow : {}
  const known = isRecord(states) ? states : {}
  const stateOf = (id: string) => STEP_STATES.find((state) => state === known[id]) ?? null
  if (Array.isArray(document['edges'])) return plainDiagram(document, stateOf)
  if (listOf(document['nodes']).length === 0) return { steps: [], edges: [] }
  return new Blocks(stateOf).diagram(document['nodes'])
}

type StateOf = (id: string) => StepState | null
type Members = Readonly<Record<string, unknown>>

const listOf = (value: unknown): readonly Members[] => (Array.isArray(value) ? value.filter(isRecord) : [])

const kindOf = ({ node }: Members): StepKind => STEP_KINDS.find((kind) => kind === node) ?? 'other'

function plainDiagram({ nodes, edges }: Members, stateOf: StateOf): Diagram {
  const steps = new Map<string, FlowStep>()
  for (const node of listOf(nodes).slice(0, MOST_STEPS)) {
    const id = String(node['id'] ?? '')
    if (id !== '' && !steps.has(id))
      steps.set(id, { id, kind: kindOf(node), title: node['title'] ?? null, state: stateOf(id), depth: 0 })
  }
  const known = listOf(edges).flatMap(({ from, to, title = null }) =>
    steps.has(String(from)) && steps.has(String(to)) ? [{ from: String(from), to: String(to), title }] : [],
  )
  return { steps: [...steps.values()], edges: known }
}

/** A step that the next one follows, with the title of the branch between. */
interface Tail {
  readonly from: string
  readonly title: unknown
}

class Blocks {
  private readonly steps: FlowStep[] = []
  private readonly edges: FlowEdge[] = []
  private readonly ids = new Set<string>([START, END])
  private readonly stateOf: StateOf

  constructor(stateOf: StateOf) {
    this.stateOf = stateOf
  }

  diagram(nodes: unknown): Diagram {
    this.add(START, 'start', null, 0)
    const tails = this.list(nodes, [{ from: START, title: null }], 0)
    this.lead(tails, END)
    this.add(END, 'end', null, 0)
    const { steps, edges } = this
    return { steps, edges }
  }

  /** Adds steps one after another; answers what the next after them follows. */
  private list(nodes: unknown, tails: readonly Tail[], depth: number): readonly Tail[] {
    let last = tails
    for (const node of listOf(nodes)) {
      if (this.steps.length >= MOST_STEPS) return last
      const id = this.free(node['id'])
      this.lead(last, id)
      this.add(id, kindOf(node), node['title'] ?? null, depth)
      const branches = listOf(node['branches'])
      last =
        branches.length === 0
          ? [{ from: id, title: null }]
          : branches.flatMap(({ title = null, nodes: inner }) =>
              this.list(inner, [{ from: id, title }], depth + 1),
            )
    }
    return last
  }

  private add(id: string, kind: StepKind, title: unknown, depth: number): void {
    this.steps.push({ id, kind, title, state: this.stateOf(id), depth })
  }

  private lead(tails: readonly Tail[], to: string): void {
    for (const { from, title } of tails) this.edges.push({ from, to, title })
  }

  /** A step without an id, or with one that another has, is known by where it stands. */
  private free(written: unknown): string {
    const own = typeof written === 'string' && written !== '' ? written : 'step'
    let id = own
    for (let next = 2; this.ids.has(id); next++) id = `${own}#${next}`
    this.ids.add(id)
    return id
  }
}
