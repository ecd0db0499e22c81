import { compileExpression } from '../../expression'
import { ExpressionError } from '../../expression/expression'
import { asRecord } from '../../json'
import type { PlanBuilder } from '../compile/builder'
import { readPlace } from './place'

/** Reads `load.map` and `save.map`: members of the record by name, and the expressions that give them. */
export function readMaps(document: Readonly<Record<string, unknown>>, builder: PlanBuilder): void {
  for (const word of ['load', 'save'] as const) {
    for (const [name, source] of Object.entries(asRecord(asRecord(document[word])['map']))) {
      const pointer = `/${word}/map/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
      const place = readPlace(name, {})
      if (place.path === undefined) {
        builder.problems.push({
          pointer,
          message: place.problem,
          ...(place.params && { params: place.params }),
        })
        continue
      }
      try {
        builder[word].push({ place: place.names, expression: compileExpression(String(source)) })
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error
        const { message, params } = error.problem
        builder.problems.push({ pointer, message, params: { ...params, source: String(source) } })
      }
    }
  }
}
