import { type Identity, identitiesIn, isSame, memberAt, originOf } from '../form/formdata/identities'
import type { Key } from '../lossless'
import type { ModelTree, Part } from './document'

/** Where something stands in a tree: the part, then keys and positions. */
export type Path = readonly Key[]

/**
 * Where something stands, said so that it is found after others have moved: the way from the nearest node around it (or
 * the node itself) whose `formId` no other has; without one the way from the part.
 */
export interface Address {
  readonly part: Part
  readonly node?: Identity
  readonly path: Path
}

/** The path that an address means; undefined when its node is no longer there. Whether the rest is there is not said. */
export function pathOf(tree: ModelTree, { part, node, path }: Address): Path | undefined {
  if (node === undefined) return [part, ...path]
  const found = identitiesIn(tree[part]).get(node)
  return found && [part, ...found, ...path]
}

export function addressOf(tree: ModelTree, [part, ...rest]: Path): Address {
  return { part: part as Part, ...originOf(tree[part as Part], rest) }
}

/** What stands at a path; undefined where nothing does. */
export function valueAt(tree: ModelTree, path: Path): unknown {
  return path.reduce<unknown>(memberAt, tree)
}

/** What stands at an address. */
export function found(tree: ModelTree, address: Address): unknown {
  const path = pathOf(tree, address)
  return path && valueAt(tree, path)
}

/** Whether a path leads to another or into it. */
export function isWithin(path: Path, outer: Path): boolean {
  return path.length >= outer.length && isSame(path.slice(0, outer.length), outer)
}
