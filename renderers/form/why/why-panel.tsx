import { explainField, hiddenFields } from '@runtime/form/explain'
import type { FieldPlan } from '@runtime/form/plan'
import type { FormStore, RowPlace } from '@runtime/form/store.types'
import { useMemo } from 'react'
import { Popup } from '../../dialog'
import { useHost } from '../../host'
import { ReasonText } from '../../why/reason-text'

/** Why a field is as it is, and which fields of the form are not to be seen and why. */
export function WhyPanel({
  store,
  path,
  rowId,
  onClose,
}: {
  readonly store: FormStore
  readonly path: string | null
  /** The row of a sub-table in which the path is a column. */
  readonly rowId: string | undefined
  readonly onClose: () => void
}) {
  const host = useHost()
  const { plan } = store
  const field = path === null ? undefined : plan.fields.get(path)
  const told = useMemo(() => {
    const row = field?.table && rowId !== undefined ? { table: field.table, rowId } : undefined
    const now = store.inspect(row)
    return {
      error: field ? errorOf(store, field, row) : null,
      reasons: field ? explainField(plan, now, field.path) : [],
      hidden: hiddenFields(plan, now).map((one) => ({
        field: one,
        reasons: explainField(plan, now, one.path),
      })),
    }
  }, [store, plan, field, rowId])
  const title = field
    ? host.text('@why.title', { field: host.text(field.label) })
    : host.text('@why.formTitle')
  return (
    <Popup mode="general" width="560px" title={title} closesBeside visible onClose={onClose}>
      <div className="loam-why">
        {!field && <p>{host.text('@why.hint')}</p>}
        {told.error !== null && <p className="loam-why-error">{told.error}</p>}
        {field && told.reasons.length === 0 && told.error === null && <p>{host.text('@why.open')}</p>}
        {told.reasons.map((reason) => (
          <ReasonText key={`${reason.aspect} ${reason.expression ?? reason.cause}`} reason={reason} />
        ))}
        <h3>{host.text('@why.notHere')}</h3>
        {told.hidden.length === 0 && <p>{host.text('@why.allHere')}</p>}
        {told.hidden.map(({ field: one, reasons }) => (
          <details key={one.path} open={told.hidden.length === 1}>
            <summary>{host.text(one.label) || one.path}</summary>
            {reasons
              .filter(({ aspect }) => aspect === 'hidden')
              .map((reason) => (
                <ReasonText key={reason.expression ?? reason.cause} reason={reason} />
              ))}
          </details>
        ))}
      </div>
    </Popup>
  )
}

function errorOf(store: FormStore, { path, name, table }: FieldPlan, row: RowPlace | undefined) {
  if (row) return store.table(row.table).cell(row.rowId, name).state.error
  return table ? null : store.cell(path).state.error
}
