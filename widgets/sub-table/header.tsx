import { Tooltip } from '@arco-design/web-react'
import '@arco-design/web-react/es/Tooltip/style/css.js'
import { IconQuestionCircle } from '@arco-design/web-react/icon'
import type { Host } from '@runtime/host'
import { memo, type PointerEvent } from 'react'
import { classes } from '../shared/control'
import { boundedWidth, type GridColumn, type HeaderUnit } from './columns'
import { type GridLayout, isFlush, NUMBER_WIDTH } from './geometry'
import type { GridModel } from './grid-model'
import { Part } from './part'

export interface GridHeaderProps {
  readonly model: GridModel
  readonly host: Host
  readonly layout: GridLayout
  readonly units: readonly HeaderUnit[]
  readonly first: number
  readonly last: number
  readonly onResize: (column: string, width: number, done: boolean) => void
}

/** Column names, under their groups where there are some. Without groups there is one header row. */
export const GridHeader = memo(function GridHeader(props: GridHeaderProps) {
  const { units, layout, host } = props
  const grouped = units.some((unit) => unit.group)
  return (
    <Part role="rowgroup" className="loam-table__header" style={{ width: layout.total }}>
      <Part role="row" aria-rowindex={1} className="loam-table__header-row">
        <Part
          role="columnheader"
          aria-colindex={1}
          aria-rowspan={grouped ? 2 : undefined}
          className={headClass('loam-table__head--number', { tall: grouped, pinned: true })}
          style={{ left: 0, width: NUMBER_WIDTH }}
        >
          {host.text('@table.number')}
        </Part>
        {units.map((unit) =>
          unit.group ? (
            <GroupHead key={unit.group.id} unit={unit} {...props} />
          ) : (
            <ColumnHead key={`column-${unit.first}`} {...props} index={unit.first} tall={grouped} />
          ),
        )}
        {layout.actionsWidth > 0 && (
          <Part
            role="columnheader"
            aria-colindex={props.model.columns.length + 2}
            aria-rowspan={grouped ? 2 : undefined}
            className={headClass('loam-table__head--actions', { tall: grouped })}
            style={{ left: 'auto', width: layout.actionsWidth }}
          >
            <span className="loam-table__hidden">{host.text('@table.actions')}</span>
          </Part>
        )}
      </Part>
      {grouped && (
        <Part role="row" aria-rowindex={2} className="loam-table__header-row">
          {units.flatMap((unit) =>
            unit.group
              ? between(unit.first, unit.last).map((index) => (
                  <ColumnHead key={index} {...props} index={index} tall={false} />
                ))
              : [],
          )}
        </Part>
      )}
    </Part>
  )
})

function between(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function headClass(more: string | false, { tall = false, pinned = false, flush = false }): string {
  return classes(
    'loam-table__head',
    more,
    tall && 'loam-table__head--tall',
    pinned && 'loam-table__head--pinned',
    flush && 'loam-table__head--flush',
  )
}

function isShown({ layout, first, last }: GridHeaderProps, from: number, to: number): boolean {
  return from < layout.pinned || (to >= first && from <= last)
}

function GroupHead({ unit, ...props }: GridHeaderProps & { readonly unit: HeaderUnit }) {
  if (!unit.group || !isShown(props, unit.first, unit.last)) return null
  const { layout, host } = props
  const left = layout.offsets[unit.first] ?? 0
  const pinned = unit.last < layout.pinned
  return (
    <Part
      role="columnheader"
      aria-colindex={unit.first + 2}
      aria-colspan={unit.last - unit.first + 1}
      className={headClass('loam-table__head--group', { pinned, flush: isFlush(layout, unit.last) })}
      style={{ left, width: (layout.offsets[unit.last + 1] ?? left) - left, textAlign: alignOf(unit) }}
    >
      <span
        className="loam-table__group"
        style={{ left: pinned ? 0 : layout.pinnedWidth, right: layout.actionsWidth }}
      >
        {host.text(unit.group.fullName)}
      </span>
    </Part>
  )
}

function alignOf({ group }: HeaderUnit): 'left' | 'center' | 'right' {
  return group?.align === 'left' || group?.align === 'right' ? group.align : 'center'
}

function ColumnHead(props: GridHeaderProps & { readonly index: number; readonly tall: boolean }) {
  const { index, tall, layout, model, host } = props
  const column = model.columns[index]
  if (!column || !isShown(props, index, index)) return null
  const pinned = index < layout.pinned
  return (
    <Part
      role="columnheader"
      aria-colindex={index + 2}
      aria-rowspan={tall ? 2 : undefined}
      data-path={column.field.path}
      className={headClass(column.numeric && 'loam-table__head--numeric', {
        tall,
        pinned,
        flush: isFlush(layout, index),
      })}
      style={{ left: layout.offsets[index] ?? 0, width: layout.widths[index] ?? 0 }}
    >
      <HeadLabel column={column} host={host} />
      <span
        className="loam-table__resizer"
        aria-hidden
        onPointerDown={(event) => trackWidth(event, layout.widths[index] ?? 0, column.name, props.onResize)}
      />
    </Part>
  )
}

function HeadLabel({ column, host }: { readonly column: GridColumn; readonly host: Host }) {
  const tip = host.text(column.field.tip)
  return (
    <>
      {column.field.required && (
        <span className="loam-table__required" title={host.text('@table.required')} aria-hidden>
          *
        </span>
      )}
      <span className="loam-table__label" title={column.label}>
        {column.label}
      </span>
      {column.field.required && <span className="loam-table__hidden">{host.text('@table.required')}</span>}
      {tip !== '' && (
        <Tooltip content={tip}>
          <IconQuestionCircle className="loam-table__tip" aria-label={tip} />
        </Tooltip>
      )}
    </>
  )
}

/** Follows the pointer from the border of a header until it is let go. */
function trackWidth(
  event: PointerEvent<HTMLElement>,
  width: number,
  column: string,
  onResize: GridHeaderProps['onResize'],
): void {
  event.preventDefault()
  event.stopPropagation()
  const handle: HTMLElement = event.currentTarget
  const start = event.clientX
  const controller = new AbortController()
  const { signal } = controller
  const widthAt = (clientX: number) => boundedWidth(width + clientX - start)
  handle.setPointerCapture(event.pointerId)
  handle.addEventListener('pointermove', (move) => onResize(column, widthAt(move.clientX), false), { signal })
  const end = (last: globalThis.PointerEvent) => {
    controller.abort()
    onResize(column, widthAt(last.clientX), true)
  }
  handle.addEventListener('pointerup', end, { signal })
  handle.addEventListener('lostpointercapture', end, { signal })
}
