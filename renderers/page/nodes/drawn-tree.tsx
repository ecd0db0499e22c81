import { Empty, Input, Tree, type TreeProps } from '@arco-design/web-react'
import '@arco-design/web-react/es/Empty/style/css.js'
import '@arco-design/web-react/es/Input/style/css.js'
import '@arco-design/web-react/es/Tree/style/css.js'
import { droppedAt, type MovedTo, mayMove, movedBy, placesOf } from '@runtime/list/moves'
import { type KeyboardEvent, useCallback, useId, useMemo, useState } from 'react'
import { SkeletonRows } from '../../list/notices'
import { useEvent, useNodeContext, useSource } from '../context'
import { ErrorNote } from '../error-note'
import { renewing, StaleSource } from '../stale-source'
import {
  allKeys,
  drawnTree,
  filterTree,
  heldTicks,
  parentKeys,
  type TreeMembers,
  type TreeRecord,
} from '../tree-data'
import type { LazyTree } from '../use-lazy-tree'
import type { TreeChoice, TreePlan } from '../use-tree-choice'

/** Records beyond which only those in view are drawn, in a place of so many pixels. */
const MANY = 500
const VIRTUAL_HEIGHT = 480

interface DrawnTreeProps {
  readonly node: TreePlan
  readonly members: TreeMembers
  readonly tree: LazyTree
  readonly choice: TreeChoice
}

/** The records of a tree to choose from, below a line that filters them. */
export function DrawnTree({ node, members, tree: { records, isLeaf, load }, choice }: DrawnTreeProps) {
  const { screen, scope, runner } = useNodeContext()
  const { source, name, select } = node
  const answer = useSource(screen, source)
  const { state, error } = answer
  const [keyword, setKeyword] = useState('')
  const shown = useMemo(() => filterTree(records, keyword, members), [records, keyword, members])
  const drawn = useMemo(() => drawnTree(shown, members, isLeaf), [shown, members, isLeaf])
  const known = useMemo(() => allKeys(records, members), [records, members])
  const [opened, setOpened] = useState<readonly string[] | null>(null)
  const expanded =
    keyword === '' && opened !== null ? opened : startOpen(node, keyword) ? parentKeys(shown, members) : []
  useEvent(
    screen,
    name && `${name}.expandAll`,
    useCallback(() => setOpened(parentKeys(records, members)), [records, members]),
  )
  useEvent(
    screen,
    name && `${name}.collapseAll`,
    useCallback(() => setOpened([]), []),
  )
  const ticks = useTicks(node, records, members)
  const moves = useMoves(node, { records, members, chosen: choice.key })
  return (
    <>
      {node.filter && (
        <Input.Search
          allowClear
          className="loam-node-tree-filter"
          value={keyword}
          onChange={setKeyword}
          placeholder={screen.host.text('@page.filter')}
          aria-label={screen.host.text('@page.filter')}
        />
      )}
      {records.length > 0 && <StaleSource name={source} />}
      {state === 'failed' && records.length === 0 && (
        <ErrorNote message={error} retry={() => void screen.sources.reload([source])} />
      )}
      {state === 'loading' && records.length === 0 && <SkeletonRows />}
      {state === 'ready' && shown.length === 0 && <Empty description={screen.text(node.empty, scope)} />}
      {shown.length > 0 && (
        <div className={`loam-node-tree-body ${renewing(answer)}`} onKeyDownCapture={moves.press}>
          <Tree
            blockNode
            // Where all unfold at once, the moving copies show what is below an opened node twice.
            animation={false}
            {...(ticks && {
              checkable: true,
              checkStrictly: !node.half,
              checkedKeys: [...ticks.keys],
              onCheck: (keys: string[]) => ticks.set(keys),
            })}
            {...(load && {
              loadMore: async (instance) => {
                const record = known.get(String(instance.props._key))
                if (record) await load(record)
              },
            })}
            {...moves.drag}
            {...(known.size > MANY && { virtualListProps: { height: VIRTUAL_HEIGHT } })}
            treeData={drawn}
            selectedKeys={choice.key === null ? [] : [choice.key]}
            expandedKeys={[...expanded]}
            onExpand={(keys) => setOpened(keys)}
            onSelect={([key]) => {
              const record = key === undefined ? undefined : known.get(key)
              if (!record) return
              choice.choose(record)
              if (select) void runner.run(select, { row: record })
            }}
          />
        </div>
      )}
    </>
  )
}

/** The ids that are ticked, in the page's state; null where nothing can be. */
function useTicks(
  { checkable, checked, half }: TreePlan,
  records: readonly TreeRecord[],
  members: TreeMembers,
) {
  const { screen } = useNodeContext()
  const [own, setOwn] = useState<readonly string[]>([])
  if (!checkable) return null
  const name = checked?.slice('page.'.length)
  const held = (keys: readonly string[]) => (half ? heldTicks(records, keys, members) : keys)
  if (name === undefined) return { keys: held(own), set: setOwn }
  const stored = screen.state[name]
  return {
    keys: held(Array.isArray(stored) ? stored.map(String) : []),
    set: (keys: readonly string[]) => screen.choose(name, [...keys]),
  }
}

interface Shown {
  readonly records: readonly TreeRecord[]
  readonly members: TreeMembers
  readonly chosen: string | null
}

/** Dragging, and Alt with an arrow for the chosen one; nothing where the node says no `drag`. */
function useMoves({ drag }: TreePlan, { records, members: { key }, chosen }: Shown) {
  const { runner } = useNodeContext()
  const source = useId()
  const places = useMemo(() => {
    const nesting = {
      idOf: (record: TreeRecord) => String(record[key]),
      childrenOf: ({ children = [] }: TreeRecord) => children,
    }
    return drag ? placesOf(records, nesting) : new Map()
  }, [drag, records, key])
  if (!drag) return { press: undefined, drag: {} }
  const nests = drag.parent ?? false
  const run = (id: string, moved: MovedTo) => {
    const row = places.get(id)?.row
    if (row && mayMove(id, moved, places, nests)) void runner.run(drag.save, { row, moved }, { source })
  }
  const destination = (dropNode: DropInfo['dropNode'], position: number) => {
    const drop = position === 0 ? 'inside' : position < 0 ? 'before' : 'after'
    return droppedAt(String(dropNode?.props._key), drop, places)
  }
  return {
    press(event: KeyboardEvent) {
      const moved = event.altKey && chosen !== null ? movedBy(event.key, chosen, places, nests) : undefined
      if (moved === undefined || chosen === null) return
      event.preventDefault()
      event.stopPropagation()
      if (moved) run(chosen, moved)
    },
    drag: {
      draggable: true,
      allowDrop: ({ dropNode, dropPosition }: Pick<DropInfo, 'dropNode' | 'dropPosition'>) =>
        nests || dropPosition !== 0 || dropNode === null,
      onDrop: ({ dragNode, dropNode, dropPosition }: DropInfo) => {
        const moved = destination(dropNode, dropPosition)
        if (moved) run(String(dragNode?.props._key), moved)
      },
    },
  }
}

type DropInfo = Parameters<NonNullable<TreeProps['onDrop']>>[0]

function startOpen(node: TreePlan, keyword: string): boolean {
  return keyword !== '' || node.expanded
}
