import type { Host } from '@runtime/host'
import { useSnapshot } from 'valtio'
import { classes } from '../shared/control'
import type { GridColumn } from './columns'
import type { SubTableSettings } from './definition'
import { type GridLayout, isFlush, NUMBER_WIDTH } from './geometry'
import type { GridModel } from './grid-model'
import { Part } from './part'
import { type OnNeed, useNeed } from './use-needs'

/** Decimals of a sum (`spec/widgets.md §9`). */
const SUMMARY_DIGITS = 2

const formats = new Map<boolean, Intl.NumberFormat>()

/** Made when a total is first shown: a format takes longer to make than a table to draw. */
function formatOf(useGrouping: boolean): Intl.NumberFormat {
  const known = formats.get(useGrouping)
  if (known) return known
  const made = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: SUMMARY_DIGITS,
    maximumFractionDigits: SUMMARY_DIGITS,
    useGrouping,
  })
  formats.set(useGrouping, made)
  return made
}

/** A column's total as shown: two decimals, grouped where the column says so, nothing where it holds no number. */
export function summaryText(
  total: number | null | undefined,
  column: GridColumn,
  settings: Pick<SubTableSettings, 'thousands' | 'thousandsField'>,
): string {
  if (total === null || total === undefined) return ''
  const grouped =
    (settings.thousands && settings.thousandsField.includes(column.name)) ||
    column.field.settings['thousands'] === true
  return formatOf(grouped).format(total)
}

export interface GridSummaryProps {
  readonly model: GridModel
  readonly host: Host
  readonly layout: GridLayout
  readonly onNeed: OnNeed
  readonly settings: SubTableSettings
  readonly first: number
  readonly last: number
  readonly rowIndex: number
}

/** Totals under the rows, always in view (`spec/widgets.md §5`, "Summary rows"). */
export function GridSummary({
  model,
  host,
  layout,
  onNeed,
  settings,
  first,
  last,
  rowIndex,
}: GridSummaryProps) {
  const totals = useSnapshot(model.table.summary)
  const shown = model.columns.flatMap((column, index) =>
    index < layout.pinned || (index >= first && index <= last) ? [{ column, index }] : [],
  )
  return (
    <Part role="row" aria-rowindex={rowIndex} className="loam-table__summary" style={{ width: layout.total }}>
      <Part role="rowheader" aria-colindex={1} className="loam-table__number" style={{ width: NUMBER_WIDTH }}>
        {host.text('@table.total')}
      </Part>
      {shown.map(({ column, index }) => (
        <SummaryCell
          key={column.name}
          column={column}
          index={index}
          layout={layout}
          onNeed={onNeed}
          text={
            settings.summaryField.includes(column.name)
              ? summaryText(totals[column.name], column, settings)
              : ''
          }
        />
      ))}
    </Part>
  )
}

function SummaryCell({
  column,
  index,
  layout,
  text,
  onNeed,
}: Pick<GridSummaryProps, 'layout' | 'onNeed'> & {
  readonly column: GridColumn
  readonly index: number
  readonly text: string
}) {
  const width = layout.widths[index] ?? 0
  useNeed(column, text, width, onNeed)
  return (
    <Part
      role="gridcell"
      aria-colindex={index + 2}
      className={summaryClass(column, index < layout.pinned, isFlush(layout, index))}
      style={{ left: layout.offsets[index] ?? 0, width }}
    >
      {text}
    </Part>
  )
}

function summaryClass(column: GridColumn, pinned: boolean, flush: boolean): string {
  return classes(
    'loam-table__cell loam-table__cell--sum',
    column.numeric && 'loam-table__cell--number',
    pinned && 'loam-table__cell--pinned',
    flush && 'loam-table__cell--flush',
  )
}
