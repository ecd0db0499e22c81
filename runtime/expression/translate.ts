import { EXPRESSION_LIMITS } from './limits'
import { compileError } from './problems'
import type { Token } from './tokens'

/**
 * A source said in the parser's ASCII: every name, member, function and literal is an alias (`n0`, `m0`, `f0`, `k0`),
 * so that Chinese names parse, no name can meet an operator or constant of the parser, and no text is ever read as code.
 */
export interface Translation {
  readonly text: string
  readonly names: readonly string[]
  readonly members: readonly string[]
  readonly literals: readonly unknown[]
  /** Function names as written, with their place in the source. */
  readonly functions: readonly { readonly name: string; readonly offset: number }[]
  /** The place in the source for a place in `text`. */
  offsetOf(position: number): number
}

const WORDS: Readonly<Record<string, string>> = {
  and: 'and',
  AND: 'and',
  '&&': 'and',
  or: 'or',
  OR: 'or',
  '||': 'or',
  in: 'in',
  IN: 'in',
  '&': '||',
}

/** Translates and checks that values and operators alternate and brackets match, so that errors have a place. */
export function translate(source: string, tokens: readonly Token[]): Translation {
  const writer = new Writer(source, tokens)
  for (let index = 0; index < tokens.length; index++) writer.token(index)
  return writer.finish()
}

/** An open bracket; `negations` are the brackets that `not` opened inside it, `conditions` its `?`. */
interface Level {
  readonly token: Token
  readonly isCall: boolean
  negations: number
  conditions: number
}

class Writer {
  private readonly source: string
  private readonly tokens: readonly Token[]
  private readonly parts: string[] = []
  private readonly starts: { at: number; offset: number }[] = []
  private length = 0
  private readonly names: string[] = []
  private readonly members: string[] = []
  private readonly literals: unknown[] = []
  private readonly functions: { name: string; offset: number }[] = []
  private readonly levels: Level[] = []
  private readonly ground: Level = {
    token: { kind: 'punctuation', text: '', offset: 0 },
    isCall: false,
    negations: 0,
    conditions: 0,
  }
  private operandDue = true
  private signs = 0

  constructor(source: string, tokens: readonly Token[]) {
    this.source = source
    this.tokens = tokens
  }

  token(index: number): void {
    const token = this.at(index)
    if (!token) return
    if (token.kind === 'literal') {
      this.operand(token, `k${this.literals.push(token.value) - 1}`)
    } else if (token.kind === 'name') this.name(token, index)
    else if (token.kind === 'punctuation') this.punctuation(token, index)
    else this.operator(token, index)
  }

  finish(): Translation {
    const open = this.levels.at(-1)
    if (open) throw this.error('unclosedBracket', open.token)
    if (this.operandDue) {
      throw compileError(this.source, 'syntax', 'operandExpectedAtEnd', undefined, this.source.length)
    }
    this.closeNegations(this.ground)
    const { starts } = this
    return {
      text: this.parts.join(''),
      names: this.names,
      members: this.members,
      literals: this.literals,
      functions: this.functions,
      offsetOf: (position) => starts.findLast(({ at }) => at <= position)?.offset ?? 0,
    }
  }

  private name(token: Token, index: number): void {
    const before = this.at(index - 1)
    const calls = isOpening(this.at(index + 1))
    if (before?.kind === 'operator' && before.text === '.') {
      if (calls) throw this.error('methodCall', token)
      this.operand(token, alias('m', this.members, token.text))
      return
    }
    const word = WORDS[token.text]
    if (word && !this.operandDue) {
      this.binary(token, word)
    } else if (token.text === 'not' || (token.text === 'NOT' && !calls)) this.negation(token)
    else if (calls) this.call(token)
    else this.operand(token, alias('n', this.names, token.text))
  }

  /** A call stands in brackets of its own, because the parser reads no member of a bare one: `FIRST(items).amount`. */
  private call(token: Token): void {
    this.operand(token, `(f${this.functions.push({ name: token.text, offset: token.offset }) - 1}`)
  }

  private operator(token: Token, index: number): void {
    const { text } = token
    if (this.operandDue && (text === '-' || text === '+' || text === '!')) {
      this.sign(token, text === '!' ? 'not ' : `${text} `)
    } else if (text === '.') this.dot(token, index)
    else {
      this.binary(token, WORDS[text] ?? text)
    }
  }

