import {
  FORM_SLOT,
  identityOf,
  isSame,
  NODE_SLOT,
  type Node,
  nodesIn,
  nodesWithin,
} from '../form/formdata/identities'
import { asRecord, isRecord } from '../json'
import { withMember, withValue } from '../lossless'
import type { WidgetCatalogue } from '../widget/definition'
import { type Address, found, pathOf, valueAt } from './address'
import { type Command, together } from './command'
import { definitionOf, nameOf, type Reason, refusal } from './dialect'
import type { ModelTree } from './document'

/** A list of nodes that something is put into. */
export interface Target {
  /** The node whose list it is; the part `formData` for the form's. */
  readonly parent: Address
  /** Position in the list as it is now. */
  readonly index: number
}

/** The part whose nodes are designed. */
export const FORM: Address = { part: 'formData', path: [] }

/** The list of a node, or of the form. */
export function slotOf(parent: Address): Address {
  const isForm = parent.node === undefined && parent.path.length === 0
  return { ...parent, path: [...parent.path, ...(isForm ? FORM_SLOT : NODE_SLOT)] }
}

/** Why a node cannot stand in a node's list; null when it can. */
export function cannotStand(
  tree: ModelTree,
  node: Node,
  parent: Address,
  catalogue: WidgetCatalogue,
): Reason | null {
  const { path, above, isThere } = chainOf(tree, parent)
  if (!isThere) return { reason: '@design.gone' }
  return refusal(node, above, path.length > 1 ? (valueAt(tree, path) as Node) : undefined, catalogue)
}

/** The same of a node that is moved from where it stands: not into itself either. */
export function cannotMove(
  tree: ModelTree,
  what: Address,
  parent: Address,
  catalogue: WidgetCatalogue,
): Reason | null {
  const node = found(tree, what)
  const from = pathOf(tree, what)
  const to = pathOf(tree, parent)
  if (!node || !from || !to) return { reason: '@design.gone' }
  if (isSame(to.slice(0, from.length), from)) return { reason: '@design.intoItself' }
  return cannotStand(tree, node as Node, parent, catalogue)
}

/** The nodes around a node, the outermost first. */
function chainOf(tree: ModelTree, address: Address) {
  const path = pathOf(tree, address)
  const above: Node[] = []
  for (let length = 3; path && length < path.length; length++) {
    const node = valueAt(tree, path.slice(0, length))
    if (typeof path[length - 1] === 'number' && '__config__' in asRecord(node)) above.push(node as Node)
  }
  return { path: path ?? [], above, isThere: path !== undefined && valueAt(tree, path) !== undefined }
}

/** Moves a node into a list. What says of a column whose it is follows. */
export function moving(tree: ModelTree, what: Address, { parent, index }: Target): Command {
  const from = pathOf(tree, what) ?? []
  const into = slotOf(parent)
  const list = pathOf(tree, into) ?? []
  const leaves = isSame(from.slice(0, -1), list) && Number(from.at(-1)) < index
  const move: Command = { do: 'move', what, into, at: leaves ? index - 1 : index }
  const table = tableOf(tree, parent)
  const before = asRecord(asRecord(found(tree, what))['__config__'])
  if ((before['isSubTable'] === true) === (table !== undefined)) {
    if (!table || before['parentVModel'] === nameOf(table)) return move
  }
  const at = (key: string): Address => ({ ...what, path: [...what.path, '__config__', key] })
  const marks = table
    ? marksOf(table)
    : { isSubTable: undefined, parentVModel: undefined, relationTable: undefined }
  const sets = Object.entries(marks).map(([key, value]): Command => ({ do: 'set', what: at(key), value }))
  // The marks go first: without an identity the node is found by where it stands.
  return together([...sets, move])
}

/** The sub-table that a node is; undefined for any other. */
export function tableOf(tree: ModelTree, parent: Address): Node | undefined {
  const node = asRecord(found(tree, parent))
  return asRecord(node['__config__'])['jnpfKey'] === 'table' ? node : undefined
}

/** What a column says of the sub-table it stands in. */
function marksOf(table: Node): Readonly<Record<string, unknown>> {
  const { tableName } = asRecord(table['__config__'])
  return {
    isSubTable: true,
    parentVModel: nameOf(table),
    relationTable: typeof tableName === 'string' ? tableName : '',
  }
}

/** Nodes as they are put into a form: with identities and names that are no other's, and what they were called before. */
export interface Fresh {
  readonly nodes: readonly Node[]
  /** The last identity given. */
  readonly idGlobal: number
  /** Names that changed: a column's with its table's (`items.price`) → the new one alone. */
  readonly renamed: ReadonlyMap<string, string>
}

/**
 * Gives nodes, with all within them, identities from `idGlobal` on and free names. `now` (milliseconds) is the render key,
 * with the identity added.
 */
