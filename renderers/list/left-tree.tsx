import { Input, Tree } from '@arco-design/web-react'
import { IconDown, IconUp } from '@arco-design/web-react/icon'
import { type DataQuery, dataOf } from '@runtime/data'
import '@arco-design/web-react/es/Input/style/css.js'
import '@arco-design/web-react/es/Tree/style/css.js'
import { CallError, type Host } from '@runtime/host'
import { asRecord, isRecord } from '@runtime/json'
import type { TreePlan } from '@runtime/list/plan'
import { useMedia } from '@widgets/shared/dialog/use-media'
import { useEffect, useMemo, useRef, useState } from 'react'
import { repairTree, useAriaRepair } from '../aria-repair'
import { useHost } from '../host'
import { FailedPlace, SkeletonRows } from './notices'
import { NARROW } from './tree-place'

interface TreeNode {
  readonly key: string
  readonly title: string
  /** What the list is asked for: the node's id, of an organisation the ids from the top down to it. */
  readonly value: unknown
  readonly row: Readonly<Record<string, unknown>>
  readonly children: TreeNode[]
  readonly isLeaf?: boolean
}

/** Nodes that the page around has fetched. */
export interface GivenTree {
  /** Null: they have not come yet. */
  readonly rows: readonly unknown[] | null
  readonly error: string | null
  readonly retry: () => void
}

/** The tree at the left of a list: a node filters the list, a second press frees it again. */
export function LeftTree({
  plan,
  given,
  selected,
  onSelect,
}: {
  readonly plan: TreePlan
  readonly given: GivenTree | undefined
  readonly selected: unknown
  readonly onSelect: (value: unknown) => void
}) {
  const host = useHost()
  const place = useRef<HTMLElement>(null)
  useAriaRepair(place, repairTree)
  const { nodes, setNodes, error, retry } = useNodes(plan, given)
  const [word, setWord] = useState('')
  const narrow = useMedia(NARROW)
  const [foldedByHand, setFolded] = useState(true)
  const folded = narrow && foldedByHand
  const shown = useMemo(() => filtered(nodes ?? [], word.trim().toLowerCase()), [nodes, word])
  const last: unknown = Array.isArray(selected) ? selected.at(-1) : selected
  const current = last === undefined || last === null ? [] : [String(last)]
  const lazy = plan.source.kind === 'interface' ? plan.source.lazy : undefined
  const loadBelow = async (key: string) => {
    const node = nodeAt(nodes ?? [], key)
    if (!lazy || !node) return
    try {
      const below = toNodes(await rowsBelow(lazy, node, host), plan)
      setNodes((known) => known && withChildren(known, key, below))
    } catch (problem) {
      host.toast('error', problem instanceof CallError ? problem.message : host.text('@view.loadFailed'))
      throw problem
    }
  }
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
        {error !== null && <FailedPlace message={error} onRetry={retry} />}
        {error === null && nodes === null && <SkeletonRows />}
        {error === null && nodes !== null && (
          <Tree
            key={word === '' ? 'all' : 'filtered'}
            blockNode
            autoExpandParent
            treeData={shown as TreeNode[]}
            selectedKeys={current}
            {...(lazy ? { loadMore: ({ props }) => loadBelow(String(props._key ?? '')) } : {})}
            onSelect={([key]) => onSelect(key === current[0] ? undefined : nodeAt(nodes, key)?.value)}
          />
        )}
      </div>
    </aside>
  )
}

/** The nodes: those that the page has, else those that the tree fetches itself. */
function useNodes(plan: TreePlan, given: GivenTree | undefined) {
  const host = useHost()
  const [nodes, setNodes] = useState<readonly TreeNode[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const rows = given?.rows
  useEffect(() => {
    if (rows) setNodes(toNodes(rows, plan))
  }, [rows, plan])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again.
  useEffect(() => {
    if (given) return
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
  }, [plan, host, round, given])
  return {
    nodes,
    setNodes,
    error: given ? given.error : error,
    retry: given ? given.retry : () => setRound(round + 1),
  }
}

async function loadNodes(plan: TreePlan, host: Host, signal: AbortSignal): Promise<readonly unknown[]> {
  const { source } = plan
  const read = async (call: string, input: DataQuery['input']) =>
    listIn(await dataOf(host).read({ call, input }, { signal }))
  switch (source.kind) {
    case 'dictionary':
      return read('dictionaryData.options', { id: source.type })
    case 'interface':
      return read('dataInterface.preview', { id: source.id, paramList: [] })
    case 'organize':
    case 'department':
      return read(`${source.kind}.selector`, { id: '0' })
    default:
      throw new CallError(0, host.text('@view.treeUnavailable'))
  }
}

type Lazy = NonNullable<Extract<TreePlan['source'], { kind: 'interface' }>['lazy']>

/** What the second interface answers for a node; its parameters are members of that node, or values of their own. */
async function rowsBelow({ id, params }: Lazy, { row }: TreeNode, host: Host): Promise<readonly unknown[]> {
  const paramList = params.map((param) => {
    const { field, relationField, defaultValue } = asRecord(param)
    const value =
      typeof relationField === 'string' && relationField !== '' ? row[relationField] : defaultValue
    return { field, defaultValue: value ?? '' }
  })
  return listIn(await dataOf(host).read({ call: 'dataInterface.preview', input: { id, paramList } }))
}

function withChildren(nodes: readonly TreeNode[], key: string, below: TreeNode[]): readonly TreeNode[] {
  return nodes.map((node) => {
    if (node.key === key) return { ...node, children: below, isLeaf: below.length === 0 }
    return { ...node, children: [...withChildren(node.children, key, below)] }
  })
}

function listIn(data: unknown): readonly unknown[] {
  if (Array.isArray(data)) return data
  const { list } = (data ?? {}) as { readonly list?: unknown }
  return Array.isArray(list) ? list : []
}

function toNodes(rows: readonly unknown[], plan: TreePlan, above: readonly unknown[] = []): TreeNode[] {
  return rows.filter(isRecord).map((row) => {
    const id = row[plan.value]
    const path = [...above, id]
    const children = row[plan.children]
    return {
      key: String(id),
      value: plan.source.kind === 'organize' ? path : id,
      title: String(row[plan.label] ?? ''),
      row,
      children: Array.isArray(children) ? toNodes(children, plan, path) : [],
    }
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

function nodeAt(nodes: readonly TreeNode[], key: string | undefined): TreeNode | undefined {
  for (const node of nodes) {
    const found = node.key === key ? node : nodeAt(node.children, key)
    if (found) return found
  }
  return undefined
}
