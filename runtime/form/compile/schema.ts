import type { JsonSchema } from '../../schema/json-schema'
import type { FieldPlan } from '../plan'

/** JSON Schema of a whole record: one property a field, in the objects of its groups; of a sub-table no more than that it is a list of objects. */
export function recordSchema(fields: ReadonlyMap<string, FieldPlan>): JsonSchema {
  const whole = emptyObject()
  for (const { path, place, schema } of topLevel(fields)) {
    let holder = whole
    for (const name of place?.slice(0, -1) ?? []) {
      const known = holder.properties[name]
      const next = known && 'properties' in known ? (known as ObjectSchema) : emptyObject()
      holder.properties[name] = next
      holder = next
    }
    holder.properties[place?.at(-1) ?? path] = schema
  }
  return whole
}

interface ObjectSchema extends JsonSchema {
  readonly type: 'object'
  readonly properties: Record<string, JsonSchema>
}

function emptyObject(): ObjectSchema {
  return { type: 'object', properties: {} }
}

function topLevel(fields: ReadonlyMap<string, FieldPlan>): readonly FieldPlan[] {
  return [...fields.values()].filter((field) => field.table === undefined)
}
