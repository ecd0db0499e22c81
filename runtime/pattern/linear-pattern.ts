import { type AST, RegExpParser } from '@eslint-community/regexpp'

/** A pattern that this engine does not check: with back references or sets of strings, or too large once its counts are written out. */
export class PatternRefused extends Error {}

/** How much work may still be done, in states of patterns passed through; shared by what counts together. */
export interface Budget {
  steps: number
}

/** States of one pattern, and characters of its source. */
const MOST_STATES = 1_000
const MOST_SOURCE = 2_000

/** One state of the machine. What it needs to be in it depends on where in the text it is, never on how it got there. */
type State =
  | { readonly kind: 'read'; readonly fits: (unit: string) => boolean; readonly next: number }
  | { readonly kind: 'fork'; next: readonly number[] }
  | { readonly kind: 'check'; readonly holds: (at: Position) => boolean; readonly next: number }
  | { readonly kind: 'end' }

interface Machine {
  readonly states: readonly State[]
  readonly start: number
}

interface Position {
  readonly units: readonly string[]
  readonly at: number
  /** Where each lookaround holds, found out once a text. */
  readonly around: (inner: Machine, isAhead: boolean) => Uint8Array
}

export interface LinearPattern {
  /**
   * Whether it matches anywhere in the text, exactly as `RegExp.test` says, in steps that grow as the text does.
   * @throws PatternRefused when the budget is used up
   */
  test(text: string, budget: Budget): boolean
}

/**
 * A pattern as a machine that is in all its states at once (Thompson, "Regular Expression Search Algorithm", 1968), where
 * JavaScript's own engine tries one way after the other, which may take longer than the universe.
 * @throws PatternRefused
 */
export function compileLinear(pattern: RegExp): LinearPattern {
  const { source, unicode, flags } = pattern
  if (source.length > MOST_SOURCE || flags.includes('v')) throw new PatternRefused(source)
  const ast = new RegExpParser().parsePattern(source, 0, source.length, { unicode })
  const compiler = new Compiler(flags.replace(/[dgy]/g, ''))
  const machine = compiler.machine(ast.alternatives, false)
  return {
    test(text, budget) {
      const units = unicode ? [...text] : text.split('')
      const known = new Map<Machine, Uint8Array>()
      const around = (inner: Machine, isAhead: boolean): Uint8Array => {
        const marks = known.get(inner) ?? run(inner, units, isAhead, around, budget)
        known.set(inner, marks)
        return marks
      }
      return run(machine, units, false, around, budget, true).includes(1)
    },
  }
}

/** Marks where matches end that begin anywhere; backwards, where they begin. */
function run(
  { states, start }: Machine,
  units: readonly string[],
  isBackward: boolean,
  around: Position['around'],
  budget: Budget,
  isFirstEnough = false,
): Uint8Array {
  const { length } = units
  const marks = new Uint8Array(length + 1)
  const seen = new Int32Array(states.length).fill(-1)
  let reached: number[] = []
  for (let step = 0; step <= length; step += 1) {
    const at = isBackward ? length - step : step
    const place = { units, at, around }
    const unit = units[isBackward ? at - 1 : at]
    const pending = [start, ...reached]
    reached = []
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      const state = states[id]
      if (!state || seen[id] === step) continue
      seen[id] = step
      budget.steps -= 1
      if (state.kind === 'fork') pending.push(...state.next)
      else if (state.kind === 'check') {
        if (state.holds(place)) pending.push(state.next)
      } else if (state.kind === 'end') marks[at] = 1
      else if (unit !== undefined && state.fits(unit)) reached.push(state.next)
    }
    if (budget.steps < 0) throw new PatternRefused()
    if (isFirstEnough && marks[at] === 1) return marks
  }
  return marks
}

/** Writes a pattern's tree as states, from its end to its beginning. */
class Compiler {
  private readonly flags: string
  private states: State[] = []
  private size = 0

  constructor(flags: string) {
    this.flags = flags
  }

  machine(alternatives: readonly AST.Alternative[], isBackward: boolean): Machine {
    const outer = this.states
    this.states = []
    const start = this.choice(alternatives, this.add({ kind: 'end' }), isBackward)
    const machine = { states: this.states, start }
    this.states = outer
    return machine
  }

  private add(state: State): number {
    this.grow()
    return this.states.push(state) - 1
  }

  /** Counts are written out; a count of nothing takes time as well. */
  private grow(): void {
    this.size += 1
    if (this.size > MOST_STATES) throw new PatternRefused('too large')
  }

  private choice(alternatives: readonly AST.Alternative[], next: number, isBackward: boolean): number {
    const starts = alternatives.map(({ elements }) =>
      (isBackward ? elements : elements.toReversed()).reduce(
        (after, element) => this.element(element, after, isBackward),
        next,
      ),
    )
    const [only = next] = starts
    return starts.length === 1 ? only : this.add({ kind: 'fork', next: starts })
  }

  private element(element: AST.Element, next: number, isBackward: boolean): number {
    switch (element.type) {
      case 'Group':
        if (element.modifiers) throw new PatternRefused('modifiers')
        return this.choice(element.alternatives, next, isBackward)
      case 'CapturingGroup':
        return this.choice(element.alternatives, next, isBackward)
      case 'Quantifier':
        return this.repetition(element, next, isBackward)
      case 'Assertion':
        return this.add({ kind: 'check', holds: this.assertion(element), next })
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        return this.add({ kind: 'read', fits: this.reader(element.raw), next })
      default:
        throw new PatternRefused(element.type)
    }
  }

  private repetition({ element, min, max }: AST.Quantifier, next: number, isBackward: boolean): number {
    let start = next
    if (max === Number.POSITIVE_INFINITY) {
      const loop: State = { kind: 'fork', next: [] }
      start = this.add(loop)
      loop.next = [this.element(element, start, isBackward), next]
    } else
      for (let count = min; count < max; count += 1)
        start = this.add({ kind: 'fork', next: [this.element(element, start, isBackward), next] })
    for (let count = 0; count < min; count += 1) {
      this.grow()
      start = this.element(element, start, isBackward)
    }
    return start
  }

  /** What one character has to be is said by JavaScript itself, once for each that occurs. */
  private reader(raw: string): (unit: string) => boolean {
    const one = new RegExp(`^(?:${raw})$`, this.flags.replace('m', ''))
    const known = new Map<string, boolean>()
    return (unit) => {
      const fits = known.get(unit) ?? one.test(unit)
      if (known.size < 1_000) known.set(unit, fits)
      return fits
    }
  }

  private assertion(assertion: AST.Assertion): (at: Position) => boolean {
    if (assertion.kind === 'lookahead' || assertion.kind === 'lookbehind') {
      const isAhead = assertion.kind === 'lookahead'
      const inner = this.machine(assertion.alternatives, isAhead)
      return ({ around, at }) => (around(inner, isAhead)[at] === 1) !== assertion.negate
    }
    if (assertion.kind === 'word') {
      const isWord = this.reader('\\w')
      const isWordAt = (unit: string | undefined) => unit !== undefined && isWord(unit)
      return ({ units, at }) => (isWordAt(units[at - 1]) !== isWordAt(units[at])) !== assertion.negate
    }
    const isEdge = (unit: string | undefined) =>
      unit === undefined || (this.flags.includes('m') && /[\n\r\u2028\u2029]/.test(unit))
    return assertion.kind === 'start'
      ? ({ units, at }) => isEdge(units[at - 1])
      : ({ units, at }) => isEdge(units[at])
  }
}
