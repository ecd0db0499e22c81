import type { ColumnPlan } from '@runtime/list/plan'
import { useHost } from '../host'
import { CellValue } from './cell'
import { headingOf } from './column-label'
import { subRows } from './heights'
import type { Row } from './source'

/** Sub-tables opened below their row (`childTableStyle` 2). */
export function SubTables({
  row,
  tables,
  columns,
}: {
  readonly row: Row
  readonly tables: readonly string[]
  readonly columns: readonly ColumnPlan[]
}) {
  const host = useHost()
  return (
    <div className="loam-list-sub">
      {tables.map((table) => {
        const rows = subRows(row, table)
        const inner = columns.filter(({ path }) => path.startsWith(`${table}.`))
        if (rows.length === 0) return null
        return (
          <table key={table} className="loam-list-sub-table">
            <thead>
              <tr>
                {inner.map((column) => (
                  <th key={column.path} scope="col" className={`loam-list-cell-${column.align}`}>
                    {headingOf(column, host)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((one, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: sub-rows of a list have no identity of their own.
                <tr key={index}>
                  {inner.map((column) => (
                    <td key={column.path} className={`loam-list-cell-${column.align}`}>
                      <CellValue row={one} column={column} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )
      })}
    </div>
  )
}
