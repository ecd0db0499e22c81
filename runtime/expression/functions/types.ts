import type { Frame } from '../value'

/** A compiled part of an expression. */
export type Node = (frame: Frame) => unknown

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
  /** Binds it to its compiled arguments; the function decides which of them it evaluates. */
  compile(nodes: readonly Node[]): Node
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
  compile: (nodes: readonly Node[]) => Node,
): ExpressionFunction {
  const [name, ...aliases] = names
  return { name, aliases, group, signature, ...arity(signature), compile }
}

/** A function of its arguments' values. */
export function eager(
  group: FunctionGroup,
  names: readonly [string, ...string[]],
  signature: string,
  work: Work,
): ExpressionFunction {
  return lazy(
    group,
    names,
    signature,
    (nodes) => (frame) =>
      work(
        nodes.map((node) => node(frame)),
        frame,
      ),
  )
}
