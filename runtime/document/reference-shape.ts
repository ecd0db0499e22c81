import type { Scope } from './names'
import { entryOf, isList, memberOf, type Shape } from './shape'

/** A path that stands alone: `row.items`. */
const PATH = /^[\p{L}\w$]+(?:\.[\p{L}\w$]+)*$/u

/** Where a text's whole value is one reference, the reference and its place in the text: of `${rows}` and of `rows`. */
export function onlyReference(
  text: string,
  of: 'expression' | 'template',
): { readonly path: string; readonly at: number } | undefined {
  const found = of === 'expression' ? /^(\s*)(.*?)\s*$/s.exec(text) : /^(\$\{\s*)(.*?)\s*\}$/s.exec(text)
  const [, before = '', path = ''] = found ?? []
  return found && PATH.test(path) ? { path, at: before.length } : undefined
}

/** What is known of what a reference reads; of a column, which goes through a list, nothing but that it is one. */
export function shapeAt(path: string, scope: Scope | undefined): Shape | undefined {
  const [root = '', ...members] = path.split('.')
  let shape = scope?.get(root)
  for (const name of members) {
    if (shape === undefined || shape === 'open') return shape
    const next: Shape | undefined = memberOf(shape, name)
    // What a list's entries have is a list of it; of a list of lists nothing is said.
    if (name !== 'length' && isList(shape)) return isList(entryOf(shape)) ? 'open' : COLUMN
    shape = next
  }
  return shape
}

const COLUMN: Shape = { kind: 'list', entry: 'open' }
