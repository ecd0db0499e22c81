export { AJV_OPTIONS, compileSchema } from './compile'
export { jsonEqual } from './equal'
export type { JsonSchema } from './json-schema'
export type { SchemaError } from './types'
