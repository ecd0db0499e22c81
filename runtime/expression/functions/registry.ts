import { nearestOf } from '../../nearest'
import { dateFunctions } from './date'
import { lambdaFunctions } from './lambda'
import { listFunctions } from './list'
import { logicFunctions } from './logic'
import { numberFunctions } from './number'
import { textFunctions } from './text'
import type { ExpressionFunction } from './types'

export type { ExpressionFunction, Lambda, Node } from './types'

/** All functions, in the order of their groups. */
export const functions: readonly ExpressionFunction[] = [
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
