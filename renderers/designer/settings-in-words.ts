import type { JsonSchema } from '@runtime/schema'
import { wordsFor } from './panel/editors/words'

/** Members of settings that have no title of their own, as people call them (`design.member.*`). */
const MEMBERS = new Set([
  ...['value', 'label', 'disabled', 'children', 'dictionary', 'interface', 'params', 'call', 'with'],
  ...['kind', 'field', 'amount', 'unit', 'id', 'defaultValue', 'relationField', 'type'],
])

/** A schema of settings whose members and words are all called as people call them, also those deep within. */
export function inWords(schema: JsonSchema): JsonSchema {
  return within(schema, undefined)
}

function within(schema: JsonSchema, around: string | undefined): JsonSchema {
  const { properties, items, anyOf } = schema
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, member(name, one, around)]),
      ),
    }),
    ...(items && !Array.isArray(items) && { items: within(items, around) }),
    ...(anyOf && { anyOf: anyOf.map((branch) => within(branch, around)) }),
  }
}

function member(name: string, schema: JsonSchema, around: string | undefined): JsonSchema {
  const title = around !== undefined && MEMBERS.has(name) ? `@design.member.${name}` : undefined
  const named = title !== undefined && schema.title === undefined ? { ...schema, title } : schema
  const among = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  const words = wordsFor(name, { enum: among }, around)
  if (!among || !words) return within(named, name)
  const { enum: _, ...rest } = named
  return {
    ...rest,
    oneOf: among.map((value, index) => ({ const: value, title: words[index] ?? String(value) })),
  }
}
