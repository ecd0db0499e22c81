import type { JsonSchema } from '../../schema/json-schema'
import type { FieldPlan } from '../plan'

/** JSON Schema of a whole record: one property a top-level field, a sub-table opaque so that RJSF never walks rows. */
export function recordSchema(fields: ReadonlyMap<string, FieldPlan>): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(topLevel(fields).map((field) => [field.path, field.schema])),
  }
}

/** What RJSF needs besides: a sub-table has a field of its own, everything else is a leaf. */
export function recordUiSchema(fields: ReadonlyMap<string, FieldPlan>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    topLevel(fields).map((field) => [
      field.path,
      field.columns ? { 'ui:field': 'sub-table' } : { 'ui:widget': field.widget },
    ]),
  )
}

function topLevel(fields: ReadonlyMap<string, FieldPlan>): readonly FieldPlan[] {
  return [...fields.values()].filter((field) => field.table === undefined)
}
