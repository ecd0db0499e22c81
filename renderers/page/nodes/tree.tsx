import { Empty, Input, Spin, Tree, type TreeProps } from '@arco-design/web-react'
import '@arco-design/web-react/es/Empty/style/css.js'
import '@arco-design/web-react/es/Input/style/css.js'
import '@arco-design/web-react/es/Spin/style/css.js'
import '@arco-design/web-react/es/Tree/style/css.js'
import { droppedAt, type MovedTo, mayMove, movedBy, placesOf } from '@runtime/list/moves'
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { snapshot } from 'valtio/vanilla'
import { repairTree, useAriaRepair } from '../../aria-repair'
import { ButtonMenu } from '../../button'
import { Icon } from '../../icon'
import { useEvent, useNodeContext, useSource } from '../context'
import { ErrorNote } from '../error-note'
import type { NodeProps } from '../node'
import { renewing, StaleSource } from '../stale-source'
import {
  allKeys,
  drawnTree,
  filterTree,
  firstLeaf,
  heldTicks,
  parentKeys,
  type TreeMembers,
  type TreeRecord,
} from '../tree-data'
import { useLazyTree } from '../use-lazy-tree'

type TreePlan = NodeProps<'tree'>['node']

/** Records beyond which only those in view are drawn, in a place of so many pixels. */
const MANY = 500
const VIRTUAL_HEIGHT = 480

export function TreeNode({ node }: NodeProps<'tree'>) {
  const { screen, scope, runner } = useNodeContext()
  const { source, name, select } = node
  const answer = useSource(screen, source)
  const { state, data, error } = answer
  const members = useMembers(node)
  const roots = useMemo(() => (Array.isArray(data) ? (data as readonly TreeRecord[]) : []), [data])
  const { records, isLeaf, load } = useLazyTree(node, roots, members)
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
  const choice = useChoice(node, records, members)
  const ticks = useTicks(node, records, members)
  const moves = useMoves(node, { records, members, chosen: choice.key })
  const place = useRef<HTMLDivElement>(null)
  useAriaRepair(place, repairTree)
  return (
    <div ref={place} className="loam-node-tree">
      <TreeHead node={node} />
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
      {state === 'loading' && records.length === 0 && <Spin className="loam-wait" delay={200} />}
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
    </div>
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

function useMembers({ key, label }: TreePlan): TreeMembers {
  return useMemo(() => ({ key, label }), [key, label])
}

/**
 * The record that stands in the page's state; follows the source, so that a renamed record is shown as it is now. In the
 * address stands its key alone, which stays there also where no such record is shown.
 */
function useChoice(node: TreePlan, records: readonly TreeRecord[], members: TreeMembers) {
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

/** The title of a tree and its menu. */
function TreeHead({ node: { source, menu, title } }: { readonly node: TreePlan }) {
  const { screen, scope, runner } = useNodeContext()
  const shown = menu
    .map((button, index) => ({ key: String(index), button }))
    .filter(({ button }) => screen.permits(button.code) && (button.visible?.holds(scope) ?? true))
  if (!title && shown.length === 0) return null
  return (
    <header className="loam-node-tree-head">
      <h2>{title && screen.text(title, scope)}</h2>
      {shown.length > 0 && (
        <ButtonMenu
          buttons={shown}
          scope={scope}
          onPress={(button) =>
            void runner.run(button.do, {}, { source: `${source}:menu:${menu.indexOf(button)}` })
          }
          opener={(opening) => (
            <button
              type="button"
              className="loam-icon-button"
              aria-label={screen.host.text('@page.more')}
              {...opening}
            >
              <Icon name="More" />
            </button>
          )}
        />
      )}
    </header>
  )
}
