import { type UIEvent, useLayoutEffect, useRef, useState } from 'react'
import { classes } from '../control'
import type { ChoiceRow } from './rows'

interface ChoiceListProps {
  readonly id: string
  readonly label: string
  readonly tree: boolean
  readonly multiple: boolean
  readonly rows: readonly ChoiceRow[]
  readonly active: number
  readonly query: string
  readonly isChosen: (row: ChoiceRow) => boolean
  readonly isLocked: (row: ChoiceRow) => boolean
  readonly onChoose: (row: ChoiceRow) => void
  readonly onFold: (row: ChoiceRow) => void
  readonly onHover: (position: number) => void
}

/** Lines in view at once, before it scrolls. */
const VISIBLE = 8
const SPARE = 6

/** A list or tree of which only the lines in view are drawn: 10,000 choices cost what 20 do. */
export function ChoiceList(props: ChoiceListProps) {
  const { rows, active, tree } = props
  const frame = useRef<HTMLDivElement>(null)
  const [height] = useState(() => (window.matchMedia('(pointer: coarse)').matches ? 44 : 34))
  const view = Math.min(rows.length, VISIBLE) * height
  const [top, setTop] = useState(() => Math.max(0, active * height - view / 2))
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const above = active * height
    if (above < element.scrollTop) element.scrollTop = above
    else if (above + height > element.scrollTop + view) element.scrollTop = above + height - view
  }, [active, height, view])
  const first = Math.max(0, Math.floor(Math.min(top, rows.length * height - view) / height) - SPARE)
  const shown = rows.slice(first, first + VISIBLE + 2 * SPARE)
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both of its roles take a name.
    <div
      ref={frame}
      id={props.id}
      role={tree ? 'tree' : 'listbox'}
      aria-label={props.label}
      aria-multiselectable={props.multiple || undefined}
      tabIndex={-1}
      className="loam-choice-list"
      style={{ height: view, lineHeight: `${height}px` }}
      onScroll={(event: UIEvent<HTMLDivElement>) => setTop(event.currentTarget.scrollTop)}
    >
      <div role="presentation" className="loam-choice-space" style={{ height: rows.length * height }}>
        {shown.map((row, offset) => (
          <Row key={row.key} {...props} row={row} position={first + offset} top={(first + offset) * height} />
        ))}
      </div>
    </div>
  )
}

function Row({
  row,
  position,
  top,
  ...list
}: ChoiceListProps & { readonly row: ChoiceRow; readonly position: number; readonly top: number }) {
  const chosen = list.isChosen(row)
  const locked = list.isLocked(row)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is with the combobox (aria-activedescendant).
    // biome-ignore lint/a11y/noStaticElementInteractions: it is an option or a treeitem.
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: each of its roles takes those it is given.
    <div
      id={rowId(list.id, position)}
      role={list.tree ? 'treeitem' : 'option'}
      aria-selected={chosen}
      aria-disabled={(locked && !row.expandable) || undefined}
      aria-level={list.tree ? row.level + 1 : undefined}
      aria-expanded={list.tree && row.expandable ? row.expanded : undefined}
      aria-posinset={list.tree ? undefined : position + 1}
      aria-setsize={list.tree ? undefined : list.rows.length}
      tabIndex={-1}
      className={classes(
        'loam-choice-row',
        position === list.active && 'loam-choice-row-active',
        chosen && 'loam-choice-row-chosen',
        locked && 'loam-choice-row-locked',
      )}
      style={{ top, paddingLeft: 12 + row.level * 20 }}
      title={row.label}
      onPointerMove={() => position !== list.active && list.onHover(position)}
      onClick={() => list.onChoose(row)}
    >
      {list.tree && <Fold row={row} onFold={list.onFold} />}
      {list.multiple && <span className="loam-choice-check" aria-hidden="true" />}
      <span className="loam-choice-label">
        <Marked text={row.label} query={list.query} />
      </span>
      {!list.multiple && chosen && <span className="loam-choice-tick" aria-hidden="true" />}
    </div>
  )
}

/** The DOM id of a line, which the combobox points at. */
export function rowId(list: string, position: number): string {
  return `${list}-${position}`
}

function Fold({ row, onFold }: { readonly row: ChoiceRow; readonly onFold: (row: ChoiceRow) => void }) {
  return (
    <span
      className={classes('loam-choice-fold', row.expandable && 'loam-choice-fold-shown')}
      data-expanded={row.expanded}
      aria-hidden="true"
      onClick={(event) => {
        event.stopPropagation()
        if (row.expandable) onFold(row)
      }}
    />
  )
}

/** The part that matches what was typed stands out. */
function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  const wanted = query.trim()
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
