import type { Node } from 'jsonc-parser'
import { isRecord } from '../json'
import type { CheckEnvironment } from './environment'
import { recordOf } from './given-values'
import { keysOf, memberNode } from './node'
import { below } from './positions'
import type { Report } from './report'

/** What is used of a page's own names, by the page itself and by the lists and forms that stand in it. */
interface Used {
  readonly dialogs: Set<string>
  readonly sources: Set<string>
  readonly state: Set<string>
}

/** Keys under which a source is named that is fetched or told of, not read. */
const FETCHING: readonly string[] = ['reload', 'reloads', 'emit', 'invalidate']

/**
 * Tells of dialogs that nothing opens, sources that nobody reads and state that nobody reads. Where a name is worked out when
 * the page runs, all are used.
 */
export function checkDead(
  root: Node,
  page: unknown,
  report: Report,
  { content }: Pick<CheckEnvironment, 'content'>,
): void {
  if (!content) return
  const used: Used = { dialogs: new Set(), sources: new Set(), state: new Set() }
  const documents = new Set<string>()
  gather(recordOf(page), used, documents)
  // A document is in none of its own parts; one that is in another is found by walking that one.
  for (const file of documents) gather(content(file), used, documents)
  unused(root, 'dialogs', used.dialogs, 'unusedDialog', report)
  unused(root, 'data', used.sources, 'unusedSource', report)
  unused(root, 'state', used.state, 'unusedState', report)
}

function unused(
  root: Node,
  word: 'dialogs' | 'data' | 'state',
  used: ReadonlySet<string>,
  code: 'unusedDialog' | 'unusedSource' | 'unusedState',
  report: Report,
): void {
  if (used.has(ALL)) return
  const owners = memberNode(root, word)
  for (const key of keysOf(owners)) {
    const name = String(key.value)
    const further = keysOf(memberNode(memberNode(owners, name), 'also'))
    if (![key, ...further].some(({ value }) => used.has(String(value))))
      report.add(code, key, below(below('', word), name), { params: { name } })
  }
}

/** Some name that is worked out. */
const ALL = '*'

function gather(value: unknown, used: Used, documents: Set<string>): void {
  if (typeof value === 'string') text(value, used)
  else if (Array.isArray(value)) for (const entry of value) gather(entry, used, documents)
  if (!isRecord(value)) return
  for (const name of Object.keys(value)) {
    if (FETCHING.includes(name)) continue
    const member = value[name]
    // What is written is not read by it; the values are.
    if (name === 'set' && isRecord(member)) {
      for (const one of Object.values(member)) gather(one, used, documents)
      continue
    }
    named(name, member, used, documents)
    gather(member, used, documents)
  }
}

/** What a key names by its value alone. */
function named(key: string, value: unknown, used: Used, documents: Set<string>): void {
  if (typeof value !== 'string') return
  if (key === 'open' || key === 'print') for (const name of namesIn(value)) used.dialogs.add(name)
  else if (key === 'source' || key === 'detail') used.sources.add(value)
  else if (key === 'form') documents.add(`forms/${value}`)
  else if (key === 'ref') {
    documents.add(`lists/${value}`)
    documents.add(`forms/${value}`)
  }
}

/** A dialog's name, or those that a place chooses among: `${row.isNew ? 'add' : 'edit'}`. */
function namesIn(value: string): readonly string[] {
  if (!value.includes('${')) return [value]
  const texts = [...value.matchAll(/['"](\w+)['"]/g)].map(([, name]) => name ?? '')
  return texts.length > 0 && /^\$\{[^?]*\?[^?]*\}$/.test(value) ? texts : [ALL]
}

/** `data.items` and `page.kind`, wherever they stand; the whole of `data` is all of it. */
function text(value: string, { sources, state }: Used): void {
  if (!value.includes('data') && !value.includes('page')) return
  for (const [, root, name] of value.matchAll(/(?<![\w.@'"])(data|page)\b(?:\.(\w+))?/g)) {
    const names = root === 'data' ? sources : state
    if (name !== undefined) names.add(name)
    else if (value.includes('${') || value === root) names.add(ALL)
  }
}
