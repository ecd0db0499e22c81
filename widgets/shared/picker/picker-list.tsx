import type { Host } from '@runtime/host'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useState } from 'react'
import { classes } from '../control'
import { Face } from './face'
import type { EndLine, NodeLine, PaneState } from './pane-model'

/** The next page is asked for when its place comes this near to what is in view (`spec/widgets.md §9`), in pixels. */
export const NEAR = 200

/** Where fingers press: lines are 44 px high, else 36. */
const ROOMY = '(width < 576px), (pointer: coarse)'

export interface PickerListProps {
  readonly id: string
  readonly label: string
  readonly host: Pick<Host, 'text'>
  readonly pane: PaneState
  readonly multiple: boolean
  readonly active: number
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly isChosen: (key: string) => boolean
  readonly onPress: (line: NodeLine) => void
  readonly onFold: (line: NodeLine) => void
  readonly onMore: (place: string) => void
  readonly onHover: (position: number) => void
}

/** The lines of a pane, of which only those in view are drawn. */
export function PickerList(props: PickerListProps) {
  const { pane, active, scroller, onMore } = props
  const { lines, tree } = pane
  const [height] = useState(() => (matchMedia(ROOMY).matches ? 44 : 36))
  const view = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: Math.ceil(NEAR / height),
  })
  const isEmpty = lines.length === 0
  useEffect(() => {
    if (!isEmpty) view.scrollToIndex(active)
  }, [view, active, isEmpty])
  const shown = view.getVirtualItems()
  const bottom = (view.scrollOffset ?? 0) + (view.scrollRect?.height ?? 0) + NEAR
  const due = shown.find(({ index, start }) => {
    const line = lines[index]
    return line?.kind === 'end' && line.state === 'more' && start <= bottom
  })
  const place = due ? lines[due.index]?.place : undefined
  useEffect(() => {
    if (place !== undefined) onMore(place)
  }, [place, onMore])
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both of its roles take a name.
    <div
      ref={scroller}
      id={props.id}
      role={tree ? 'tree' : 'listbox'}
      aria-label={props.label}
      aria-multiselectable={props.multiple || undefined}
      tabIndex={-1}
      className="loam-picker-list"
    >
      <div role="presentation" className="loam-picker-space" style={{ height: view.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const line = lines[index]
          const style = { top: start, height, lineHeight: `${height}px` }
          if (!line) return null
          return line.kind === 'node' ? (
            <Row key={line.place} {...props} line={line} position={index} style={style} />
          ) : (
            <End key={`${line.place} end`} {...props} line={line} style={style} />
          )
        })}
      </div>
    </div>
  )
}

interface Style {
  readonly top: number
  readonly height: number
}

/** The DOM id of a line, which the search box points at. */
export function lineId(list: string, position: number): string {
  return `${list}-${position}`
}

function Row({
  line,
  position,
  style,
  ...list
}: PickerListProps & { readonly line: NodeLine; readonly position: number; readonly style: Style }) {
  const { node, level, expandable, expanded } = line
  const chosen = node.choosable && list.isChosen(node.key)
  const { tree } = list.pane
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is with the search box (aria-activedescendant).
    // biome-ignore lint/a11y/noStaticElementInteractions: it is an option or a treeitem.
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: each of its roles takes those it is given.
    <div
      id={lineId(list.id, position)}
      role={tree ? 'treeitem' : 'option'}
      aria-selected={chosen}
      aria-disabled={(!node.choosable && !expandable) || undefined}
      aria-level={tree ? level + 1 : undefined}
      aria-expanded={tree && expandable ? expanded : undefined}
      aria-posinset={tree ? undefined : position + 1}
      aria-setsize={tree ? undefined : -1}
      tabIndex={-1}
      data-active={position === list.active || undefined}
      className={classes(
        'loam-picker-row',
        chosen && 'loam-picker-row-chosen',
        !node.choosable && !expandable && 'loam-picker-row-locked',
      )}
      style={{ ...style, paddingLeft: 8 + level * 20 }}
      onPointerMove={() => position !== list.active && list.onHover(position)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => list.onPress(line)}
    >
      {tree && (
        <span
          className={classes('loam-choice-fold', expandable && 'loam-choice-fold-shown')}
          data-expanded={expanded}
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation()
            list.onFold(line)
          }}
        />
      )}
      <Face node={node} />
      <span className="loam-picker-name">
        <Marked text={node.name} wanted={list.pane.keyword} />
      </span>
      {!tree && node.detail && (
        <span className="loam-picker-detail">
          <bdi>{node.detail}</bdi>
        </span>
      )}
      {node.choosable && list.multiple && <span className="loam-choice-check" aria-hidden="true" />}
      {chosen && !list.multiple && <span className="loam-choice-tick" aria-hidden="true" />}
    </div>
  )
}

/** The part that matches what was typed stands out. */
function Marked({ text, wanted }: { readonly text: string; readonly wanted: string }) {
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted.toLowerCase())
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className="loam-choice-mark">{text.slice(at, at + wanted.length)}</mark>
      {text.slice(at + wanted.length)}
    </>
  )
}

function End({ line, style, host }: PickerListProps & { readonly line: EndLine; readonly style: Style }) {
  return (
    <div
      role="presentation"
      className="loam-picker-row loam-picker-end"
      style={{ ...style, paddingLeft: 32 + line.level * 20 }}
    >
      {host.text('@widgets.loading')}
    </div>
  )
}
