import { headColumns } from '@runtime/list/head-columns'
import type { ColumnPlan } from '@runtime/list/plan'
import { isEmptyValue } from '@runtime/widget/definition'
import { useMemo } from 'react'
import { FieldValue } from '../../detail'
import { hiddenFields, readingScope } from '../../detail/hidden'
import { useHost } from '../../host'
import type { Model } from '../model'
import type { Reading } from './use-reading'

interface HeadProps {
  readonly model: Model
  readonly reading: Reading
}

/** How a record stands, on its colour; nothing where that is not known of it. */
export function RecordState({ model, reading }: HeadProps) {
  const { state } = useHeadColumns(model, reading)
  const { record } = reading
  const field = state?.field
  if (!record || !field) return null
  return (
    <span className="loam-record-state">
      <FieldValue field={field} record={record} />
    </span>
  )
}

/** The two or three figures of a record that matter, with their names. */
export function RecordFacts({ model, reading }: HeadProps) {
  const host = useHost()
  const { facts } = useHeadColumns(model, reading)
  const { record } = reading
  if (!record || facts.length === 0) return null
  return (
    <dl className="loam-record-facts" aria-label={host.text('@record.facts')}>
      {facts.map((column) => (
        <div key={column.path}>
          <dt>{host.text(column.label)}</dt>
          <dd>{column.field && <FieldValue field={column.field} record={record} />}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The columns of the head that the person may read, and that the record has something in. */
function useHeadColumns({ list, form }: Model, { record, permissions }: Reading) {
  const host = useHost()
  return useMemo(() => {
    if (!list || !record) return { state: undefined, facts: [] }
    const hidden = hiddenFields(form, readingScope(form, record, host))
    const isShown = ({ path, field }: ColumnPlan) =>
      field !== undefined && permissions.form(path) && !hidden.has(path) && !isEmptyValue(record[field.name])
    return headColumns(list, list.columns.filter(isShown))
  }, [list, form, record, permissions, host])
}
