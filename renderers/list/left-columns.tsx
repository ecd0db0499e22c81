import type { ColumnPlan } from '@runtime/list/plan'
import { useHost } from '../host'
import { CellValue } from './cell'
import { headingOf } from './column-label'
import './left-columns.css'
import type { Row } from './source'

/** What a row has in columns for which its table or card has no room. */
export function LeftColumns({
  columns,
  row,
}: {
  readonly columns: readonly ColumnPlan[]
  readonly row: Row
}) {
  const host = useHost()
  return (
    <dl className="loam-list-left">
      {columns.map((column) => (
        <div key={column.id}>
          <dt>{headingOf(column, host)}</dt>
          <dd>
            <CellValue row={row} column={column} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
