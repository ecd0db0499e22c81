import './chooser.css'
import type { Host } from '@runtime/host'
import type { RowColumn } from '@runtime/widget/row-choice'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { classes } from '../control'
import { PHONE, useMedia } from '../dialog'
import { OptionStates } from '../option-states'
import { textOf } from './text-of'
import type { DataRow } from './use-rows'

/** The element of the table's parts, each of which names its role: of what is not all drawn there can be no `<table>`. */
const Part = 'div'

/** Pixels: a line, a line for a thumb, the narrowest column. */
const LINE = 36
const TALL_LINE = 60
const NARROWEST = 140

export interface RowTableProps {
  readonly id: string
  readonly label: string
  readonly host: Pick<Host, 'text'>
  readonly columns: readonly RowColumn[]
  /** Member by which a row is known: it stands first where a row is two lines. */
  readonly lead?: string | undefined
  readonly rows: readonly DataRow[]
  readonly keyOf: (row: DataRow) => string
  readonly multiple: boolean
  readonly state: 'loading' | 'ready' | 'failed'
  readonly searching: boolean
  readonly isChosen: (key: string) => boolean
  readonly onChoose: (row: DataRow) => void
  /** Enter or a double click: the row is what was looked for. */
  readonly onTake?: (row: DataRow) => void
}

/** Rows to choose from, with a radio or checkbox column. Only those in view are drawn; on a phone each is two lines. */
export function RowTable(props: RowTableProps) {
  const { id, rows, columns, host, keyOf, state } = props
  const scroller = useRef<HTMLDivElement>(null)
  const phone = useMedia(PHONE)
  const [active, setActive] = useState(0)
  const line = phone ? TALL_LINE : LINE
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => line,
    overscan: 8,
    scrollPaddingStart: phone ? 0 : LINE,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows begin at the first, or at what is chosen.
  useEffect(() => {
    const chosen = rows.findIndex((row) => props.isChosen(keyOf(row)))
    setActive(Math.max(0, chosen))
    if (chosen > 0) list.scrollToIndex(chosen, { align: 'center' })
    else if (scroller.current) scroller.current.scrollTop = 0
  }, [rows])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line height means other places.
  useEffect(() => list.measure(), [line])
  const move = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to))
    setActive(next)
    list.scrollToIndex(next)
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows[active]
    const pageful = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / line) - 1)
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + pageful,
      PageUp: active - pageful,
      Home: 0,
      End: rows.length - 1,
    }
    const step = steps[event.key]
    if (step !== undefined) move(step)
    else if (event.key === ' ' && row) props.onChoose(row)
    else if (event.key === 'Enter' && row) (props.onTake ?? props.onChoose)(row)
    else return
    event.preventDefault()
  }
  const template = `40px repeat(${columns.length}, minmax(${NARROWEST}px, 1fr))`
  return (
    <div className="loam-rows" data-phone={phone || undefined}>
      <Part
        ref={scroller}
        id={id}
        role="grid"
        aria-label={props.label}
        aria-multiselectable={props.multiple || undefined}
        aria-rowcount={rows.length + 1}
        aria-busy={state === 'loading'}
        aria-activedescendant={rows.length > 0 ? `${id}-${active}` : undefined}
        tabIndex={0}
        className="loam-rows-frame"
        onKeyDown={press}
      >
        <Part
          role="row"
          aria-rowindex={1}
          className="loam-rows-head"
          style={{ gridTemplateColumns: template }}
        >
          <Part role="columnheader" aria-label={host.text('@dataWidgets.choose')} />
          {columns.map((column) => (
            <Part key={column.value} role="columnheader" className="loam-rows-cell">
              {host.text(column.label)}
            </Part>
          ))}
        </Part>
        <Part
          role="rowgroup"
          className="loam-rows-space"
          style={{
            height: list.getTotalSize(),
            minWidth: phone ? undefined : 40 + columns.length * NARROWEST,
          }}
        >
          {list.getVirtualItems().map(({ index, start, size }) => {
            const row = rows[index]
            return row === undefined ? null : (
              <Line
                key={keyOf(row)}
                {...props}
                row={row}
                index={index}
                active={index === active}
                phone={phone}
                style={{ top: start, height: size, gridTemplateColumns: template }}
                onPress={() => {
                  setActive(index)
                  props.onChoose(row)
                }}
              />
            )
          })}
        </Part>
      </Part>
      <OptionStates state={state} count={rows.length} searching={props.searching} of="rows" host={host} />
    </div>
  )
}

interface LineProps extends RowTableProps {
  readonly row: DataRow
  readonly index: number
  readonly active: boolean
  readonly phone: boolean
  readonly style: { readonly top: number; readonly height: number; readonly gridTemplateColumns: string }
  readonly onPress: () => void
}

function Line({ row, index, active, phone, style, onPress, ...table }: LineProps) {
  const { id, columns, multiple, lead } = table
  const chosen = table.isChosen(table.keyOf(row))
  const first = columns.find(({ value }) => value === lead) ?? columns[0]
  const rest = columns.filter((column) => column !== first)
  return (
    <Part
      id={`${id}-${index}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={chosen}
      className={classes(
        'loam-rows-line',
        active && 'loam-rows-line-active',
        chosen && 'loam-rows-line-chosen',
      )}
      style={phone ? { top: style.top, height: style.height } : style}
      onClick={onPress}
      onDoubleClick={() => table.onTake?.(row)}
    >
      <Part role="gridcell" className="loam-rows-mark">
        <span className={multiple ? 'loam-rows-check' : 'loam-rows-radio'} aria-hidden="true" />
      </Part>
      {phone ? (
        <Part role="gridcell" className="loam-rows-brief">
          <span className="loam-rows-cell">{first && textOf(row[first.value])}</span>
          <span className="loam-rows-cell loam-rows-second">
            {rest
              .map(({ value, label }) => `${table.host.text(label)} ${textOf(row[value]) || '—'}`)
              .join(' · ')}
          </span>
        </Part>
      ) : (
        columns.map(({ value }) => (
          <Part key={value} role="gridcell" className="loam-rows-cell" title={textOf(row[value])}>
            {textOf(row[value])}
          </Part>
        ))
      )}
    </Part>
  )
}
