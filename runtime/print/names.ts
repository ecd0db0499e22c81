import type { Predicate } from '../expression'
import { compileTemplate } from './compile'
import { pathText, type Term } from './place'
import { SYSTEM_NAMES } from './scope'

/** Paths of fields that a term reads. */
export function pathsOfTerm(term: Term): readonly string[] {
  if (term.kind === 'call') return term.of.flatMap(pathsOfTerm)
  const path = term.kind === 'path' ? pathText(term) : ''
  return path === '' || SYSTEM_NAMES.has(path) ? [] : [path]
}

/** What an expression sees beside the fields of a record. */
const EXPRESSION_NAMES = new Set(['index', 'systemCopy', 'printer', 'now', 'timeZone'])

/** Paths of fields that an expression reads, as it writes them: `state_name` too. */
export function pathsOfCondition({ dependencies }: Predicate): readonly string[] {
  return dependencies.flatMap((dependency) => {
    const [name = '', column] = dependency.split('.')
    if (EXPRESSION_NAMES.has(name)) return []
    return column === undefined || column === 'length' ? [name] : [`${name}.${column}`]
  })
}

/** The fields that a template or a line names, in its places and expressions: `no`, `items.amount`, each once. */
export function pathsIn(template: string): readonly string[] {
  const paths = compileTemplate(template).named.flatMap((node) => {
    if (node.kind === 'mark') return node.condition ? pathsOfCondition(node.condition) : []
    return node.term ? pathsOfTerm(node.term) : []
  })
  return [...new Set(paths)]
}

/** The dictionaries that a template reads, each once. */
export function dictionariesIn(template: string): readonly string[] {
  const terms = compileTemplate(template).named.flatMap((node) =>
    node.kind === 'place' && node.term ? [node.term] : [],
  )
  return [...new Set(terms.flatMap(dictionariesOf))]
}

function dictionariesOf(term: Term): readonly string[] {
  if (term.kind !== 'call') return []
  const [, id] = term.of
  const own = term.name === 'dict' && id?.kind === 'text' ? [id.text] : []
  return [...own, ...term.of.flatMap(dictionariesOf)]
}
