import { nearestOf } from '../../nearest'
import { dateFunctions } from './date'
import { EXAMPLES, type FunctionExample } from './examples'
import { lambdaFunctions } from './lambda'
import { listFunctions } from './list'
import { logicFunctions } from './logic'
import { numberFunctions } from './number'
import { textFunctions } from './text'
import type { ExpressionFunction } from './types'

export type { ExpressionFunction, Lambda, Node } from './types'

const functions: readonly ExpressionFunction[] = [
  ...logicFunctions,
  ...numberFunctions,
  ...textFunctions,
  ...dateFunctions,
  ...listFunctions,
  ...lambdaFunctions,
]

const byName = new Map<string, ExpressionFunction>()
for (const definition of functions) {
  for (const name of [definition.name, ...definition.aliases]) {
    if (byName.has(name)) throw new Error(`The function name ${name} is claimed twice`)
    byName.set(name, definition)
  }
}

/** A function by its name or alias, in any case. */
export function functionNamed(name: string): ExpressionFunction | undefined {
  return byName.get(name.toUpperCase())
}

/** The known name that a mistyped one probably means. */
export function nearestFunction(name: string): string | null {
  return nearestOf(name.toUpperCase(), byName.keys()) ?? null
}

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
