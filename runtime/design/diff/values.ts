import { isRecord } from '../../json'
import type { JsonSchema } from '../../schema/json-schema'
import type { Said } from './change'

/** Characters beyond which a text is not repeated. */
const LONGEST = 60
/** So many of a list are named. */
const MOST = 6

/** A text cut to what fits into a sentence. */
export function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** Several things, of many the first ones and how many there are. */
export function several(items: readonly Said[]): Said {
  if (items.length <= MOST) return items
  return { text: '@diff.andMore', with: { what: items.slice(0, MOST), count: items.length } }
}

export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

export const yesOrNo = (is: boolean): Said => (is ? '@design.word.yes' : '@design.word.no')

/** A setting's value in words, by its schema; undefined for what is too long or too deep to be said. */
export function valueWords(value: unknown, schema: JsonSchema = {}): Said | undefined {
  if (isNothing(value)) return '@diff.nothing'
  const title = titleIn(value, schema)
  if (title !== undefined) return title
  if (typeof value === 'boolean') return yesOrNo(value)
  if (typeof value === 'number') return value
  if (typeof value === 'string') return value.length > LONGEST || value.includes('\n') ? undefined : value
  if (!Array.isArray(value) || value.some((one) => isRecord(one) || Array.isArray(one))) return undefined
  const items = value.map((one) => valueWords(one, schema.items))
  return items.every((one) => one !== undefined) ? several(items) : undefined
}

/** What one of a few values is called. */
function titleIn(value: unknown, schema: JsonSchema): string | undefined {
  const branches = schema.oneOf ?? schema.anyOf
  return branches?.find((one) => one.const !== undefined && one.const === value)?.title
}
