import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'

/** A piece of a statement: SQL as it was written, or the place of a parameter, which is always bound. */
export type SqlPart =
  | { readonly kind: 'sql'; readonly text: string }
  | { readonly kind: 'param'; readonly name: string; readonly asText: boolean }

/**
 * Names that no statement may hold, as a word or in quotes: the catalogues; functions that run SQL given as text, change
 * a setting (the role among them), wait, lock, or reach files. The database's own rights are the wall; this keeps
 * statements from ways around it.
 */
const FORBIDDEN =
  /^(pg_.*|information_schema|lo_.*|.*_to_xml.*|set_config|current_setting|ts_stat|ts_rewrite|dblink.*|crosstab.*|connectby|txid_.*|inet_(server|client)_.*)$/i

const TOKENS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['space', /\s+/y],
  ['space', /--[^\n]*/y],
  // Some versions of the database read `1e'` as a number and the beginning of an escaped text.
  ['escaped', /(?:\d\w*)?(?:[eE](?=')|[uU]&(?=['"]))/y],
  ['string', /'(?:[^']|'')*'/y],
  ['quoted', /"(?:[^"]|"")*"/y],
  ['param', /\{[A-Za-z_]\w*\}/y],
  ['word', /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/y],
  ['number', /\d[\w.]*/y],
  ['other', /[^\s]/y],
]

/** A placeholder inside a text, or the text around it. */
const INSIDE = /\{([A-Za-z_]\w*)\}/

/**
 * Takes a statement apart: one SELECT or WITH, with `{name}` where a parameter's value goes. A placeholder inside a
 * quoted text becomes a part of that text: `'%{word}%'`.
 * @throws SqlRefused saying what is not allowed, and where.
 */
export function parseSql(source: string): readonly SqlPart[] {
  const parts: SqlPart[] = []
  const write = (text: string) => parts.push({ kind: 'sql', text })
  /** Where the parentheses that are open stand. */
  const open: number[] = []
  let first: Token | undefined
  let ended = false
  for (const token of tokens(source)) {
    const { kind, text, at } = token
    const refused = (message: string, word = '') => refuse(message, lineAt(source, at), word)
    if (kind === 'space') {
      write(blank(text))
      continue
    }
    if (ended) throw refused('@dataInterface.sqlSeveral')
    first ??= token
    if (kind === 'escaped' || text === '$') throw refused('@dataInterface.sqlForbidden', text)
    const forbidden = kind === 'word' || kind === 'quoted' ? forbiddenName(text) : undefined
    if (forbidden !== undefined) throw refused('@dataInterface.sqlForbidden', forbidden)
    if (kind === 'param') parts.push({ kind: 'param', name: text.slice(1, -1), asText: false })
    else if (kind === 'string') parts.push(...textParts(text))
    else if (text === ';') ended = true
    else write(text)
    if (text === '(') open.push(at)
    if (text === ')' && open.pop() === undefined) throw refused('@dataInterface.sqlParentheses')
  }
  const unclosed = open.at(-1)
  if (unclosed !== undefined) throw refuse('@dataInterface.sqlParentheses', lineAt(source, unclosed))
  if (!/^(select|with)$/i.test(first?.text ?? ''))
    throw refuse('@dataInterface.sqlSelectOnly', lineAt(source, first?.at ?? 0))
  return parts
}

/** A statement that is not allowed, and in which of its lines. */
export class SqlRefused extends ApiError {
  readonly sqlLine: number
  constructor(message: string, line: number, word: string) {
    super(CODE.badRequest, message, { params: { word } })
    this.sqlLine = line
  }
}

/** The line, from 1, in which a place of a text stands. */
export const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

/** White space and comments come to this: lines stay, so that the database's own errors name those of the statement. */
const blank = (text: string): string => text.replaceAll(/[^\n]/g, '') || ' '

/** Names of the parameters that a statement uses. */
export function paramNames(parts: readonly SqlPart[]): readonly string[] {
  return [...new Set(parts.flatMap((part) => (part.kind === 'param' ? [part.name] : [])))]
}

interface Token {
  readonly kind: string
  readonly text: string
  readonly at: number
}

/** A view that a statement names by its schema `report`, with where that stands. */
export interface Named {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** The views that a statement names as `report.<name>`, however it writes that: in capitals, in quotes, with comments between. */
export function namedInReport(source: string): readonly Named[] {
  const read = [...tokens(source)].filter(({ kind }) => kind !== 'space')
  return read.flatMap(({ text, at }, index) => {
    const [dot, view] = read.slice(index + 1, index + 3)
    if (nameOf(text) !== 'report' || dot?.text !== '.' || !view) return []
    return [{ name: nameOf(view.text), start: at, end: view.at + view.text.length }]
  })
}

/** What a word, or a quoted name, means to the database. */
const nameOf = (word: string): string =>
  word.startsWith('"') ? word.slice(1, -1).replaceAll('""', '"') : word.toLowerCase()

function* tokens(source: string): Generator<Token> {
  let at = 0
  while (at < source.length) {
    if (source.startsWith('/*', at)) {
      const end = afterComment(source, at)
      yield { kind: 'space', text: source.slice(at, end), at }
      at = end
      continue
    }
    const token = match(source, at)
    // A quote that nothing ends.
    if (token.text === "'" || token.text === '"')
      throw refuse('@dataInterface.sqlForbidden', lineAt(source, at), token.text)
    yield token
    at += token.text.length
  }
}

function match(source: string, at: number): Token {
  for (const [kind, pattern] of TOKENS) {
    pattern.lastIndex = at
    const [text] = pattern.exec(source) ?? []
    if (text !== undefined) return { kind, text, at }
  }
  throw refuse('@dataInterface.sqlForbidden', lineAt(source, at), source.charAt(at))
}

/** Comments of SQL stand inside each other. */
function afterComment(source: string, start: number): number {
  let depth = 0
  for (let at = start; at < source.length; at++) {
    const two = source.slice(at, at + 2)
    if (two === '/*' || two === '*/') {
      depth += two === '/*' ? 1 : -1
      at += 1
      if (depth === 0) return at + 1
    }
  }
  throw refuse('@dataInterface.sqlForbidden', lineAt(source, start), '/*')
}

function textParts(literal: string): readonly SqlPart[] {
  const pieces = literal.slice(1, -1).split(INSIDE)
  if (pieces.length === 1) return [{ kind: 'sql', text: literal }]
  // `split` answers texts and names in turn.
  const parts = pieces.map(
    (piece, index): SqlPart =>
      index % 2 === 1 ? { kind: 'param', name: piece, asText: true } : { kind: 'sql', text: `'${piece}'` },
  )
  const joined = parts.flatMap((part, index): SqlPart[] =>
    index === 0 ? [part] : [{ kind: 'sql', text: ' || ' }, part],
  )
  return [{ kind: 'sql', text: '(' }, ...joined, { kind: 'sql', text: ')' }]
}

/** The name that a word or a quoted name stands for, if no statement may hold it. */
function forbiddenName(word: string): string | undefined {
  const name = word.startsWith('"') ? nameOf(word) : word
  return FORBIDDEN.test(name) ? name : undefined
}

const refuse = (message: string, line: number, word = '') => new SqlRefused(message, line, word)
