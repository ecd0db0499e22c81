import { compileExpression, ExpressionError } from '@runtime/expression'
import type { Translator } from '@runtime/text'
import { fieldAt, type KnownFields } from './fields'
import { type Place, partsOf, readPlace } from './place'

type Say = Translator['text']

/** What a person reads of a place. */
export interface PlaceWords {
  readonly label: string
  /** What is wrong with it, in the person's words; null: nothing. */
  readonly problem: string | null
}

/** The words of a place. Fields that are not known yet (`fields` is empty) are not missed. */
export function placeWords(expression: string, fields: KnownFields, text: Say): PlaceWords {
  const place = readPlace(expression)
  return { label: labelOf(place, expression, fields, text), problem: problemOf(place, fields, text) }
}

function labelOf(place: Place, expression: string, fields: KnownFields, text: Say): string {
  switch (place.kind) {
    case 'approvals':
      return text('@printEditor.approvals')
    case 'system':
      return text(`@printEditor.system.${place.name.replace('.', '_')}`)
    case 'if':
      return text('@printEditor.ifShown', { condition: place.condition })
    case 'end':
      return text('@printEditor.end')
    case 'drawing':
      return text('@printEditor.drawingOf', {
        drawing: text(`@printEditor.${place.drawing}`),
        field: fieldAt(fields, place.path)?.label ?? place.path,
      })
    case 'value': {
      const label = fieldAt(fields, place.path)?.label ?? place.path
      if (place.aggregate === null) return label
      return text('@printEditor.aggregateOf', {
        aggregate: text(`@printEditor.aggregate.${place.aggregate}`),
        field: label,
      })
    }
    default:
      return expression
  }
}

function problemOf(place: Place, fields: KnownFields, text: Say): string | null {
  if (place.kind === 'unknown') return text('@printEditor.malformed')
  if (place.kind === 'if') return conditionProblem(place.condition, text)
  if (place.kind !== 'value' && place.kind !== 'drawing') return null
  if (fields.size === 0 || fieldAt(fields, place.path)) return null
  return text('@printEditor.gone', { path: place.path })
}

/** Why a condition does not compile, in the person's words; null: it does. */
export function conditionProblem(condition: string, text: Say): string | null {
  if (condition.trim() === '') return text('@printEditor.noCondition')
  try {
    compileExpression(condition)
    return null
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return text(error.problem.message, error.problem.params)
  }
}

/** The sub-table whose lines a row repeats for; null: it stands once. */
export function repeatedTable(expressions: readonly string[], fields: KnownFields): string | null {
  for (const expression of expressions) {
    const place = readPlace(expression)
    if (place.kind !== 'drawing' && (place.kind !== 'value' || place.aggregate !== null)) continue
    const { table, column } = partsOf(place.path)
    if (column !== null && table !== 'printer') return fieldAt(fields, place.path)?.table?.id ?? table
  }
  return null
}
