import type { JsonSchema } from '../schema/json-schema'
import { isEmptyValue } from './definition'

/** JSON Schema of one id, or of a list of them without doubles. */
export function idSchema(multiple: boolean): JsonSchema {
  const id = { type: ['string', 'number'] } as const
  return multiple ? { type: 'array', items: id, uniqueItems: true } : id
}

/** Reads what older records and pastes have: JSON text of a list, a single id where several may stand. */
export function normaliseIds(value: unknown, multiple: boolean): unknown {
  const read = typeof value === 'string' ? listIn(value) : value
  if (!multiple) return Array.isArray(read) && read.length === 0 ? null : read
  if (isEmptyValue(read)) return []
  return Array.isArray(read) ? read : [read]
}

/** The list of a JSON text; any other text as it is. */
export function listIn(text: string): unknown {
  if (!text.startsWith('[')) return text
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : text
  } catch {
    return text
  }
}
