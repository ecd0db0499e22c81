import { Input, Tree } from '@arco-design/web-react'
import { IconDown, IconUp } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Input/style/css.js'
import '@arco-design/web-react/es/Tree/style/css.js'
import { CallError, type Host } from '@runtime/host'
import type { TreePlan } from '@runtime/list/plan'
import { useEffect, useMemo, useRef, useState } from 'react'
import { repairTree, useAriaRepair } from '../aria-repair'
import { useMedia } from '../dialog'
import { useHost } from '../host'
import { FailedPlace, SkeletonRows } from './notices'

interface TreeNode {
  readonly key: string
  readonly title: string
  readonly value: unknown
  readonly children: TreeNode[]
}

/** The tree at the left of a list: a node filters the list, a second press frees it again. */
export function LeftTree({
  plan,
  selected,
  onSelect,
}: {
  readonly plan: TreePlan
  readonly selected: unknown
  readonly onSelect: (value: unknown) => void
}) {
  const host = useHost()
  const place = useRef<HTMLElement>(null)
  useAriaRepair(place, repairTree)
  const [nodes, setNodes] = useState<readonly TreeNode[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const [word, setWord] = useState('')
  const narrow = useMedia('(width < 992px)')
  const [foldedByHand, setFolded] = useState(true)
  const folded = narrow && foldedByHand
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again.
  useEffect(() => {
    const leaving = new AbortController()
    setError(null)
    loadNodes(plan, host, leaving.signal).then(
      (rows) => {
        if (!leaving.signal.aborted) setNodes(toNodes(rows, plan))
      },
      (problem: unknown) => {
        if (leaving.signal.aborted) return
        setError(problem instanceof CallError ? problem.message : host.text('@view.loadFailed'))
      },
    )
    return () => leaving.abort()
  }, [plan, host, round])
  const shown = useMemo(() => filtered(nodes ?? [], word.trim().toLowerCase()), [nodes, word])
  const current = selected === undefined || selected === null ? [] : [String(selected)]
  return (
    <aside ref={place} className="loam-list-tree" aria-label={host.text(plan.title)} data-folded={folded}>
      <h3 className="loam-list-tree-title">
        {narrow ? (
          <button type="button" aria-expanded={!folded} onClick={() => setFolded(!folded)}>
            {host.text(plan.title)} {folded ? <IconDown /> : <IconUp />}
          </button>
        ) : (
          host.text(plan.title)
        )}
      </h3>
      {plan.filter && (
        <Input allowClear value={word} onChange={setWord} placeholder={host.text('@view.filterTree')} />
      )}
      <div className="loam-list-tree-body">
        {error !== null && <FailedPlace message={error} onRetry={() => setRound(round + 1)} />}
        {error === null && nodes === null && <SkeletonRows />}
        {error === null && nodes !== null && (
          <Tree
            key={word === '' ? 'all' : 'filtered'}
            blockNode
            autoExpandParent
            treeData={shown as TreeNode[]}
            selectedKeys={current}
            onSelect={([key]) => onSelect(key === current[0] ? undefined : valueAt(nodes, key))}
          />
        )}
      </div>
    </aside>
  )
}

async function loadNodes(plan: TreePlan, host: Host, signal: AbortSignal): Promise<readonly unknown[]> {
  const { source } = plan
  if (source.kind === 'dictionary') {
    return listIn((await host.call('dictionaryData.options', { id: source.type }, { signal })).data)
  }
  if (source.kind === 'interface') {
    return listIn(
      (await host.call('dataInterface.preview', { id: source.id, paramList: [] }, { signal })).data,
    )
  }
  throw new CallError(0, host.text('@view.treeUnavailable'))
}

function listIn(data: unknown): readonly unknown[] {
  if (Array.isArray(data)) return data
  const { list } = (data ?? {}) as { readonly list?: unknown }
  return Array.isArray(list) ? list : []
}

function toNodes(rows: readonly unknown[], plan: TreePlan): TreeNode[] {
  return rows.flatMap((row) => {
    if (typeof row !== 'object' || row === null) return []
    const members = row as Readonly<Record<string, unknown>>
    const value = members[plan.value]
    const children = members[plan.children]
    return [
      {
        key: String(value),
        value,
        title: String(members[plan.label] ?? ''),
        children: Array.isArray(children) ? toNodes(children, plan) : [],
      },
    ]
  })
}

/** Nodes whose name holds the word, with the nodes above them. */
function filtered(nodes: readonly TreeNode[], word: string): readonly TreeNode[] {
  if (word === '') return nodes
  return nodes.flatMap((node) => {
    if (node.title.toLowerCase().includes(word)) return [node]
    const children = filtered(node.children, word)
    return children.length > 0 ? [{ ...node, children: [...children] }] : []
  })
}

function valueAt(nodes: readonly TreeNode[], key: string | undefined): unknown {
  for (const node of nodes) {
    if (node.key === key) return node.value
    const below = valueAt(node.children, key)
    if (below !== undefined) return below
  }
  return undefined
}
