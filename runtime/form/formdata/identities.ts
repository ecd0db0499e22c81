import { asRecord, isRecord } from '../../json'
import type { Origin } from '../plan'

/** A node of a `formData`: a field, a container, a pane. */
export type Node = Readonly<Record<string, unknown>>

/** A node's `formId`: a number, in versions since 5 a text. */
export type Identity = number | string

/** The list of a form's own nodes, and that of a node's. */
export const FORM_SLOT = ['fields'] as const
export const NODE_SLOT = ['__config__', 'children'] as const

type Key = string | number

export interface NodeAt {
  readonly node: Node
  /** From the `formData`. */
  readonly path: readonly Key[]
  /** The nodes around it, the outermost first. */
  readonly above: readonly Node[]
}

export function identityOf(node: Node): Identity | undefined {
  const id = asRecord(node['__config__'])['formId']
  return typeof id === 'number' || (typeof id === 'string' && id !== '') ? id : undefined
}

/** All nodes, in drawing order. */
export function* nodesIn(formData: Node): Generator<NodeAt> {
  yield* nodesOf(formData['fields'], FORM_SLOT, [])
}

/** A node and all within it. */
export function* nodesWithin(
  node: Node,
  path: readonly Key[] = [],
  above: readonly Node[] = [],
): Generator<NodeAt> {
  yield { node, path, above }
  yield* nodesOf(asRecord(node['__config__'])['children'], [...path, ...NODE_SLOT], [...above, node])
}

function* nodesOf(list: unknown, path: readonly Key[], above: readonly Node[]): Generator<NodeAt> {
  if (!Array.isArray(list)) return
  for (const [index, item] of list.entries())
    if (isRecord(item)) yield* nodesWithin(item, [...path, index], above)
}

const known = new WeakMap<object, ReadonlyMap<Identity, readonly Key[] | undefined>>()

/** Where each node is by its identity; undefined for one that several have. Kept: what is read is not changed. */
export function identitiesIn(formData: unknown): ReadonlyMap<Identity, readonly Key[] | undefined> {
  if (!isRecord(formData)) return new Map()
  const before = known.get(formData)
  if (before) return before
  const paths = new Map<Identity, readonly Key[] | undefined>()
  // As `nodesIn`, without a generator a level: this is gone through after each step of a form that is designed.
  const walk = (list: unknown, place: readonly Key[]) => {
    if (!Array.isArray(list)) return
    for (let index = 0; index < list.length; index += 1) {
      const node: unknown = list[index]
      if (!isRecord(node)) continue
      const path = [...place, index]
      const identity = identityOf(node)
      if (identity !== undefined) paths.set(identity, paths.has(identity) ? undefined : path)
      const { children } = asRecord(node['__config__'])
      if (Array.isArray(children) && children.length > 0) walk(children, [...path, ...NODE_SLOT])
    }
  }
  walk(formData['fields'], FORM_SLOT)
  known.set(formData, paths)
  return paths
}

/** Where a path leads, from the nearest node around it, or itself, that has an identity of its own. */
export function originOf(formData: unknown, path: readonly Key[]): Origin {
  const identities = identitiesIn(formData)
  let place: unknown = formData
  let nearest: { readonly node: Identity; readonly depth: number } | undefined
  for (const [depth, key] of path.entries()) {
    place = memberAt(place, key)
    const node = identityOf(asRecord(place))
    const own = node === undefined ? undefined : identities.get(node)
    if (node !== undefined && own && isSame(own, path.slice(0, depth + 1)))
      nearest = { node, depth: depth + 1 }
  }
  return nearest ? { node: nearest.node, path: path.slice(nearest.depth) } : { path }
}

export function memberAt(place: unknown, key: Key): unknown {
  if (Array.isArray(place)) return place[Number(key)]
  return isRecord(place) && Object.hasOwn(place, key) ? place[key] : undefined
}

export function isSame(left: readonly Key[], right: readonly Key[]): boolean {
  return left.length === right.length && left.every((key, index) => String(key) === String(right[index]))
}
