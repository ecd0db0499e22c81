import { compileTemplate } from './compile'
import { faultOf } from './functions'
import { pathsOfCondition, pathsOfTerm } from './names'
import { COUNTER_NAMES } from './scope'
import type { MarkNode, PlaceNode } from './tree'

/** A place of a template that prints nothing, or a mark that hides nothing. */
export interface TemplateProblem {
  /** As it is written, braces and all. */
  readonly place: string
  /**
   * `gone`: there is no such field; `syntax`: it cannot be read; `function`: there is no such function; `unmatched`: a mark without
   * another, or whose other is not among the same siblings.
   */
  readonly kind: 'gone' | 'syntax' | 'function' | 'unmatched'
  /** The field that is gone. */
  readonly path?: string
}

/**
 * What is wrong with a template, in the order of its text.
 * @param known fields (`no`) and columns (`items.amount`) that there are
 * @param of a line of a page's margins has the numbers of pages too
 */
export function templateProblems(
  template: string,
  known: ReadonlySet<string>,
  of: 'template' | 'line' = 'template',
): readonly TemplateProblem[] {
  const tables = new Set([...known].flatMap((path) => (path.includes('.') ? [tableOf(path)] : [])))
  const isKnown = (path: string) => known.has(path) || tables.has(path)
  const { named, unmatched } = compileTemplate(template)
  const apart = new Set(unmatched)
  return named.flatMap((node): readonly TemplateProblem[] => {
    const place = node.raw
    const kind = faultIn(node, apart)
    if (kind) return [{ place, kind }]
    const gone = node.kind === 'mark' ? goneInCondition(node, isKnown) : goneInPlace(node, isKnown, of)
    return gone.map((path) => ({ place, kind: 'gone', path }))
  })
}

function faultIn(
  node: PlaceNode | MarkNode,
  unmatched: ReadonlySet<MarkNode>,
): Exclude<TemplateProblem['kind'], 'gone'> | null {
  if (node.kind === 'mark') return node.fault ?? (unmatched.has(node) ? 'unmatched' : null)
  return node.term ? faultOf(node.term) : 'syntax'
}

function goneInPlace(
  { term }: PlaceNode,
  isKnown: (path: string) => boolean,
  of: 'template' | 'line',
): readonly string[] {
  if (!term) return []
  if (of === 'template' && term.kind === 'path' && COUNTER_NAMES.has(term.name)) return [term.name]
  return pathsOfTerm(term).filter((path) => !isKnown(path))
}

function goneInCondition({ condition }: MarkNode, isKnown: (path: string) => boolean): readonly string[] {
  if (!condition) return []
  return pathsOfCondition(condition).filter((path) => !isKnown(path) && !isKnown(path.replace(/_name$/, '')))
}

function tableOf(path: string): string {
  return path.slice(0, path.indexOf('.'))
}
