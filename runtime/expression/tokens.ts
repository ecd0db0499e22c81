import { EXPRESSION_LIMITS } from './limits'
import { compileError } from './problems'

/** One part of a source. `offset` counts from 0; `value` is a literal's value. */
export interface Token {
  readonly kind: 'name' | 'literal' | 'operator' | 'punctuation'
  readonly text: string
  readonly offset: number
  readonly value?: unknown
}

/** What Chinese keyboards and formula editors type, and what it means. */
const SAME_AS: Readonly<Record<string, string>> = {
  '（': '(',
  '）': ')',
  '【': '[',
  '】': ']',
  '｛': '{',
  '｝': '}',
  '，': ',',
  '：': ':',
  '？': '?',
  '＋': '+',
  '－': '-',
  '−': '-',
  '×': '*',
  '＊': '*',
  '÷': '/',
  '／': '/',
  '％': '%',
  '＾': '^',
  '＞': '>',
  '＜': '<',
  '＝': '=',
  '！': '!',
  '＆': '&',
  '｜': '|',
  '．': '.',
  '≥': '>=',
  '≤': '<=',
  '≠': '!=',
}

const CLOSING_QUOTES: Readonly<Record<string, string>> = { "'": "'", '"': '"', '“': '”', '‘': '’' }
const OPERATORS = [
  '=>',
  '&&',
  '||',
  '==',
  '!=',
  '<>',
  '<=',
  '>=',
  '+',
  '-',
  '*',
  '/',
  '%',
  '^',
  '<',
  '>',
  '!',
  '&',
  '?',
  ':',
  '.',
]
const MEANING: Readonly<Record<string, string>> = { '<>': '!=' }
const PUNCTUATION = new Set(['(', ')', '[', ']', '{', '}', ','])
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
const NAME = /[\p{ID_Start}_$][\p{ID_Continue}$]*/uy
const SPACE = /[\s\u3000]+/y
const CONSTANTS: Readonly<Record<string, unknown>> = {
  true: true,
  TRUE: true,
  false: false,
  FALSE: false,
  null: null,
  NULL: null,
}
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** Cuts a source into tokens. Texts keep what stands in them; everything else is known by its meaning. */
export function tokenize(source: string): Token[] {
  if (source.length > EXPRESSION_LIMITS.length)
    throw compileError(source.slice(0, 80), 'limit', 'tooLong', { limit: EXPRESSION_LIMITS.length })
  const tokens: Token[] = []
  let offset = 0
  while (offset < source.length) {
    const space = match(SPACE, source, offset)
    if (space) {
      offset += space.length
      continue
    }
    const { token, end } = next(source, offset, tokens.at(-1))
    tokens.push(token)
    if (tokens.length > EXPRESSION_LIMITS.tokens)
      throw compileError(source, 'limit', 'tooManyTokens', { limit: EXPRESSION_LIMITS.tokens })
    offset = end
  }
  return tokens
}

interface Cut {
  readonly token: Token
  readonly end: number
}

function next(source: string, offset: number, before: Token | undefined): Cut {
  const first = source.charAt(offset)
  const closing = CLOSING_QUOTES[first]
  if (closing) return textLiteral(source, offset, closing)
  const afterDot = before?.kind === 'operator' && before.text === '.'
  const number = afterDot ? null : match(NUMBER, source, offset)
  if (number) return numberLiteral(source, offset, number)
  const name = match(NAME, source, offset)
  if (name) {
    const constant = !afterDot && Object.hasOwn(CONSTANTS, name)
    const token: Token = constant
      ? { kind: 'literal', text: name, offset, value: CONSTANTS[name] }
      : { kind: 'name', text: name, offset }
    return { token, end: offset + name.length }
  }
  return symbol(source, offset)
}

function symbol(source: string, offset: number): Cut {
  const plain = (at: number) => SAME_AS[source.charAt(at)] ?? source.charAt(at)
  const one = plain(offset)
  if (PUNCTUATION.has(one)) return { token: { kind: 'punctuation', text: one, offset }, end: offset + 1 }
  const two = one + plain(offset + 1)
  const pair = OPERATORS.includes(two) ? two : undefined
  const operator = pair ?? (OPERATORS.includes(one) ? one : undefined)
  if (operator) {
    const text = MEANING[operator] ?? operator
    return { token: { kind: 'operator', text, offset }, end: offset + (pair ? 2 : 1) }
  }
  if (one === '=') throw compileError(source, 'syntax', 'assignment', undefined, offset)
  const found = String.fromCodePoint(source.codePointAt(offset) ?? 0)
  throw compileError(source, 'syntax', 'unexpectedCharacter', { found }, offset)
}

function numberLiteral(source: string, offset: number, digits: string): Cut {
  const end = offset + digits.length
  const glued = match(NAME, source, end)
  const value = Number(digits)
  if (glued || !Number.isFinite(value))
    throw compileError(source, 'syntax', 'badNumber', { found: digits + (glued ?? '') }, offset)
  return { token: { kind: 'literal', text: digits, offset, value }, end }
}

function textLiteral(source: string, offset: number, closing: string): Cut {
  let value = ''
  for (let at = offset + 1; at < source.length; at++) {
    const character = source.charAt(at)
    if (character === closing)
      return { token: { kind: 'literal', text: source.slice(offset, at + 1), offset, value }, end: at + 1 }
    if (character !== '\\') {
      value += character
      continue
    }
    const code = /^u([0-9a-fA-F]{4})/.exec(source.slice(at + 1, at + 6))?.[1]
    const escaped = source.charAt(at + 1)
    value += code ? String.fromCharCode(Number.parseInt(code, 16)) : (ESCAPES[escaped] ?? escaped)
    at += code ? 5 : 1
  }
  throw compileError(source, 'syntax', 'unclosedText', undefined, offset)
}

function match(pattern: RegExp, source: string, offset: number): string | null {
  pattern.lastIndex = offset
  return pattern.exec(source)?.[0] ?? null
}
