import { EXAMPLES, type FunctionExample } from './examples'
import { functions } from './registry'
import type { ExpressionFunction } from './types'

/** One line of the function library, for completion and documentation. `description` is a locale key. */
export interface FunctionEntry {
  readonly name: string
  readonly aliases: readonly string[]
  readonly signature: string
  readonly description: string
  readonly group: ExpressionFunction['group']
  /** Evaluates by itself, beside `EXAMPLE_NAMES`. */
  readonly example: FunctionExample
}

export const functionCatalogue: readonly FunctionEntry[] = functions.map(
  ({ name, aliases, signature, group }) => ({
    name,
    aliases,
    signature: `${name}(${signature})`,
    description: `@expression.function.${name}`,
    group,
    example: EXAMPLES[name] ?? { source: '', value: null },
  }),
)
