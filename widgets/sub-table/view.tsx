import { useCallback, useId, useMemo } from 'react'
import type { ViewProps } from '../widget'
import { Cards } from './cards'
import type { SubTableSettings, TableRow } from './definition'
import { Grid } from './grid'
import { staticTable } from './static-table'
import './sub-table.css'
import { EmptyRows, Toolbar } from './toolbar'
import { useGridModel } from './use-grid-model'
import { useNarrow } from './use-narrow'
import { localWidths, widthKey } from './widths'

const LOCKED = { locked: true, mayAdd: false, mayRemove: false }
const noContext = () => null

/** The rows of a stored record, to be read, copied and scrolled (`spec/widgets.md §2.10`). */
export function SubTableView(props: ViewProps<SubTableSettings, readonly TableRow[]>) {
  const { value, settings, field, record, host } = props
  const id = useId()
  const rows = useMemo(() => rowsOf(value, field.definition?.normalise, settings), [value, field, settings])
  const table = useMemo(() => staticTable(field, rows, settings.summaryField), [field, rows, settings])
  const outer = useCallback((path: string) => record[path], [record])
  const model = useGridModel({ id, table, host, settings, outer, rights: LOCKED })
  const label = host.text(field.label)
  const shared = {
    model,
    host,
    settings,
    contextOf: noContext,
    empty: <EmptyRows {...{ model, host, settings }} />,
  }
  return (
    <div className="loam-table">
      <Toolbar
        model={model}
        host={host}
        title={label}
        tip={host.text(field.tip)}
        showTitle={settings.showTitle}
      />
      {useNarrow() ? (
        <Cards {...shared} />
      ) : (
        <Grid
          {...shared}
          label={label}
          widths={localWidths}
          widthKey={widthKey(host.user.userId, 'view', field.path)}
        />
      )}
    </div>
  )
}

function rowsOf(
  value: unknown,
  normalise: ((value: unknown, settings: SubTableSettings) => unknown) | undefined,
  settings: SubTableSettings,
): readonly TableRow[] {
  const rows = normalise ? normalise(value, settings) : value
  return Array.isArray(rows) ? rows : []
}
