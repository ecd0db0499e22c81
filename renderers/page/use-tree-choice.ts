import { useCallback, useEffect } from 'react'
import { snapshot } from 'valtio/vanilla'
import { useNodeContext } from './context'
import type { NodeProps } from './node'
import { allKeys, firstLeaf, type TreeMembers, type TreeRecord } from './tree-data'

export type TreePlan = NodeProps<'tree'>['node']

export interface TreeChoice {
  /** What the chosen record is known by; null: none is. */
  readonly key: string | null
  /** @param isQuiet nobody chose: it follows what the records have become */
  readonly choose: (record: TreeRecord | null, isQuiet?: boolean) => void
}

/**
 * The record that stands in the page's state; follows the source, so that a renamed record is shown as it is now. In the
 * address stands its key alone, which stays there also where no such record is shown.
 */
export function useTreeChoice(
  node: TreePlan,
  records: readonly TreeRecord[],
  members: TreeMembers,
): TreeChoice {
  const { screen } = useNodeContext()
  const path = node.selected
  const name = path?.slice('page.'.length)
  const isKey = name !== undefined && screen.query.has(name)
  const held = name === undefined ? undefined : screen.state[name]
  const chosen = isKey ? undefined : (held as TreeRecord | null | undefined)
  const key = isKey ? keyIn(held) : chosen ? String(chosen[members.key]) : null
  const choose = useCallback(
    (record: TreeRecord | null, isQuiet = false) => {
      if (name === undefined) return
      const value = record && (isKey ? record[members.key] : withoutChildren(record))
      screen.choose(name, value, isQuiet)
    },
    [screen, name, isKey, members],
  )
  useEffect(() => {
    if (name === undefined || records.length === 0) return
    const now = key === null ? undefined : allKeys(records, members).get(key)
    const first = node.first ? firstLeaf(records) : undefined
    if (isKey) {
      if (key === null && first) choose(first, true)
    } else if (!now) choose(first ?? null, true)
    else if (chosen && JSON.stringify(snapshot(chosen)) !== JSON.stringify(withoutChildren(now)))
      choose(now, true)
  }, [name, isKey, records, members, key, chosen, choose, node])
  return { key, choose }
}

const keyIn = (held: unknown) => (held === null || held === undefined || held === '' ? null : String(held))

function withoutChildren({ children, ...record }: TreeRecord): TreeRecord {
  return record
}
