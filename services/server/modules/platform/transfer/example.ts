import type { Translate } from '@runtime/host'
import { type ImportColumn, type ImportHead, leavesOf, pathOf } from './heads'
import type { Lists } from './template'

/** What a template shows in a column of its kind where the column has no example of its own. */
const EXAMPLES: Partial<Record<ImportColumn['reads'], string>> = {
  ...{ number: '10', moment: '2026-01-15', time: '08:30' },
}

/**
 * The row that a template shows how to fill in with, by the paths of its columns. It is known again by all of its cells, of which the
 * first says that it is an example: nothing that somebody means is taken for it.
 */
export function exampleOf(
  { text }: { readonly text: Translate },
  heads: readonly ImportHead[],
  lists: Lists = new Map(),
): ReadonlyMap<string, string> {
  return new Map(
    leavesOf(heads).map((leaf, at) => {
      const { example, reads, fullName } = leaf.column
      const [first] = lists.get(pathOf(leaf))?.names ?? []
      const own = first ?? example ?? EXAMPLES[reads] ?? text('@transfer.exampleText', { name: fullName })
      const shown = at === 0 ? text('@transfer.example', { text: own }) : own
      return [pathOf(leaf), shown.replace(/\s+/g, ' ').trim()]
    }),
  )
}
