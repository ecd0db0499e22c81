import type { JsonSchema } from './json-schema'

/** One fault. `pointer` is the JSON pointer of the value (the object's, for what it lacks); `params` are AJV's. */
export interface SchemaError {
  readonly pointer: string
  readonly keyword: string
  readonly params: Record<string, unknown>
}

/** Adds what is wrong with a value at a place. */
export type Check = (value: unknown, pointer: string, errors: SchemaError[]) => void

export type Compile = (schema: JsonSchema | boolean) => Check

/** True when a check finds nothing. */
export function passes(check: Check, value: unknown, pointer: string): boolean {
  const errors: SchemaError[] = []
  check(value, pointer, errors)
  return errors.length === 0
}

/** A property's name as a part of a JSON pointer. */
export function pointerPart(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name
}

/** A pattern as AJV reads it; one that only the older syntax allows is read by that. */
export function patternOf(source: string): RegExp {
  try {
    return new RegExp(source, 'u')
  } catch {
    return new RegExp(source)
  }
}
