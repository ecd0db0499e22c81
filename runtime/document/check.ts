import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { compileForm } from '../form'
import { fieldChecks } from '../form/document/field-checks'
import { compileList, ListSchema } from '../list'
import { compileNode, compilePage } from '../page'
import { PageSchema } from '../page/schema'
import type { JsonSchema } from '../schema/json-schema'
import { AcceptedCheck } from './accepted-check'
import { compileProblems } from './compile-problems'
import { checkDead } from './dead-check'
import { type CheckEnvironment, type DocumentKind, type ExpandEnvironment, kindOf } from './environment'
import { expand } from './expand'
import { FormSchema } from './form-schema'
import { FRAGMENT_KINDS, FragmentSchema } from './fragment-schema'
import { type Gathered, gatherForm, gatherPage } from './gather'
import { checkLocale, isWholeLocale } from './locale-check'
import { checkMenu } from './menu-check'
import { type Names, NO_NAMES } from './names'
import { contentOf, eachMember, memberNode, memberText, nodeAt } from './node'
import { checkState } from './parts-check'
import { plainContent } from './plain'
import { below } from './positions'
import { isWarning, type LoadedDocument } from './problem'
import { Report } from './report'
import { checkSchemaWord } from './schema-word-check'
import { soundTree } from './sound-tree'
import { reportTwiceInList, reportTwiceInPage } from './twice-check'
import { WordWalk } from './words-check'

const SCHEMAS: Readonly<Record<'page' | 'form' | 'list' | 'fragment', JsonSchema>> = {
  page: PageSchema as JsonSchema,
  form: FormSchema as JsonSchema,
  list: ListSchema as JsonSchema,
  fragment: FragmentSchema as JsonSchema,
}

/** A document that was read, with all written out that it says short: what is checked, and what others see of it. */
export interface ReadDocument {
  readonly report: Report
  readonly kind: DocumentKind
  /** Undefined where it is no JSON, and where it is read as plain JSON with nothing wrong. */
  readonly root: Node | undefined
  readonly content: unknown
  readonly uses: readonly string[]
  /** As it is written. */
  readonly written: Node | undefined
  /** Something in it could not be written out, or it is no JSON. */
  readonly isCut: boolean
}

/** @param file path below `schemas/`: `pages/system/dictionary.page.json` */
export function readDocument(file: string, text: string, environment: ExpandEnvironment): ReadDocument {
  const report = new Report(file, text)
  const plain = file === 'menu.json' || kindOf(file) !== 'other' ? undefined : plainContent(text)
  if (plain !== undefined && isSoundAsIs(file, plain))
    return {
      report,
      kind: 'other',
      root: undefined,
      content: plain,
      uses: [],
      written: undefined,
      isCut: false,
    }
  const errors: ParseError[] = []
  const written =
    soundTree(text) ?? parseTree(text, errors, { disallowComments: true, allowEmptyContent: false })
  for (const error of errors)
    report.add('json', error.offset, '', {
      params: { reason: `@document.json${printParseErrorCode(error.error)}` },
    })
  const isJson = written !== undefined && errors.every(({ error }) => error === COMMENT)
  const kind = kindOf(file) === 'other' && isJson ? kindOf(file, contentOf(written)) : kindOf(file)
  if (!isJson) return { report, kind, root: undefined, content: undefined, uses: [], written, isCut: true }
  const isOther = kind === 'other'
  const { root, uses } = isOther ? { root: written, uses: [] } : expand(written, kind, report, environment)
  const isCut = report.problems.length > 0
  return { report, kind, root, content: contentOf(root), uses, written, isCut }
}

/** Whether nothing is wrong with a file that is no document of the language. */
function isSoundAsIs(file: string, content: unknown): boolean {
  return file.startsWith('locales/') ? isWholeLocale(content) : kindOf(file, content) === 'other'
}

/** A document with a comment is refused; what it says is known all the same. */
const COMMENT = 10

/**
 * Says all that is wrong with a document. `content` is null when there are problems: a screen is never drawn from a document
 * that is not sound.
 * @param file path below `schemas/`: `pages/system/dictionary.page.json`
 */
export function checkDocument(
  file: string,
  text: string,
  environment: CheckEnvironment,
  read: ReadDocument = readDocument(file, text, environment),
): LoadedDocument {
  const { report, kind, root, content, uses, written, isCut } = read
  if (!root && !isCut) return loaded(file, text, content, [], [])
  if (!root || !written || report.problems.some(({ message }) => message === '@document.json'))
    return loaded(file, text, null, [], report.problems)
  if (hasKeyTwice(written)) reportDuplicateKeys(written, report, '')
  // What could not be written out is missing everywhere below: its own problem says more than those.
  if (kind !== 'other' && !isCut) {
    const names = environment.names?.(file) ?? ownNames(kind, content)
    const words = new WordWalk(report, environment, names)
    checkSchemaWord(root, kind, report, environment)
    words.walk.check(root, SCHEMAS[kind], '')
    if (kind === 'fragment') reportEmpty(root, report)
    if (kind === 'form') {
      reportDuplicateNames(root, report)
      new AcceptedCheck(report, environment.catalogue, names.submissions).form(root)
    }
    if (kind === 'list') {
      words.list(root, '')
      reportTwiceInList(root, '', report)
    }
    if (kind === 'page') {
      reportTwoHomes(root, report)
      reportTwiceInPage(root, report)
      checkState(root, report)
      checkDead(root, content, report, environment)
    }
    if (kind !== 'fragment' && report.problems.every(isWarning))
      reportCompile(kind, content, root, report, environment)
  } else if (file.startsWith('locales/')) checkLocale(root, report)
  else if (file === 'menu.json') checkMenu(root, report, environment)
  return loaded(file, text, report.problems.every(isWarning) ? content : null, uses, report.sorted())
}

