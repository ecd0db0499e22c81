import { wordOf } from '@runtime/document/word'
import type { FormPlan } from '@runtime/form/plan'
import { isRecord } from '@runtime/json'
import type { ListPlan } from '@runtime/list/plan'
import { type DialogPlan, type NodePlan, nodes, type SourcePlan } from '@runtime/page'

/** What the drawing of a node reads of the page around. */
export interface Reads {
  /** First members of `page`; null: it may read any. */
  readonly page: readonly string[] | null
  /** Sources, or what is around the page. */
  readonly data: boolean
}

export const NOTHING: Reads = { page: [], data: false }
const EVERYTHING: Reads = { page: null, data: true }

/** What stands around the page: a change of it comes with the changes of its sources. */
const AROUND: ReadonlySet<string> = new Set(['data', 'project', 'menu', 'system'])

/**
 * What a node reads while it is drawn: by its expressions and texts, and by the names under which its choice is kept in the
 * page; without those of the nodes inside, which read for themselves, and of its steps, which read when they run. What it
 * reads by a document of its own is that document's (`readsOfList`, `readsOfDetail`).
 */
export const readsOf = remembered((node: NodePlan) => readsBy([...placesIn(node), ...choicesOf(node)]))

/** What a list reads: by its own words, wherever they stand. */
export const readsOfList = remembered((plan: ListPlan) => {
  const { columns, headers, toolbar, row, tree, empty, columnsFrom } = plan
  const titles = [...headers, tree].map((one) => one?.heading)
  return readsBy(
    references([
      cellsOf(plan),
      columns.map(({ heading }) => heading),
      titles,
      toolbar,
      row,
      empty,
      columnsFrom,
    ]),
  )
})

/** What the rows of a list read. */
export const readsOfRows = remembered((plan: ListPlan) =>
  readsBy(references([...cellsOf(plan), plan.row.map(({ visible, disabled }) => [visible, disabled])])),
)

/** What the frame of a dialog reads; what it shows inside reads for itself. */
export const readsOfDialog = remembered(({ title, of, ok, cancel }: DialogPlan) =>
  readsBy(references([title, of, ok, cancel])),
)

/** What a source is asked with, and what its answer becomes. */
export const readsOfSource = remembered((source: SourcePlan) => readsBy(placesIn(source)))

/** What a record for reading reads of the page around it. What its form calls `form` is the record itself. */
export const readsOfDetail = remembered(({ nodes: drawn, rules }: FormPlan) => {
  const read = references([drawn, rules.map(({ expression }) => expression)])
  return readsBy(read.filter((reference) => rootOf(reference) !== 'form'))
})

function cellsOf({ columns, style }: ListPlan): readonly unknown[] {
  return [style, columns.map(({ value, style: own }) => [value, own])]
}

const rootOf = (reference: string) => reference.split('.', 1)[0] ?? reference

function readsBy(references: readonly string[]): Reads {
  const page = new Set<string>()
  let data = false
  for (const reference of references) {
    const [root = '', member, inner] = reference.split('.')
    // What is typed in the form around is no part of the page, and changes with it in many ways.
    if (root === 'form' || (root === 'page' && member === undefined)) return EVERYTHING
    if (root === 'page' && member !== undefined) page.add(member)
    else if (root === 'route' && member !== 'path') {
      // A parameter of the address is a member of the page where the document says so.
      if (inner === undefined) return EVERYTHING
      page.add(inner)
      data = true
    } else if (AROUND.has(root)) data = true
  }
  return { page: [...page], data }
}

/** The places of the page that keep what is chosen in a node: `page.category`. */
function choicesOf(node: NodePlan): readonly string[] {
  const { properties } = (nodes.get(node.node)?.schema ?? {}) as {
    readonly properties?: Readonly<Record<string, object>>
  }
  return Object.entries(node).flatMap(([name, value]) => {
    const word = properties?.[name]
    return word && wordOf(word) === 'state' && typeof value === 'string' ? [value] : []
  })
}

function placesIn(plan: object): readonly string[] {
  return Object.values(plan).flatMap(references)
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

/** Plans are made once and never changed. */
function remembered<Plan extends object>(read: (plan: Plan) => Reads): (plan: Plan) => Reads {
  const known = new WeakMap<Plan, Reads>()
  return (plan) => {
    const reads = known.get(plan) ?? read(plan)
    known.set(plan, reads)
    return reads
  }
}
