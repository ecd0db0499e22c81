import type { Expression } from '../../expression/expression'
import type { Pieces } from '../compile/builder'
import type { FieldPlan, FormPlan, Loss, Origin, PlanNode } from '../plan'
import { type NormalField, normaliseField } from './aliases'
import { type Identity, identitiesIn, identityOf, isSame, nodesWithin, originOf } from './identities'
import { widgetNameOf } from './widget-name'

type Json = Readonly<Record<string, unknown>>

/** A node by its own name and by 3.5 names. */
interface Named {
  readonly original: string
  readonly field: NormalField
}

/** Where a node stands that is read: what its plan depends on besides the node itself. */
interface Standing {
  readonly visible: boolean
  /** When the containers around are shown. */
  readonly around: readonly Expression[]
  readonly table?: string
}

/** A node as it was read, with all that it added to the plan: read again it would say the same. */
interface Reading extends Standing {
  readonly node: PlanNode
  readonly pieces: Pieces
  /** Those of the node and of all within it; each is the only one that has it. */
  readonly identities: readonly Identity[]
}

type Readings = WeakMap<object, Reading>

const known = new WeakMap<Json, Named>()
/** What was read for a plan, and for those before it, by the nodes of the document. */
const readings = new WeakMap<FormPlan, Readings>()

/** What a reading of a form that is designed keeps of the one before. */
export class Designing {
  readonly #source: Json
  readonly #span: unknown
  readonly #before = new Map<object, FieldPlan>()
  #readings: Readings = new WeakMap()

  constructor(source: Json, before: FormPlan | undefined) {
    this.#source = source
    this.#span = source['span']
    // A field without a span of its own has the form's.
    if (!before || (before.source as Json)['span'] !== this.#span) return
    this.#readings = readings.get(before) ?? this.#readings
    for (const field of before.fields.values())
      if (field.designed) this.#before.set(field.designed.source, field)
  }

  /** The plan has been made: the next one takes over what was read for it. */
  end(plan: FormPlan): void {
    readings.set(plan, this.#readings)
  }

  /** What a node was when it was read before; undefined where it may be another now. */
  again(node: Json, place: Standing): Pick<Reading, 'node' | 'pieces'> | undefined {
    const before = this.#readings.get(node)
    if (!before || before.visible !== place.visible || before.table !== place.table) return undefined
    if (!isSame(sourcesOf(before), sourcesOf(place))) return undefined
    const own = identitiesIn(this.#source)
    return before.identities.every((identity) => own.get(identity)) ? before : undefined
  }

  /** Keeps what a node was read as, unless it depends on more than itself and its place. */
  read(raw: Json, reading: Omit<Reading, 'identities'>): void {
    const own = identitiesIn(this.#source)
    const identities: Identity[] = []
    for (const { node } of nodesWithin(raw)) {
      const identity = identityOf(node)
      if (identity !== undefined) identities.push(identity)
    }
    if (identityOf(raw) !== undefined && identities.every((identity) => own.get(identity)))
      this.#readings.set(raw, { ...reading, identities })
  }

  /** Worked out once: a node does not change. */
  named(node: Json): Named {
    const before = known.get(node)
    if (before) return before
    const made = named(node)
    known.set(node, made)
    return made
  }

  origin(node: Json, pointer: string): Origin {
    const identity = identityOf(node)
    if (identity !== undefined && identitiesIn(this.#source).get(identity))
      return { node: identity, path: [] }
    const path = pointer.split('/').slice(1)
    return originOf(
      this.#source,
      path.map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
    )
  }

  /** An id that stays with the node: with its identity, else with its place. */
  nodeId(widget: string, node: Json, pointer: string): string {
    const { node: identity, path } = this.origin(node, pointer)
    return `${widget}#${[...(identity === undefined ? [] : [identity]), ...path].join('/')}`
  }

  /** The plan that a field had when it was read before, where it would be the same now, with what was lost of it. */
  kept(
    node: Json,
    pointer: string,
    now: {
      readonly path: string
      readonly visible: boolean
      readonly columns: readonly FieldPlan[] | undefined
    },
  ): { readonly field: FieldPlan; readonly losses: readonly Loss[] } | undefined {
    const field = this.#before.get(node)
    if (!field?.designed || field.path !== now.path || field.visible !== now.visible) return undefined
    const { columns = [] } = field
    const next = now.columns ?? []
    if (columns.length !== next.length || columns.some((column, index) => column !== next[index]))
      return undefined
    if (!isSameOrigin(field.designed.origin, this.origin(node, pointer))) return undefined
    const losses = field.designed.losses.map((loss) => ({ ...loss, pointer: pointer + loss.pointer }))
    return { field, losses }
  }

  /** Marks a field with what it was read from; losses by pointers from there. */
  marked(field: FieldPlan, node: Json, pointer: string, losses: readonly Loss[]): FieldPlan {
    const origin = this.origin(node, pointer)
    const own = losses.map((loss) => ({ ...loss, pointer: loss.pointer.slice(pointer.length) }))
    return { ...field, designed: { source: node, origin, losses: own } }
  }
}

const sourcesOf = ({ around }: Standing) => around.map(({ source }) => source)

function isSameOrigin(one: Origin, other: Origin): boolean {
  return one.node === other.node && isSame(one.path, other.path)
}

/** What a node is called, as the document has it and as 3.5 would. */
export function named(node: Json): Named {
  return { original: widgetNameOf(node), field: normaliseField(node) }
}