function loaded(
  file: string,
  text: string,
  content: unknown,
  uses: readonly string[],
  problems: LoadedDocument['problems'],
): LoadedDocument {
  return {
    file,
    // Whoever only wants to know what is wrong does not ask for it.
    get version() {
      return versionOf(text)
    },
    content,
    uses,
    problems,
  }
}

/** What a document says by itself, without the project around it. */
function ownNames(kind: Exclude<DocumentKind, 'other'>, content: unknown): Names {
  if (kind === 'list' || kind === 'fragment') return NO_NAMES
  return kind === 'form' ? gatherForm(content, NO_PROJECT) : gatherPage(content, NO_PROJECT).names
}

/** Nothing is known of what is around a document. */
const NO_PROJECT: Gathered = {
  content: () => undefined,
  answer: () => 'open',
  answerOf: () => 'open',
  rights: () => undefined,
  user: 'open',
}

/** Hardly a document has one: only then it is worth to tell every place. */
function hasKeyTwice(node: Node): boolean {
  const { children } = node
  if (!children || children.length === 0) return false
  if (node.type === 'array') return children.some(hasKeyTwice)
  if (node.type !== 'object') return false
  const names = new Set<string>()
  let count = 0
  let isBelow = false
  eachMember(node, (name, value) => {
    names.add(name)
    count++
    if (value.children && !isBelow) isBelow = hasKeyTwice(value)
  })
  return isBelow || names.size < count
}

/** Of two members of one name the first is lost without a word. */
function reportDuplicateKeys(node: Node, report: Report, pointer: string): void {
  if (node.type === 'array')
    node.children?.forEach((child, index) => {
      reportDuplicateKeys(child, report, below(pointer, index))
    })
  if (node.type !== 'object') return
  const seen = new Set<string>()
  eachMember(node, (name, value, key) => {
    const place = below(pointer, name)
    if (seen.has(name)) report.add('duplicateKey', key, place, { params: { key: name } })
    seen.add(name)
    reportDuplicateKeys(value, report, place)
  })
}

/** What only compiling finds (rules that read each other, a column that the form does not have), at its place. */
function reportCompile(
  kind: 'page' | 'form' | 'list',
  content: unknown,
  root: Node,
  report: Report,
  { catalogue }: CheckEnvironment,
): void {
  const { file } = report
  const list = (document: unknown) =>
    compileList(document, { id: file, catalogue, node: compileNode, checks: fieldChecks })
  if (kind === 'form') placed(report, root, '', () => compileForm(content, { id: file, catalogue, file }))
  else if (kind === 'list') placed(report, root, '', () => list(content))
  else {
    placed(report, root, '', () => compilePage(content, { file }))
    for (const [pointer, node] of listsWithin(root))
      placed(report, root, pointer, () => list(contentOf(node)))
  }
}

/** Tells what compiling something finds, which stands at a pointer of the document. */
function placed(report: Report, root: Node, pointer: string, compile: () => unknown): void {
  try {
    compile()
  } catch (error) {
    const problems = compileProblems(error)
    if (!problems) throw error
    for (const problem of problems) {
      const place = `${pointer}${problem.pointer}`
      report.place({ ...problem, pointer: place }, nodeAt(root, place))
    }
  }
}

/** Lists, and tables as lists of columns alone, that stand in a page itself. */
function listsWithin(root: Node): readonly (readonly [string, Node])[] {
  const found: (readonly [string, Node])[] = []
  const look = (node: Node, pointer: string) => {
    if (!node.children) return
    const kind = memberText(node, 'node')
    const isOwn = (kind === 'list' || kind === 'table') && memberNode(node, 'columns') !== undefined
    if (isOwn) found.push([pointer, node])
    if (node.type === 'array')
      node.children.forEach((item, index) => {
        look(item, below(pointer, index))
      })
    else eachMember(node, (name, member) => look(member, below(pointer, name)))
  }
  look(root, '')
  return found
}

/** A fragment gives something. */
function reportEmpty(root: Node, report: Report): void {
  if (FRAGMENT_KINDS.some((kind) => memberNode(root, kind))) return
  report.add('missingKey', root, '', { params: { key: FRAGMENT_KINDS.join(' | ') } })
}

/** Two top-level fields of one name would share one value. */
function reportDuplicateNames(root: Node, report: Report): void {
  const fields = memberNode(root, 'fields')
  const seen = new Set<string>()
  for (const [index, field] of (fields?.children ?? []).entries()) {
    const name = memberNode(field, 'name')
    if (name?.type !== 'string') continue
    if (seen.has(name.value)) {
      report.add('duplicateName', name, `/fields/${index}/name`, { params: { name: name.value } })
    }
    seen.add(name.value)
  }
}

/** What a page keeps and what its address says share the names of `page`. */
function reportTwoHomes(root: Node, report: Report): void {
  const state = memberNode(root, 'state')
  for (const { children: [key] = [] } of memberNode(root, 'query')?.children ?? []) {
    const name = String(key?.value)
    if (key && state && memberNode(state, name))
      report.add('duplicateName', key, below('/query', name), { params: { name } })
  }
}

/** A short hash of the text (FNV-1a, twice with different starts): changes whenever the file does. */
function versionOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x01000193]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other ^ code, 0x01000193)
  }
  return [one, other].map((hash) => (hash >>> 0).toString(36)).join('')
}
