import { asRecord } from '../../json'
import { propOfEntry } from '../../list/fields'
import { listOf } from '../../list/json'
import type { Change, Said } from '../diff/change'
import { listChanges } from '../diff/list'
import { short } from '../diff/values'
import type { ModelTree } from '../document'

/** What the list of phones does otherwise than that of the computer, in words. */
export function phoneDifferences({ columnData, appColumnData }: ModelTree): readonly Change[] {
  const titles = new Map<string, Said>()
  for (const list of [columnData, appColumnData].map(asRecord))
    for (const member of ['columnOptions', 'searchList', 'columnList'])
      for (const entry of listOf(list[member])) {
        const [prop, label] = [propOfEntry(entry), entry['label'] ?? entry['fullName']]
        if (typeof prop === 'string' && typeof label === 'string') titles.set(prop, short(label))
      }
  return listChanges('appColumnData', columnData, appColumnData, {
    ...{ renamed: new Map(), stays: new Set(), gone: new Set(), titles },
    labels: { before: new Map(), after: new Map() },
  })
}
