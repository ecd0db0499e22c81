import { type Frame, spendOn } from '../value'

/** A compiled part of an expression. */
export type Node = (frame: Frame) => unknown

/** `(entry, index) => …` of an expression. */
export type Lambda = (frame: Frame, entry: unknown, index: number) => unknown

export type FunctionGroup = 'logic' | 'number' | 'text' | 'date' | 'list'

/** One function of the library. Names are upper case; calls are not case-sensitive. */
export interface ExpressionFunction {
  readonly name: string
  readonly aliases: readonly string[]
  readonly group: FunctionGroup
  /** Names of what it takes, for completion: `value, [decimals]`. */
  readonly signature: string
  readonly min: number
  /** Undefined: any number. */
  readonly max: number | undefined
  /** Whether it takes `x => …` as its second argument: the word of its signature with an arrow. */
  readonly lambda: 'none' | 'optional' | 'required'
  /**
   * Binds it to its compiled arguments, without the lambda, which comes beside them; the function decides which of them it
   * evaluates.
   */
  compile(nodes: readonly Node[], lambda?: Lambda): Node
}

type Work = (values: readonly unknown[], frame: Frame) => unknown

/** Counts the arguments in a signature: `[x]` may be left out, `…` repeats the last. */
function arity(signature: string): { min: number; max: number | undefined } {
  const names = signature === '' ? [] : signature.split(',').map((name) => name.trim())
  const repeats = names.at(-1) === '…'
  const counted = repeats ? names.slice(0, -1) : names
  return {
    min: counted.filter((name) => !name.startsWith('[')).length,
    max: repeats ? undefined : counted.length,
  }
}

/** A function that evaluates its arguments as it needs them. `names`: its name, then its aliases. */
export function lazy(
  group: FunctionGroup,
  names: readonly [string, ...string[]],
  signature: string,
  compile: (nodes: readonly Node[], lambda?: Lambda) => Node,
): ExpressionFunction {
  const [name, ...aliases] = names
  const lambda = !signature.includes('=>') ? 'none' : signature.includes('[x =>') ? 'optional' : 'required'
  return { name, aliases, group, signature, lambda, ...arity(signature), compile }
}

/** A function of its arguments' values. */
export function eager(
  group: FunctionGroup,
  names: readonly [string, ...string[]],
  signature: string,
  work: Work,
): ExpressionFunction {
  return lazy(group, names, signature, (nodes) => (frame) => {
    const values = nodes.map((node) => {
      const value = node(frame)
      spendOn(value, frame)
      return value
    })
    const result = work(values, frame)
    spendOn(result, frame)
    return result
  })
}
