import type { TableRow } from '@runtime/widget/rows'
import { rowsOf } from '@runtime/widget/rows'
import { useMemo } from 'react'
import type { ViewProps } from '../widget'
import type { SubFormsSettings } from './definition'
import './sub-forms.css'
import { shownText, summaryOf } from './summary'

/** The sub-forms of a stored record, to be read. */
export function SubFormsView({
  value,
  settings,
  field,
  host,
}: ViewProps<SubFormsSettings, readonly TableRow[]>) {
  const rows = useMemo(() => rowsOf(value) ?? [], [value])
  const columns = field.columns ?? []
  const summary = summaryOf(columns, settings.summary, host)
  if (rows.length === 0) return <>—</>
  return (
    <ol className="loam-sub-forms-list">
      {rows.map((row, index) => {
        const shown = (column: (typeof columns)[number]) => {
          const options = column.options?.kind === 'static' ? column.options.options : null
          return shownText(column, row[column.name], options, host, (path) => row[path])
        }
        return (
          // Stored rows have no id of their own; they do not change here.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className="loam-sub-form">
            <div className="loam-sub-form-head loam-sub-form-read">
              <span className="loam-sub-form-number">
                {host.text('@subForms.number', { number: index + 1 })}
              </span>
              <span className="loam-sub-form-summary">{summary.textOf(shown)}</span>
            </div>
            <dl className="loam-sub-form-values">
              {columns
                .filter(({ visible }) => visible)
                .map((column) => (
                  <div key={column.name}>
                    <dt>{host.text(column.label)}</dt>
                    <dd>{shown(column) || '—'}</dd>
                  </div>
                ))}
            </dl>
          </li>
        )
      })}
    </ol>
  )
}
