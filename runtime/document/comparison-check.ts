import type { Node } from 'jsonc-parser'
import { patternFault } from '../date/pattern'
import { toDecimalNumber } from '../expression'
import { type Token, tokenize } from '../expression/tokens'
import { equals } from '../expression/value'
import { referenceIn } from './given-values'
import { type Names, type Scope, scopeAt } from './names'
import type { Report } from './report'
import { choicesOf, kindsOf, type Shape } from './shape'

const EQUAL: readonly string[] = ['==', '!=', '<>']
const ORDER: readonly string[] = ['<', '<=', '>', '>=']
/** What may stand before and after a comparison that is whole by itself. */
const BEFORE: readonly string[] = [
  '(',
  ',',
  '[',
  '?',
  ':',
  '&&',
  '||',
  'and',
  'AND',
  'or',
  'OR',
  'not',
  'NOT',
]
const AFTER: readonly string[] = [')', ',', ']', '?', ':', '&&', '||', 'and', 'AND', 'or', 'OR']
/** Functions whose second value is a date pattern. */
const FORMATTING: readonly string[] = ['FORMATDATE', '日期格式']

/** Most expressions compare nothing, and need no second reading. */
const OF_INTEREST = /[=<>!＝＜＞！≥≤≠]|\bin\b|FORMATDATE|日期格式/i

interface Reference {
  readonly path: string
  readonly shape: Shape | undefined
}

/** Finds comparisons of what is known with what it never is, and date patterns that are none, in an expression that compiles. */
export class ComparisonCheck {
  private readonly report: Report
  private readonly names: Names

  constructor(report: Report, names: Names) {
    this.report = report
    this.names = names
  }

  /** @param start where the expression stands in the node's text: behind `${` */
  check(source: string, start: number, node: Node, pointer: string): void {
    if (!OF_INTEREST.test(source)) return
    const tokens = tokenize(source)
    const scope = scopeAt(this.names, pointer)
    const add = (
      code: 'comparedValue' | 'comparedType' | 'datePattern',
      token: Token,
      details: object,
      at = 0,
    ) =>
      this.report.add(code, node, pointer, {
        ...details,
        shift: this.report.rawOffset(node, start + token.offset + at),
      })
    const compare = ({ path, shape }: Reference, token: Token, ordered: boolean) => {
      if (!shape || token.value === null || token.value === '') return
      const choices = ordered ? undefined : choicesOf(shape)
      const value = token.text
      if (choices) {
        if (choices.some((choice) => equals(choice, token.value))) return
        const written = String(token.value)
        add('comparedValue', token, { params: { path, value }, written, choices: choices.map(String) })
      } else if (isOther(kindsOf(shape), token.value)) {
        const types = [...(kindsOf(shape) ?? [])].join(' | ')
        add('comparedType', token, { params: { path, value, types }, expected: types })
      }
    }
    for (const [index, token] of tokens.entries()) {
      if (token.kind === 'operator' && [...EQUAL, ...ORDER].includes(token.text)) {
        const ordered = ORDER.includes(token.text)
        const [before, after] = [tokens[index - 1], tokens[index + 1]]
        const left = pathBefore(tokens, index, scope)
        if (left && after?.kind === 'literal' && isEdge(tokens[index + 2], AFTER))
          compare(left, after, ordered)
        const right = pathAfter(tokens, index, scope)
        if (right && before?.kind === 'literal' && isEdge(tokens[index - 2], BEFORE))
          compare(right, before, ordered)
      }
      if (token.kind === 'name' && /^in$/i.test(token.text) && tokens[index + 1]?.text === '[') {
        const left = pathBefore(tokens, index, scope)
        for (const literal of left ? listAfter(tokens, index + 1) : [])
          if (left) compare(left, literal, false)
      }
      const pattern = FORMATTING.includes(token.text) ? secondValue(tokens, index) : undefined
      const fault = typeof pattern?.value === 'string' ? patternFault(pattern.value) : undefined
      if (pattern && fault !== undefined)
        add(
          'datePattern',
          pattern,
          { params: { pattern: pattern.value }, expected: 'yyyy-MM-dd HH:mm' },
          fault + 1,
        )
    }
  }
}

/** A number or a truth value is never equal to a text that is no number; a list or a record to nothing that is written so. */
function isOther(types: ReadonlySet<string> | null, value: unknown): boolean {
  if (!types || types.size === 0) return false
  const all = (...known: readonly string[]) => [...types].every((type) => known.includes(type))
  if (typeof value === 'string' && toDecimalNumber(value) === null && all('number', 'integer', 'boolean'))
    return true
  return all('array', 'object')
}

/** The path that ends before a place, where nothing before it takes part in it. */
function pathBefore(tokens: readonly Token[], end: number, scope: Scope | undefined): Reference | undefined {
  let start = end
  while (start > 0 && isPathToken(tokens[start - 1])) start--
  return isEdge(tokens[start - 1], BEFORE) ? referenceOf(tokens, start, end, scope) : undefined
}

function pathAfter(tokens: readonly Token[], from: number, scope: Scope | undefined): Reference | undefined {
  let end = from + 1
  while (isPathToken(tokens[end])) end++
  return isEdge(tokens[end], AFTER) ? referenceOf(tokens, from + 1, end, scope) : undefined
}

/** A path of names; undefined where its first is what a lambda is given. */
function referenceOf(
  tokens: readonly Token[],
  start: number,
  end: number,
  scope: Scope | undefined,
): Reference | undefined {
  const [root] = tokens.slice(start, end)
  if (root?.kind !== 'name' || isParameter(tokens, root.text)) return undefined
  const path = tokens
    .slice(start, end)
    .map(({ text }) => text)
    .join('')
  return { path, shape: scope && referenceIn(path, scope) }
}

function isParameter(tokens: readonly Token[], name: string): boolean {
  return (
    tokens.some(({ text }) => text === '=>') &&
    tokens.some(({ text }, index) => text === name && /^(?:=>|,|\))$/.test(tokens[index + 1]?.text ?? ''))
  )
}

const WORDS: readonly string[] = [...BEFORE, 'in', 'IN']

function isPathToken(token: Token | undefined): boolean {
  return token?.text === '.' || (token?.kind === 'name' && !WORDS.includes(token.text))
}

function isEdge(token: Token | undefined, edges: readonly string[]): boolean {
  return token === undefined || (token.kind !== 'literal' && edges.includes(token.text))
}

/** The constants of a written list. */
function listAfter(tokens: readonly Token[], open: number): readonly Token[] {
  const close = tokens.findIndex(({ text }, index) => index > open && text === ']')
  const inside = tokens.slice(open + 1, close)
  return inside.every(({ kind, text }) => kind === 'literal' || text === ',')
    ? inside.filter(({ kind }) => kind === 'literal')
    : []
}

/** The literal that is the second value of a call. */
function secondValue(tokens: readonly Token[], called: number): Token | undefined {
  let depth = 0
  for (let index = called + 1; index < tokens.length; index++) {
    const { text, kind } = tokens[index] as Token
    if (kind === 'literal') continue
    if ('([{'.includes(text)) depth++
    else if (')]}'.includes(text)) depth--
    if (depth === 0) return undefined
    const second = tokens[index + 1]
    if (depth === 1 && text === ',') return second?.kind === 'literal' ? second : undefined
  }
  return undefined
}
