import { EXPRESSION_LIMITS } from './limits'
import { compileError } from './problems'
import type { Token } from './tokens'
import {
  isOpening,
  KINDS,
  type Level,
  type Named,
  named,
  OPENING,
  parametersAt,
  type Translation,
} from './translation'
import { isClosedName } from './value'

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
  for (let index = 0; index < tokens.length; ) index = writer.token(index)
  return writer.finish()
}

class Writer {
  private readonly source: string
  private readonly tokens: readonly Token[]
  private readonly parts: string[] = []
  private readonly starts: { at: number; offset: number }[] = []
  private length = 0
  private readonly names: Named[] = []
  private readonly members: Named[] = []
  private readonly literals: { value: unknown; offset: number }[] = []
  private readonly functions: Named[] = []
  private readonly parameters: { slot: number; offset: number }[] = []
  private readonly lambdas: (readonly number[])[] = []
  private readonly objects: string[][] = []
  /** Parameters that are seen here, innermost last, as `[name, slot]`. */
  private readonly seen: [string, number][] = []
  private slots = 0
  private readonly levels: Level[] = []
  private readonly ground: Level = {
    token: { kind: 'punctuation', text: '', offset: 0 },
    kind: 'group',
    negations: 0,
    conditions: 0,
    lambda: 0,
  }
  private operandDue = true
  private signs = 0

  constructor(source: string, tokens: readonly Token[]) {
    this.source = source
    this.tokens = tokens
  }

  /** Writes the token at a place and answers the next place. */
  token(index: number): number {
    const token = this.at(index)
    if (!token) return index + 1
    const lambda = this.lambda(index) ?? this.key(token, index)
    if (lambda !== undefined) return lambda
    if (token.kind === 'literal') {
      this.operand(token, `k${this.literals.push({ value: token.value, offset: token.offset }) - 1}`)
    } else if (token.kind === 'name') this.name(token, index)
    else if (token.kind === 'punctuation') this.punctuation(token, index)
    else this.operator(token, index)
    return index + 1
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
      parameters: this.parameters,
      lambdas: this.lambdas,
      objects: this.objects,
      offsetOf: (position) => starts.findLast(({ at }) => at <= position)?.offset ?? 0,
    }
  }

  private name(token: Token, index: number): void {
    const before = this.at(index - 1)
    const calls = isOpening(this.at(index + 1))
    if (before?.kind === 'operator' && before.text === '.') {
      if (calls) throw this.error('methodCall', token)
      this.operand(token, `m${this.members.push(named(token)) - 1}`)
      return
    }
    const word = WORDS[token.text]
    if (word && !this.operandDue) {
      this.binary(token, word)
    } else if (token.text === 'not' || (token.text === 'NOT' && !calls)) this.negation(token)
    else if (calls) this.call(token)
    else this.operand(token, this.read(token))
  }

  /** A name: the innermost parameter of that name, else one of the scope. */
  private read(token: Token): string {
    const slot = this.seen.findLast(([name]) => name === token.text)?.[1]
    if (slot === undefined) return `n${this.names.push(named(token)) - 1}`
    return `p${this.parameters.push({ slot, offset: token.offset }) - 1}`
  }

  /** `x =>` or `(x, i) =>`: answers the place behind the arrow. */
  private lambda(index: number): number | undefined {
    const parameters = parametersAt(this.tokens, index)
    if (!parameters) {
      const arrow = this.at(index)
      if (arrow?.text === '=>') throw this.error('lambdaParameters', arrow)
      return undefined
    }
    const { names, end } = parameters
    const token = this.at(index) as Token
    const before = this.at(index - 1)
    const isValueOfCall =
      this.level().kind === 'call' && (before === this.level().token || before?.text === ',')
    if (!isValueOfCall) throw this.error('lambdaMisplaced', token)
    if (names.length > 2) throw this.error('lambdaParameters', token)
    const slots = names.map(() => this.slots++)
    for (const [place, name] of names.entries()) this.seen.push([name, slots[place] ?? 0])
    this.level().lambda = names.length
    this.write(`(l${this.lambdas.push(slots) - 1}(`, token)
    this.checkDepth()
    return end
  }

  /** `key:` of an object: answers the place behind the colon. */
  private key(token: Token, index: number): number | undefined {
    const { keys } = this.level()
    const before = this.at(index - 1)
    const isDue = keys && (before === this.level().token || before?.text === ',')
    if (!keys || !isDue || token.text === '}') return undefined
    const isKey = token.kind === 'name' || typeof token.value === 'string'
    const key = token.kind === 'name' ? token.text : String(token.value)
    if (!isKey || isClosedName(key)) throw this.error('keyExpected', token)
    if (keys.includes(key)) throw this.error('duplicateKey', token)
    if (this.at(index + 1)?.text !== ':') throw this.error('colonExpected', token)
    keys.push(key)
    return index + 2
  }

  /** A call stands in brackets of its own, because the parser reads no member of a bare one: `FIRST(items).amount`. */
  private call(token: Token): void {
    this.operand(token, `(f${this.functions.push(named(token)) - 1}`)
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
      this.closeParts(this.level())
      this.write(',', token)
      this.operandDue = true
    } else if (isOpening(token) || token.text === '[' || token.text === '{') this.open(token, index)
    else this.close(token, index)
  }

  private open(token: Token, index: number): void {
    const called = this.at(index - 1)
    const isCall = isOpening(token) && called !== undefined && this.functions.at(-1)?.offset === called.offset
    const isIndex = token.text === '[' && !this.operandDue
    if (!this.operandDue && !isCall && !isIndex) throw this.error('operatorExpected', token)
    const kind = isCall ? 'call' : isIndex ? 'index' : KINDS[token.text]
    const keys: string[] = []
    this.levels.push({
      token,
      kind: kind ?? 'group',
      negations: 0,
      conditions: 0,
      lambda: 0,
      ...(kind === 'object' ? { keys } : {}),
    })
    this.checkDepth()
    this.write(kind === 'object' ? `(o${this.objects.push(keys) - 1}(` : token.text, token)
    this.operandDue = true
  }

  private close(token: Token, index: number): void {
    const level = this.levels.pop()
    const partner = OPENING[token.text]
    if (!level) throw this.error('unopenedBracket', token)
    if (level.token.text !== partner) throw this.error('unclosedBracket', level.token)
    const before = this.at(index - 1)
    const mayBeEmpty = level.kind === 'call' || level.kind === 'list' || level.kind === 'object'
    if (this.operandDue && !(before === level.token && mayBeEmpty)) throw this.error('operandExpected', token)
    this.closeParts(level)
    this.write(level.kind === 'call' || level.kind === 'object' ? '))' : token.text, token)
    this.operandDue = false
    this.signs = 0
  }

  private operand(token: Token, text: string): void {
    if (!this.operandDue) throw this.error('operatorExpected', token)
    this.write(text, token)
    this.operandDue = false
    this.signs = 0
  }

  /** At a comma or a closing bracket: what `not` and a lambda opened ends. */
  private closeParts(level: Level): void {
    this.closeNegations(level)
    if (level.lambda === 0) return
    this.seen.length -= level.lambda
    level.lambda = 0
    this.write('))')
  }

  private closeNegations(level: Level): void {
    for (; level.negations > 0; level.negations--) this.write(')')
  }

  private checkDepth(): void {
    const depth = [this.ground, ...this.levels].reduce(
      (sum, level) => sum + 1 + level.negations + level.conditions + Math.min(level.lambda, 1),
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
