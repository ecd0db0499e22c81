import { ExpressionError } from '../../expression/expression'
import { isRecord } from '../../json'
import { compileFormExpression } from '../compile/aggregates'
import type { PlanBuilder } from '../compile/builder'
import { readText } from './values'

type Json = Readonly<Record<string, unknown>>

/**
 * Reads `valid` of a field (or, with an empty target, of a form): one condition with its `message` beside it, or a list of
 * `{ "valid": …, "message": … }`.
 */
export function readChecks(item: Json, target: string, pointer: string, builder: PlanBuilder): void {
  const { valid } = item
  if (Array.isArray(valid)) {
    valid.filter(isRecord).forEach((one, index) => {
      readCheck(one, target, `${pointer}/valid/${index}/valid`, builder)
    })
  } else if (valid !== undefined) readCheck(item, target, `${pointer}/valid`, builder)
  else if (item['message'] !== undefined)
    builder.problems.push({ pointer: `${pointer}/message`, message: '@form.problem.messageAlone' })
}

function readCheck({ valid, message }: Json, target: string, pointer: string, builder: PlanBuilder): void {
  try {
    builder.addCheck({
      target,
      expression: compileFormExpression(String(valid)),
      message: readText(message) ?? (target === '' ? '@form.recordInvalid' : '@form.invalid'),
      pointer,
    })
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const { message: reason, params } = error.problem
    builder.problems.push({ pointer, message: reason, params: { ...params, source: String(valid) } })
  }
}
