import { Recent } from '../recent'
import { compileSource } from './compile'
import type { Expression, ExpressionReport, Scope, Template } from './expression'
import { EXPRESSION_LIMITS } from './limits'
import { problem } from './problems'
import { buildTemplate } from './template'
import { frameOf, WorkLimit } from './value'

const expressions = new Recent<Expression>(EXPRESSION_LIMITS.cache)
const templates = new Recent<Template>(EXPRESSION_LIMITS.cache)

/** Compiles a source, or answers the one compiled before. Throws `ExpressionError` naming the place of the fault. */
export function compileExpression(source: string): Expression {
  return expressions.get(source, () => {
    const { node, dependencies, references } = compileSource(source)
    return {
      source,
      dependencies,
      references,
      evaluate(scope, report) {
        try {
          const value = node(frameOf(scope, report))
          return value === 0 ? 0 : (value ?? null)
        } catch (error) {
          if (error instanceof WorkLimit) {
            report?.(problem('limit', 'tooMuchWork', { limit: EXPRESSION_LIMITS.work }))
            return null
          }
          const reason = error instanceof Error ? error.message : String(error)
          report?.(problem('limit', 'failed', { reason }))
          return null
        }
      },
    }
  })
}

/** Compiles a text with `${…}` places, or answers the one compiled before. */
export function compileTemplate(source: string): Template {
  return templates.get(source, () => buildTemplate(source, compileExpression))
}

/** Fills every `${…}` in a value, through lists and objects; what holds none is answered as it is. */
export function interpolate(value: unknown, scope: Scope, report?: ExpressionReport): unknown {
  if (typeof value === 'string') {
    return value.includes('${') ? compileTemplate(value).evaluate(scope, report) : value
  }
  if (Array.isArray(value)) return value.map((entry) => interpolate(entry, scope, report))
  if (typeof value !== 'object' || value === null) return value
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, interpolate(entry, scope, report)]),
  )
}
