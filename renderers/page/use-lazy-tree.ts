import { dataOf } from '@runtime/data'
import { scopeOf } from '@runtime/expression'
import { isRecord } from '@runtime/json'
import { shapeAnswer } from '@runtime/page'
import { useCallback, useMemo, useState } from 'react'
import { useNodeContext } from './context'
import type { NodeProps } from './node'
import type { TreeMembers, TreeRecord } from './tree-data'

/** The records as far as they are there, and how more of them come. */
export type LazyTree = ReturnType<typeof useLazyTree>

type Below = ReadonlyMap<string, readonly TreeRecord[]>

const NONE: Below = new Map()

/**
 * A tree of which what is below a record is fetched when that is first opened. Another answer of its source begins anew.
 * Where the node says no `children`, the records as they are.
 */
export function useLazyTree(
  { children }: NodeProps<'tree'>['node'],
  roots: readonly TreeRecord[],
  members: TreeMembers,
) {
  const { screen, scope } = useNodeContext()
  const [fetched, setFetched] = useState<{ readonly of: readonly TreeRecord[]; readonly below: Below }>()
  const below = fetched?.of === roots ? fetched.below : NONE
  const load = useCallback(
    async (record: TreeRecord) => {
      if (!children) return
      const within = scopeOf({ row: record }, scope)
      const call = children.call.evaluate(within)
      try {
        const answer = await dataOf(screen.host).read({ call, input: children.with.evaluate(within) })
        const rows = shapeAnswer(children, answer, scope)
        const found = Array.isArray(rows) ? (rows.filter(isRecord) as TreeRecord[]) : []
        setFetched((last) => ({
          of: roots,
          below: new Map([...(last?.of === roots ? last.below : NONE), [String(record[members.key]), found]]),
        }))
      } catch (error) {
        screen.host.toast('error', error instanceof Error ? error.message : String(error))
      }
    },
    [children, scope, screen, roots, members],
  )
  const records = useMemo(
    () => (children ? withBelow(roots, below, members) : roots),
    [children, roots, below, members],
  )
  const isLeaf = useCallback(
    (record: TreeRecord) => {
      if (!children) return undefined
      if (record.children) return record.children.length === 0
      return children.leaf?.holds(scopeOf({ row: record }, scope)) ?? false
    },
    [children, scope],
  )
  return { records, isLeaf, load: children ? load : undefined }
}

function withBelow(
  records: readonly TreeRecord[],
  below: Below,
  members: TreeMembers,
): readonly TreeRecord[] {
  return records.map((record) => {
    const children = below.get(String(record[members.key])) ?? record.children
    return children ? { ...record, children: withBelow(children, below, members) } : record
  })
}
