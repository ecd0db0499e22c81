import type { Translate } from '@runtime/host'
import type { InputError } from '../../../http/errors'
import { type ImportRow, itemsOf, textIn } from './rows'

/** Members of a row beside its fields. */
const BESIDE: ReadonlySet<string> = new Set(['importId', 'errors', 'errorsInfo'])
/** What parts the names of several: as widgets part choices. */
export const SEPARATOR = /[,，;；、\n]/

/** The names in a cell that may hold several. */
export const partsOf = (text: string): readonly string[] =>
  text.split(SEPARATOR).flatMap((part) => part.trim() || [])

/** What each name stands for; or the sentence of the first that stands for nothing, or for several: nobody guesses. */
export function valuesNamed(
  names: readonly string[],
  found: ReadonlyMap<string, readonly unknown[]>,
  { text }: { readonly text: Translate },
): { readonly values: readonly unknown[] } | { readonly error: string } {
  const values: unknown[] = []
  for (const name of names) {
    const [first, second] = found.get(name) ?? []
    if (first === undefined) return { error: text('@transfer.unknownName', { text: name }) }
    if (second !== undefined) return { error: text('@transfer.ambiguousName', { text: name }) }
    values.push(first)
  }
  return { values }
}

/**
 * What a row has that is none of the import's: refused, not passed over.
 * @param above where the row stands in another (`items.0.`); empty: in none
 */
export function strangersIn(
  row: ImportRow,
  names: ReadonlySet<string>,
  { text }: { readonly text: Translate },
  above = '',
): readonly InputError[] {
  return Object.entries(row).flatMap(([name, value]) => {
    if (names.has(name) || (above === '' && BESIDE.has(name))) return []
    if (textIn(value) === '' && itemsOf(value).length === 0) return []
    return [{ path: `${above}${name}`, message: text('@transfer.notImported', { name }) }]
  })
}
