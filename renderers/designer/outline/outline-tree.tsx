import { pathOf } from '@runtime/design/address'
import { nearestNode, type OutlineNode, outlineOf } from '@runtime/design/outline'
import type { DesignSession } from '@runtime/design/session'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type HTMLAttributes, type RefObject, useEffect, useId, useMemo, useState } from 'react'
import { useHost } from '../../host'
import { useProblems } from '../problems/use-problems'
import { OutlineRow } from './outline-row'
import type { Cursor } from './use-cursor'
import type { Lines } from './use-lines'

/** Where fingers press: lines are 44 px high, else 32. */
const ROOMY = '(width < 576px), (pointer: coarse)'

export interface OutlineTreeProps
  extends Pick<HTMLAttributes<HTMLDivElement>, 'onKeyDown' | 'onCopy' | 'onCut' | 'onPaste'> {
  readonly session: DesignSession
  readonly lines: Lines
  readonly cursor: Cursor
  readonly scroller: RefObject<HTMLDivElement | null>
  /** Key of the line whose label is typed. */
  readonly renamed: string | null
  readonly onRenamed: () => void
  readonly onEdit: () => void
}

/** The lines, of which only those in view are drawn, and the one that the keys are about. */
export function OutlineTree(props: OutlineTreeProps) {
  const { session, lines: shown, cursor, scroller, renamed, onRenamed, onEdit, ...handlers } = props
  const host = useHost()
  const id = useId()
  const { lines } = shown
  const { index } = cursor
  const [height] = useState(() => (matchMedia(ROOMY).matches ? 44 : 32))
  const view = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      // The line that assistive technology is told of is always there.
      return index < 0 || shown.includes(index) ? shown : [...shown, index].sort((one, other) => one - other)
    },
  })
  const cursorKey = lines[index]?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: the line moves into view when it becomes another one.
  useEffect(() => {
    if (index >= 0) view.scrollToIndex(index)
  }, [view, cursorKey])
  const chosen = useChosenPaths(session)
  const faulty = useFaulty(session)
  const rowId = (node: OutlineNode) => `${id}-${node.key}`
  const active = lines[index]
  return (
    <div
      {...handlers}
      ref={scroller}
      role="tree"
      tabIndex={0}
      aria-label={host.text('@outline.title')}
      aria-multiselectable
      aria-activedescendant={active && rowId(active)}
      className="loam-outline-tree"
    >
      <div role="presentation" className="loam-outline-space" style={{ height: view.getTotalSize() }}>
        {view.getVirtualItems().map(({ index: at, start }) => {
          const node = lines[at]
          if (!node) return null
          return (
            <OutlineRow
              key={node.key}
              {...{ session, node, onEdit, onRenamed }}
              id={rowId(node)}
              style={{ top: start, height }}
              isOpen={shown.isOpen(node)}
              isChosen={chosen.has(node.path.join('/'))}
              isCursor={at === index}
              isRenamed={node.key === renamed}
              hasProblem={faulty.has(node.key)}
              onFold={() => shown.setOpen(node, !shown.isOpen(node))}
              onPress={({ shiftKey, ctrlKey, metaKey }) => {
                scroller.current?.focus({ preventScroll: true })
                cursor.point(node, shiftKey ? 'range' : ctrlKey || metaKey ? 'toggle' : 'one')
              }}
            />
          )
        })}
      </div>
    </div>
  )
}

function useChosenPaths({ tree, selection }: DesignSession): ReadonlySet<string> {
  return useMemo(
    () => new Set(selection.nodes.flatMap((node) => pathOf(tree, node)?.join('/') ?? [])),
    [tree, selection],
  )
}

/** Keys of the nodes that something is wrong with. */
function useFaulty(session: DesignSession): ReadonlySet<string> {
  const { tree, widgets } = session
  const problems = useProblems(session)
  return useMemo(() => {
    const nodes = outlineOf(tree, widgets.catalogue)
    return new Set(problems.flatMap(({ at }) => nearestNode(nodes, pathOf(tree, at) ?? [])?.key ?? []))
  }, [tree, widgets, problems])
}
