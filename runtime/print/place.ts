import { decodeEntities } from './escape'

/** `field`, or `table.column`. */
export interface PathTerm {
  readonly kind: 'path'
  readonly name: string
  /** Null: a field of the record itself. */
  readonly column: string | null
}

export interface CallTerm {
  readonly kind: 'call'
  readonly name: string
  readonly of: readonly Term[]
}

export type Term =
  | PathTerm
  | CallTerm
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }

/** A text cut at what stands in braces; `raw` is what is written there. */
export type Piece =
  | { readonly kind: 'literal'; readonly raw: string }
  /** Null: it is none that could be read. */
  | { readonly kind: 'place'; readonly raw: string; readonly term: Term | null }
  | { readonly kind: 'if'; readonly raw: string; readonly expression: string }
  | { readonly kind: 'end'; readonly raw: string }

const BRACES = /\{([^{}]{0,1000})\}/g
const IF = /^if(?![\p{L}\p{N}_.-])([\s\S]*)$/u

/** Cuts a text of HTML, whose entities are read in the braces alone: a brace that is written as an entity begins no place. */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of text.matchAll(BRACES)) {
    const [raw, inner = ''] = match
    if (match.index > from) pieces.push({ kind: 'literal', raw: text.slice(from, match.index) })
    pieces.push({ ...pieceOf(decodeEntities(inner).trim()), raw })
    from = match.index + raw.length
  }
  if (from < text.length) pieces.push({ kind: 'literal', raw: text.slice(from) })
  return pieces
}

/** What stands between two braces, read; its entities are read already. */
export function pieceOf(inner: string): Exclude<Piece, { readonly kind: 'literal' }> {
  const raw = `{${inner}}`
  if (/^\/\s*if$/.test(inner)) return { kind: 'end', raw }
  const [, expression] = IF.exec(inner) ?? []
  if (expression !== undefined) return { kind: 'if', raw, expression: expression.trim() }
  return { kind: 'place', raw, term: parsePlace(inner) }
}

/** What Chinese keyboards type. */
const SAME_AS: Readonly<Record<string, string>> = { '（': '(', '）': ')', '，': ',' }
const LEXEME =
  /\s*(?:([\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*)|"([^"]*)"|'([^']*)'|“([^”]*)”|‘([^’]*)’|([(),（），]))\s*/uy
const NUMBER = /^\d{1,15}(\.\d{1,15})?$/
/** Calls within each other. */
const DEPTH = 8

type Lexeme =
  | { readonly kind: 'word' | 'sign'; readonly text: string }
  | { readonly kind: 'string'; readonly text: string }

/** What a place says: a path or a call; null for anything else. */
export function parsePlace(source: string): Term | null {
  const lexemes = lexemesOf(source)
  if (lexemes === null) return null
  const read = termAt(lexemes, 0, 0)
  return read && read.next === lexemes.length && (read.term.kind === 'path' || read.term.kind === 'call')
    ? read.term
    : null
}

function lexemesOf(source: string): readonly Lexeme[] | null {
  const lexemes: Lexeme[] = []
  for (let at = 0; at < source.length; at = LEXEME.lastIndex) {
    LEXEME.lastIndex = at
    const match = LEXEME.exec(source)
    if (!match) return null
    const [, word, double, single, curly, curlySingle, sign] = match
    const string = double ?? single ?? curly ?? curlySingle
    if (word !== undefined) lexemes.push({ kind: 'word', text: word })
    else if (string !== undefined) lexemes.push({ kind: 'string', text: string })
    else lexemes.push({ kind: 'sign', text: SAME_AS[sign ?? ''] ?? sign ?? '' })
  }
  return lexemes
}

interface Read {
  readonly term: Term
  readonly next: number
}

function termAt(lexemes: readonly Lexeme[], at: number, depth: number): Read | null {
  const lexeme = lexemes[at]
  if (!lexeme || lexeme.kind === 'sign' || depth > DEPTH) return null
  const { kind, text } = lexeme
  if (kind === 'string') return { term: { kind: 'text', text }, next: at + 1 }
  if (isSign(lexemes[at + 1], '(')) return callAt(lexemes, at, depth)
  if (NUMBER.test(text)) return { term: { kind: 'number', number: Number(text) }, next: at + 1 }
  const [name = '', column = null, ...more] = text.split(/[.-]/)
  return more.length > 0 ? null : { term: { kind: 'path', name, column }, next: at + 1 }
}

function callAt(lexemes: readonly Lexeme[], at: number, depth: number): Read | null {
  const of: Term[] = []
  let next = at + 1
  do {
    const read = termAt(lexemes, next + 1, depth + 1)
    if (!read) return null
    of.push(read.term)
    next = read.next
  } while (isSign(lexemes[next], ','))
  if (!isSign(lexemes[next], ')')) return null
  return { term: { kind: 'call', name: lexemes[at]?.text ?? '', of }, next: next + 1 }
}

function isSign(lexeme: Lexeme | undefined, text: string): boolean {
  return lexeme?.kind === 'sign' && lexeme.text === text
}

/** `field` or `table.column`. */
export function pathText({ name, column }: PathTerm): string {
  return column === null ? name : `${name}.${column}`
}