  private dot(token: Token, index: number): void {
    const next = this.at(index + 1)
    if (this.operandDue) throw this.error('operandExpected', token)
    if (next?.kind !== 'name')
      throw next ? this.error('operandExpected', next) : this.error('incomplete', token)
    this.write('.', token)
    this.operandDue = true
  }

  private binary(token: Token, text: string): void {
    if (this.operandDue) throw this.error('operandExpected', token)
    const level = this.level()
    if (text === 'and' || text === 'or' || text === '?' || text === ':') this.closeNegations(level)
    if (text === '?') {
      level.conditions++
      this.checkDepth()
    }
    this.write(` ${text} `, token)
    this.operandDue = true
  }

  /** `not` binds looser than comparison, as people read it: `not a > b` is `not (a > b)`. `!` binds tightest. */
  private negation(token: Token): void {
    if (!this.operandDue) throw this.error('operatorExpected', token)
    this.level().negations++
    this.write('not (', token)
    this.checkDepth()
  }

  private sign(token: Token, text: string): void {
    this.signs++
    this.checkDepth()
    this.write(text, token)
  }

  private punctuation(token: Token, index: number): void {
    if (token.text === ',') {
      if (this.operandDue) throw this.error('operandExpected', token)
      if (!this.levels.length) throw this.error('operatorExpected', token)
      this.closeNegations(this.level())
      this.write(',', token)
      this.operandDue = true
    } else if (isOpening(token) || token.text === '[') this.open(token, index)
    else this.close(token, index)
  }

  private open(token: Token, index: number): void {
    const called = this.at(index - 1)
    const isCall = isOpening(token) && called !== undefined && this.functions.at(-1)?.offset === called.offset
    const isIndex = token.text === '[' && !this.operandDue
    if (!this.operandDue && !isCall && !isIndex) throw this.error('operatorExpected', token)
    this.levels.push({ token, isCall, negations: 0, conditions: 0 })
    this.checkDepth()
    this.write(token.text, token)
    this.operandDue = true
  }

  private close(token: Token, index: number): void {
    const level = this.levels.pop()
    const partner = token.text === ')' ? '(' : '['
    if (!level) throw this.error('unopenedBracket', token)
    if (level.token.text !== partner) throw this.error('unclosedBracket', level.token)
    const before = this.at(index - 1)
    const empty = before === level.token
    if (this.operandDue && !(empty && this.mayBeEmpty(level, index - 1)))
      throw this.error('operandExpected', token)
    this.closeNegations(level)
    this.write(level.isCall ? '))' : token.text, token)
    this.operandDue = false
    this.signs = 0
  }

  /** A call without values, or an empty list. */
  private mayBeEmpty(level: Level, opening: number): boolean {
    return level.isCall || (level.token.text === '[' && !isOperandEnd(this.at(opening - 1)))
  }

  private operand(token: Token, text: string): void {
    if (!this.operandDue) throw this.error('operatorExpected', token)
    this.write(text, token)
    this.operandDue = false
    this.signs = 0
  }

  private closeNegations(level: Level): void {
    for (; level.negations > 0; level.negations--) this.write(')')
  }

  private checkDepth(): void {
    const depth = [this.ground, ...this.levels].reduce(
      (sum, level) => sum + 1 + level.negations + level.conditions,
      this.signs - 1,
    )
    if (depth > EXPRESSION_LIMITS.depth)
      throw compileError(this.source, 'limit', 'tooDeep', { limit: EXPRESSION_LIMITS.depth })
  }

  private level(): Level {
    return this.levels.at(-1) ?? this.ground
  }

  private write(text: string, token?: Token): void {
    if (token) this.starts.push({ at: this.length, offset: token.offset })
    this.parts.push(text)
    this.length += text.length
  }

  private at(index: number): Token | undefined {
    return this.tokens[index]
  }

  private error(key: Parameters<typeof compileError>[2], token: Token) {
    return compileError(this.source, 'syntax', key, { found: token.text }, token.offset)
  }
}

function isOpening(token: Token | undefined): boolean {
  return token?.kind === 'punctuation' && token.text === '('
}

function isOperandEnd(token: Token | undefined): boolean {
  return token?.kind === 'name' || token?.kind === 'literal' || token?.text === ')' || token?.text === ']'
}

function alias(prefix: string, table: string[], name: string): string {
  const known = table.indexOf(name)
  return `${prefix}${known < 0 ? table.push(name) - 1 : known}`
}
