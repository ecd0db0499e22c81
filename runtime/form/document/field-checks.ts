import { compileSchema } from '../../schema'
import type { FieldChecks } from './nodes'
import { readPatterns } from './patterns'

/** All that can be wrong with a field. */
export const fieldChecks: FieldChecks = {
  readPatterns,
  fits: (schema, value) => compileSchema(schema)(value).length === 0,
}
