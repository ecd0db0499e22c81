import { hasDuplicate } from './equal'
import type { JsonSchema } from './json-schema'
import type { Check, Compile } from './types'

/** Keywords that judge lists. */
export function arrayChecks(schema: JsonSchema, compile: Compile): Check[] {
  return [...sizeChecks(schema), ...entryChecks(schema, compile)]
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

/** `prefixItems` judges the first entries each by its own schema, `items` the rest. */
function entryChecks({ prefixItems = [], items }: JsonSchema, compile: Compile): Check[] {
  const first = prefixItems.map((schema) => compile(schema))
  const rest = items === undefined ? undefined : compile(items)
  if (!rest && !first.length) return []
  return [
    (value, pointer, errors) => {
      if (!Array.isArray(value)) return
      const end = rest ? value.length : Math.min(first.length, value.length)
      for (let index = 0; index < end; index++) {
        const check = first[index] ?? rest
        check?.(value[index], `${pointer}/${index}`, errors)
      }
    },
  ]
}
