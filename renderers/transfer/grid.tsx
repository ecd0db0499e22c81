import { Button } from '@arco-design/web-react'
import { IconDelete } from '@arco-design/web-react/icon'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useHost } from '../host'
import { part } from '../list/roles'
import { Editor, type Step } from './grid-editor'
import { HEAD, Heads } from './grid-heads'
import { type Column, faultAt, type Head, hasCell, type Line, linesOf, type PreviewRow, textAt } from './rows'

/** Pixels. */
const LINE = 36
const COLUMN = { least: 96, most: 240, sign: 9, room: 28 }
/** Lines drawn above and below those in view. */
const BEYOND = 8

export interface GridProps {
  readonly heads: readonly Head[]
  readonly columns: readonly Column[]
  readonly rows: readonly PreviewRow[]
  /** Null: they are only read. */
  readonly onEdit: ((line: Line, column: Column, text: string) => void) | null
  readonly onRemove: ((key: number) => void) | null
}

interface Place {
  readonly line: number
  readonly column: number
}

/** Rows of an import as a spreadsheet has them, of which those in view are drawn; what is wrong is marked in its cell. */
export function Grid({ heads, columns, rows, onEdit, onRemove }: GridProps) {
  const host = useHost()
  const scroller = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => linesOf(rows, columns), [rows, columns])
  const [active, setActive] = useState<Place>({ line: 0, column: 0 })
  const [editing, setEditing] = useState<{ readonly text: string | null } | null>(null)
  const isNested = heads.some(({ children }) => children)
  const headLines = isNested ? 2 : 1
  const widths = useMemo(() => widthsOf(columns, lines), [columns, lines])
  const template = `56px ${widths.map((width) => `${width}px`).join(' ')} minmax(240px, 1fr)${onRemove ? ' 48px' : ''}`
  const style = { '--loam-import-columns': template } as CSSProperties

  const head = headLines * HEAD
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    overscan: BEYOND,
    // The heads stand above the lines, and stay there.
    scrollMargin: head,
    scrollPaddingStart: head,
  })
  useEffect(() => {
    if (editing) return
    const cell = scroller.current?.querySelector<HTMLElement>('[data-active]')
    // Only who is in the grid is followed by its focus.
    if (cell && scroller.current?.contains(document.activeElement)) cell.focus()
  })

  const move = (by: Step) => {
    const line = Math.min(lines.length - 1, Math.max(0, active.line + (by.line ?? 0)))
    const column = Math.min(columns.length - 1, Math.max(0, active.column + (by.column ?? 0)))
    setActive({ line, column })
    virtual.scrollToIndex(line, { align: 'auto' })
  }
  const begin = (text: string | null) => {
    const line = lines[active.line]
    const column = columns[active.column]
    if (onEdit && line && column && hasCell(line, column)) setEditing({ text })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (editing) return
    const by = MOVES[event.key]
    if (by) {
      event.preventDefault()
      move(by)
    } else if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault()
      begin(null)
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      const line = lines[active.line]
      const column = columns[active.column]
      if (onEdit && line && column && hasCell(line, column)) onEdit(line, column, '')
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      begin(event.key)
    }
  }
  const commit = (line: Line, column: Column, text: string, by: Step | null) => {
    setEditing(null)
    if (text !== textAt(line, column)) onEdit?.(line, column, text)
    if (by) move(by)
  }

  const shown = virtual.getVirtualItems()
  const wrong = lines[active.line]
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it is a grid. */}
      <div
        ref={scroller}
        className="loam-import-grid"
        style={style}
        {...part('grid', {
          'aria-label': host.text('@transfer.step_rows'),
          'aria-rowcount': lines.length + headLines,
          'aria-readonly': onEdit === null,
        })}
        onKeyDown={onKeyDown}
      >
        <Heads heads={heads} columns={columns} isNested={isNested} hasActs={onRemove !== null} />
        <div style={{ height: (shown[0]?.index ?? 0) * LINE }} aria-hidden />
        {shown.map(({ index: at }) => {
          const line = lines[at]
          if (!line) return null
          const isFirst = line.at === 0
          return (
            <div
              key={`${line.row.key} ${line.at}`}
              {...part('row', { 'aria-rowindex': at + headLines + 1 })}
              className="loam-import-row"
              data-faulty={line.row.wire.errors.length > 0 ? '' : undefined}
              data-first={isFirst ? '' : undefined}
            >
              <span {...part('rowheader')} className="loam-import-number">
                {isFirst ? line.number : ''}
              </span>
              {columns.map((column, place) => {
                const isActive = active.line === at && active.column === place
                const fault = faultAt(line, column)
                const text = textAt(line, column)
                const has = hasCell(line, column)
                if (isActive && editing && has)
                  return (
                    <Editor
                      key={`${column.table} ${column.id}`}
                      label={column.label}
                      text={editing.text ?? text}
                      selects={editing.text === null}
                      onDone={(next, by) => commit(line, column, next, by)}
                      onLeave={() => setEditing(null)}
                    />
                  )
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the grid.
                  // biome-ignore lint/a11y/noStaticElementInteractions: it is a gridcell.
                  <span
                    key={`${column.table} ${column.id}`}
                    {...part('gridcell')}
                    tabIndex={isActive ? 0 : -1}
                    className="loam-import-cell"
                    data-active={isActive ? '' : undefined}
                    data-none={has ? undefined : ''}
                    aria-invalid={fault !== null}
                    title={fault ?? (text || undefined)}
                    onClick={() => {
                      if (isActive && has && onEdit) setEditing({ text: null })
                      else setActive({ line: at, column: place })
                    }}
                    onDoubleClick={() => {
                      setActive({ line: at, column: place })
                      if (onEdit && has) setEditing({ text: null })
                    }}
                  >
                    {text}
                  </span>
                )
              })}
              <span
                {...part('gridcell')}
                tabIndex={-1}
                className="loam-import-info"
                title={line.row.wire.errorsInfo || undefined}
              >
                {isFirst && (line.row.isChecking ? '…' : line.row.wire.errorsInfo)}
              </span>
              {onRemove && (
                <span {...part('gridcell')} tabIndex={-1} className="loam-import-act">
                  {isFirst && (
                    <Button
                      type="text"
                      size="mini"
                      icon={<IconDelete />}
                      aria-label={host.text('@transfer.removeRow', { row: line.number })}
                      onClick={() => onRemove(line.row.key)}
                    />
                  )}
                </span>
              )}
            </div>
          )
        })}
        <div style={{ height: (lines.length - 1 - (shown.at(-1)?.index ?? -1)) * LINE }} aria-hidden />
      </div>
      <p className="loam-import-wrong">
        {wrong &&
          wrong.row.wire.errors.length > 0 &&
          host.text('@transfer.wrongIn', { row: wrong.number, message: wrong.row.wire.errorsInfo })}
      </p>
    </>
  )
}

const MOVES: Readonly<Record<string, Step>> = {
  ArrowUp: { line: -1 },
  ArrowDown: { line: 1 },
  ArrowLeft: { column: -1 },
  ArrowRight: { column: 1 },
  PageUp: { line: -10 },
  PageDown: { line: 10 },
}

/** Pixels by the longest text among the first lines. */
function widthsOf(columns: readonly Column[], lines: readonly Line[]): readonly number[] {
  const some = lines.slice(0, 100)
  return columns.map((column) => {
    const longest = Math.max(
      signsOf(column.label),
      ...some.map((line) => (hasCell(line, column) ? signsOf(textAt(line, column)) : 0)),
    )
    return Math.min(COLUMN.most, Math.max(COLUMN.least, longest * COLUMN.sign + COLUMN.room))
  })
}

/** Chinese signs count double. */
const signsOf = (text: string) =>
  [...text.slice(0, 60)].reduce((sum, sign) => sum + (sign > '\u2E80' ? 1.6 : 1), 0)