export function freshNodes(
  tree: ModelTree,
  nodes: readonly Node[],
  parent: Address,
  catalogue: WidgetCatalogue,
  now: number,
): Fresh {
  const table = tableOf(tree, parent)
  const freshening = new Freshening(asRecord(tree.formData), catalogue, now)
  const place = {
    taken: namesIn(asRecord(tree.formData), table),
    ...(table && { table, called: nameOf(table) }),
  }
  const made = nodes.map((node) => freshening.node(node, place))
  return { nodes: made, idGlobal: freshening.id, renamed: freshening.renamed }
}

/** What surrounds a node that is made fresh. */
interface Surrounding {
  readonly taken: Set<string>
  /** The sub-table whose column it is, and what that was called before. */
  readonly table?: Node
  readonly called?: string
}

class Freshening {
  readonly renamed = new Map<string, string>()
  readonly #catalogue: WidgetCatalogue
  readonly #now: number
  id: number

  constructor(formData: Node, catalogue: WidgetCatalogue, now: number) {
    this.#catalogue = catalogue
    this.#now = now
    this.id = lastIdentity(formData)
  }

  node(node: Node, place: Surrounding): Node {
    this.id += 1
    const next = this.#named(put(node, '__config__', this.#config(node, place)), place)
    const config = asRecord(next['__config__'])
    const { children } = config
    if (!Array.isArray(children)) return next
    const isTable = definitionOf(node, this.#catalogue)?.kind === 'table'
    const inner = isTable ? { taken: new Set<string>(), table: next, called: nameOf(node) } : place
    const list = children.reduce<readonly unknown[]>(
      (items, child: unknown, index) =>
        isRecord(child) ? withValue(items, index, this.node(child, inner)) : items,
      children,
    )
    return put(next, '__config__', put(config, 'children', list))
  }

  #config(node: Node, { table }: Surrounding): Node {
    const config = asRecord(node['__config__'])
    const marks = {
      formId: this.id,
      renderKey: this.#now + this.id,
      ...(typeof config['componentName'] === 'string' && { componentName: `row${this.id}` }),
      ...(table && marksOf(table)),
    }
    return Object.entries(marks).reduce((next, [key, value]) => put(next, key, value), config)
  }

  #named(node: Node, { taken, called }: Surrounding): Node {
    const name = nameOf(node)
    if (name === '') return node
    const free = freeName(name, this.id, taken)
    taken.add(free)
    if (free === name) return node
    this.renamed.set(called === undefined ? name : `${called}.${name}`, free)
    return put(node, '__vModel__', free)
  }
}

/** Puts nodes that are fresh into a list, and counts on. */
export function inserting({ parent, index }: Target, { nodes, idGlobal }: Fresh): Command {
  const into = slotOf(parent)
  return together([
    { do: 'set', what: { part: 'formData', path: ['idGlobal'] }, value: idGlobal },
    ...nodes.map((value, at): Command => ({ do: 'insert', into, at: index + at, value })),
  ])
}

/** `idGlobal`, or a higher identity that a node has already. */
export function lastIdentity(formData: Node): number {
  const { idGlobal } = formData
  let last = typeof idGlobal === 'number' && Number.isSafeInteger(idGlobal) ? idGlobal : FIRST
  for (const { node } of nodesIn(formData)) {
    const id = identityOf(node)
    if (typeof id === 'number' && Number.isSafeInteger(id) && id > last) last = id
  }
  return last
}

/** The designer counts on from here (`reference/formdata-format.md §2`). */
const FIRST = 100

/** The names of a form's fields, or of a table's columns. */
function namesIn(formData: Node, table: Node | undefined): Set<string> {
  const names = new Set<string>()
  const nodes = table ? nodesWithin(table) : nodesIn(formData)
  for (const { node, above } of nodes) {
    const inTable = above.some((one) => asRecord(one['__config__'])['jnpfKey'] === 'table')
    if (nameOf(node) !== '' && inTable === (table !== undefined)) names.add(nameOf(node))
  }
  return names
}

/** A name for a node whose own another one has, in a form or among the columns of a table, counted as the designer counts. */
export function unusedName(tree: ModelTree, node: Node, table: Node | undefined): string {
  const formData = asRecord(tree.formData)
  const taken = namesIn(formData, table)
  const identity = identityOf(node)
  const id = typeof identity === 'number' ? identity : lastIdentity(formData) + 1
  const free = freeName(nameOf(node), id, taken)
  return taken.has(free) ? `${free}_${id}` : free
}

/** A name that the designer gave (`inputField101`) counts with the identity; another one is kept where it is free. */
function freeName(name: string, id: number, taken: ReadonlySet<string>): string {
  const [, given] = /^(\w*?field)\d*$/i.exec(name) ?? []
  if (given !== undefined) return `${given}${id}`
  let free = name
  for (let count = 2; taken.has(free); count++) free = `${name}_${count}`
  return free
}

function put(object: Node, key: string, value: unknown): Node {
  return Object.hasOwn(object, key) ? withValue(object, key, value) : withMember(object, key, value)
}
