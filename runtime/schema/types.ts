import type { Draft, JsonSchema } from './json-schema'

/** One fault. `pointer` is the JSON pointer of the value (the object's, for what it lacks); `params` are AJV's. */
export interface SchemaError {
  readonly pointer: string
  readonly keyword: string
  readonly params: Record<string, unknown>
}

/** Which members and entries of a value some schema has validated: what `unevaluatedProperties` and `unevaluatedItems` ask. */
export interface Evaluated {
  readonly names: Set<string>
  /** Entries before this index. */
  items: number
  readonly indices: Set<number>
}

/** Adds what is wrong with a value at a place; notes what it has validated, where somebody asks. */
export type Check = (value: unknown, pointer: string, errors: SchemaError[], seen?: Evaluated) => void

export type Compile = (schema: JsonSchema | boolean) => Check

/** How the schemas are read and validated. The same object for the same way: what is compiled is kept by it. */
export interface SchemaOptions {
  /** The draft of schemas without a `$schema`. Default: 2020-12. */
  readonly draft?: Draft
  /** Schemas that references may name, by their URI. Nothing is ever fetched. */
  readonly documents?: Readonly<Record<string, JsonSchema | boolean>>
  /** The whole schema of which the one to compile is a part: its references are looked up here. Default: itself. */
  readonly within?: JsonSchema
  /** Validates `format` too, of the names in `formats.ts`. Default: it is an annotation. */
  readonly assertsFormats?: boolean
  /** Tells of a refused `anyOf` or `oneOf` what the branch lacks that comes closest. Default: that one fault. */
  readonly explainsChoices?: boolean
  /** Validates texts by a pattern. Default: JavaScript's own engine, which must not be given a stranger's pattern. */
  readonly pattern?: (source: string) => (text: string) => boolean
}

/** True when a check finds nothing. */
export function passes(check: Check, value: unknown, pointer: string, seen?: Evaluated): boolean {
  const errors: SchemaError[] = []
  check(value, pointer, errors, seen)
  return errors.length === 0
}

export function nothingEvaluated(): Evaluated {
  return { names: new Set(), items: 0, indices: new Set() }
}

/** Adds what a branch that holds has validated. */
export function noteEvaluated(seen: Evaluated | undefined, branch: Evaluated | undefined): void {
  if (!seen || !branch) return
  for (const name of branch.names) seen.names.add(name)
  for (const index of branch.indices) seen.indices.add(index)
  seen.items = Math.max(seen.items, branch.items)
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
