import { hasDuplicate } from './equal'
import type { JsonSchema } from './json-schema'
import { type Check, type Compile, type Evaluated, passes } from './types'

/** Keywords that validate lists. */
export function arrayChecks(schema: JsonSchema, compile: Compile): Check[] {
  return [...sizeChecks(schema), ...entryChecks(schema, compile), ...containsChecks(schema, compile)]
}

function sizeChecks({ minItems, maxItems, uniqueItems }: JsonSchema): Check[] {
  const checks: Check[] = []
  if (minItems !== undefined) {
    checks.push((value, pointer, errors) => {
      if (Array.isArray(value) && value.length < minItems)
        errors.push({ pointer, keyword: 'minItems', params: { limit: minItems } })
    })
  }
  if (maxItems !== undefined) {
    checks.push((value, pointer, errors) => {
      if (Array.isArray(value) && value.length > maxItems)
        errors.push({ pointer, keyword: 'maxItems', params: { limit: maxItems } })
    })
  }
  if (uniqueItems) {
    checks.push((value, pointer, errors) => {
      if (Array.isArray(value) && hasDuplicate(value))
        errors.push({ pointer, keyword: 'uniqueItems', params: {} })
    })
  }
  return checks
}

/**
 * `prefixItems` validates the first entries each by its own schema, `items` the rest. Draft-07 wrote the first as a list in
 * `items` and the rest as `additionalItems`.
 */
function entryChecks(schema: JsonSchema, compile: Compile): Check[] {
  const { first, rest } = entriesOf(schema)
  const heads = first.map((part) => compile(part))
  const tail = rest === undefined ? undefined : compile(rest)
  if (!tail && !heads.length) return []
  return [
    (value, pointer, errors, seen) => {
      if (!Array.isArray(value)) return
      const end = tail ? value.length : Math.min(heads.length, value.length)
      for (let index = 0; index < end; index++) {
        const check = heads[index] ?? tail
        check?.(value[index], `${pointer}/${index}`, errors)
      }
      if (seen) seen.items = Math.max(seen.items, end)
    },
  ]
}

function entriesOf({ prefixItems, items, additionalItems }: JsonSchema): {
  readonly first: readonly JsonSchema[]
  readonly rest: JsonSchema | boolean | undefined
} {
  const listed: unknown = items
  if (Array.isArray(listed)) return { first: listed, rest: additionalItems }
  return { first: prefixItems ?? [], rest: items }
}

function containsChecks({ contains, minContains = 1, maxContains }: JsonSchema, compile: Compile): Check[] {
  if (contains === undefined) return []
  const check = compile(contains)
  return [
    (value, pointer, errors, seen) => {
      if (!Array.isArray(value)) return
      const found = value.flatMap((entry, index) => (passes(check, entry, pointer) ? [index] : []))
      if (found.length < minContains || (maxContains !== undefined && found.length > maxContains))
        errors.push({
          pointer,
          keyword: 'contains',
          params: { minContains, ...(maxContains !== undefined && { maxContains }) },
        })
      for (const index of seen ? found : []) seen?.indices.add(index)
    },
  ]
}

/** What no other keyword has validated, in this schema or those that it puts together; runs after all of them. */
export function unevaluatedItemsCheck({ unevaluatedItems }: JsonSchema, compile: Compile): Check | null {
  if (unevaluatedItems === undefined) return null
  const check = compile(unevaluatedItems)
  return (value, pointer, errors, seen: Evaluated | undefined) => {
    if (!Array.isArray(value) || !seen) return
    for (let index = seen.items; index < value.length; index++) {
      if (seen.indices.has(index)) continue
      if (unevaluatedItems !== false) check(value[index], `${pointer}/${index}`, errors)
      else {
        errors.push({ pointer, keyword: 'unevaluatedItems', params: { len: index } })
        break
      }
    }
    seen.items = value.length
  }
}
