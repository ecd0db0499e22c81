import type { Host } from '@runtime/host'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { classes } from '../shared/control'
import type { FieldContext } from '../widget'
import { headerUnits } from './columns'
import type { SubTableSettings } from './definition'
import { gridLayout, ROW_HEIGHT } from './geometry'
import type { GridModel } from './grid-model'
import { GridHeader } from './header'
import { CellMessage } from './message'
import { Part } from './part'
import { GridRow } from './row'
import { GridSummary } from './summary'
import { useGridEvents } from './use-grid-events'
import { useNumberNeeds } from './use-needs'
import { useReveal } from './use-reveal'
import { useGridView } from './use-view'
import { useColumnWidths, useElementWidth } from './use-widths'
import type { WidthStore } from './widths'

export interface GridProps {
  readonly model: GridModel
  readonly host: Host
  readonly settings: SubTableSettings
  readonly contextOf: (rowId: string) => FieldContext | null
  readonly label: string
  readonly widthKey: string
  readonly widths: WidthStore
  /** Shown in place of the rows when there are none. */
  readonly empty: ReactNode
}

/** The grid: header, rows and totals in one scrolled frame, of which only what is in view is drawn. */
export function Grid(props: GridProps) {
  const { model, host, settings } = props
  const frame = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const { ids } = useSnapshot(model.table.state)
  const { columns, rights } = model
  const available = useElementWidth(scroller)
  const { own, resize } = useColumnWidths(props.widths, props.widthKey)
  const { needs, onNeed } = useNumberNeeds()
  const actions = rights.locked ? 0 : Number(rights.mayAdd) + Number(rights.mayRemove)
  const layout = useMemo(
    () => gridLayout(columns, own, available, actions, needs),
    [columns, own, available, actions, needs],
  )
  const units = useMemo(() => headerUnits(columns, settings.complexHeaderList), [columns, settings])
  const headerRows = units.some((unit) => unit.group) ? 2 : 1
  const [drop, setDrop] = useState<number | null>(null)
  const view = useGridView(model, scroller, layout, headerRows * ROW_HEIGHT)
  useReveal(model, scroller, layout, headerRows * ROW_HEIGHT, settings.showSummary, view.follow)
  const listeners = useGridEvents({
    ...props,
    frame,
    scroller,
    layout,
    headerRows,
    resize,
    showDrop: setDrop,
  })
  const shared = { model, host, layout, onNeed, first: view.first, last: view.last }
  return (
    <div ref={frame} className="loam-table__frame" {...listeners}>
      <Part
        ref={scroller}
        id={model.id}
        role="grid"
        tabIndex={-1}
        aria-label={props.label}
        aria-describedby={rights.locked ? undefined : `${model.id}-help`}
        aria-rowcount={ids.length + headerRows + Number(settings.showSummary)}
        aria-colcount={columns.length + 1 + Number(actions > 0)}
        aria-multiselectable
        aria-readonly={rights.locked}
        className={classes('loam-table__scroller', rights.locked && 'loam-table__scroller--locked')}
      >
        <GridHeader {...shared} units={units} onResize={resize} />
        {ids.length === 0 ? (
          // A grid has nothing but rows; what stands in place of them is one to those who hear it.
          <Part role="row" className="loam-table__empty-row">
            <Part role="gridcell" className="loam-table__empty-row">
              {props.empty}
            </Part>
          </Part>
        ) : (
          <Part
            role="rowgroup"
            className="loam-table__body"
            style={{ height: ids.length * ROW_HEIGHT, width: layout.total }}
          >
            {view.rows.map((index) => {
              const rowId = ids[index]
              return rowId === undefined ? null : (
                <GridRow
                  key={rowId}
                  {...shared}
                  contextOf={props.contextOf}
                  rowId={rowId}
                  index={index}
                  headerRows={headerRows}
                />
              )
            })}
            {drop !== null && <div className="loam-table__drop" style={{ top: drop * ROW_HEIGHT }} />}
          </Part>
        )}
        {settings.showSummary && ids.length > 0 && (
          <GridSummary {...shared} settings={settings} rowIndex={ids.length + headerRows + 1} />
        )}
      </Part>
      <CellMessage model={model} frame={frame} />
      {!rights.locked && (
        <p id={`${model.id}-help`} className="loam-table__hidden">
          {host.text('@table.help')}
        </p>
      )}
    </div>
  )
}
