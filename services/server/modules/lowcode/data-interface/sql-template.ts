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
 * @throws ApiError 400 saying what is not allowed.
 */
export function parseSql(source: string): readonly SqlPart[] {
  const parts: SqlPart[] = []
  const write = (text: string) => parts.push({ kind: 'sql', text })
  let depth = 0
  let first: string | undefined
  let ended = false
  for (const { kind, text } of tokens(source)) {
    if (kind === 'space') {
      write(' ')
      continue
    }
    if (ended) throw refuse('@dataInterface.sqlSeveral')
    first ??= text.toLowerCase()
    if (kind === 'escaped' || text === '$') throw refuse('@dataInterface.sqlForbidden', text)
    if (kind === 'word' || kind === 'quoted') forbid(text)
    if (kind === 'param') parts.push({ kind: 'param', name: text.slice(1, -1), asText: false })
    else if (kind === 'string') parts.push(...textParts(text))
    else if (text === ';') ended = true
    else write(text)
    if (text === '(') depth += 1
    if (text === ')') depth -= 1
    if (depth < 0) throw refuse('@dataInterface.sqlParentheses')
  }
  if (depth !== 0) throw refuse('@dataInterface.sqlParentheses')
  if (first !== 'select' && first !== 'with') throw refuse('@dataInterface.sqlSelectOnly')
  return parts
}

/** Names of the parameters that a statement uses. */
export function paramNames(parts: readonly SqlPart[]): readonly string[] {
  return [...new Set(parts.flatMap((part) => (part.kind === 'param' ? [part.name] : [])))]
}

function* tokens(source: string): Generator<{ readonly kind: string; readonly text: string }> {
  let at = 0
  while (at < source.length) {
    if (source.startsWith('/*', at)) {
      at = afterComment(source, at)
      yield { kind: 'space', text: ' ' }
      continue
    }
    const token = match(source, at)
    // A quote that nothing ends.
    if (token.text === "'" || token.text === '"') throw refuse('@dataInterface.sqlForbidden', token.text)
    yield token
    at += token.text.length
  }
}

function match(source: string, at: number): { readonly kind: string; readonly text: string } {
  for (const [kind, pattern] of TOKENS) {
    pattern.lastIndex = at
    const [text] = pattern.exec(source) ?? []
    if (text !== undefined) return { kind, text }
  }
  throw refuse('@dataInterface.sqlForbidden', source.charAt(at))
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
  throw refuse('@dataInterface.sqlForbidden', '/*')
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

function forbid(word: string): void {
  const name = word.startsWith('"') ? word.slice(1, -1).replaceAll('""', '"') : word
  if (FORBIDDEN.test(name)) throw refuse('@dataInterface.sqlForbidden', name)
}

function refuse(message: string, word = ''): ApiError {
  return new ApiError(CODE.badRequest, message, { params: { word } })
}
