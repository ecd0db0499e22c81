import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconExclamationCircleFill } from '@arco-design/web-react/icon'
import { displayText, fromWire, valueAt } from '@runtime/form'
import type { FieldPlan, FormPlan, FormRecord } from '@runtime/form/plan'
import type { Host } from '@runtime/host'
import { isEmptyValue } from '@runtime/widget/definition'
import { useMemo } from 'react'
import { useHost } from '../host'
import './conflict-panel.css'

/** Somebody else saved first: what differs, and the choice between the two. What was typed stays in the form below. */
export function ConflictPanel({
  plan,
  stored,
  mine,
  onTake,
  onKeep,
}: {
  readonly plan: FormPlan
  readonly stored: FormRecord
  readonly mine: FormRecord
  readonly onTake: () => void
  readonly onKeep: () => void
}) {
  const host = useHost()
  const there = useMemo(() => fromWire(plan, stored, undefined), [plan, stored])
  const here = useMemo(() => fromWire(plan, mine, undefined), [plan, mine])
  const different = [...plan.fields.values()].filter((field) => differs(field, there, here))
  return (
    <section className="loam-conflict" role="alert">
      <h3>
        <IconExclamationCircleFill aria-hidden="true" /> {host.text('@view.conflictTitle')}
      </h3>
      <p>{host.text(different.length > 0 ? '@view.conflictText' : '@view.conflictSame')}</p>
      {different.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{host.text('@view.conflictField')}</th>
              <th scope="col">{host.text('@view.conflictStored')}</th>
              <th scope="col">{host.text('@view.conflictMine')}</th>
            </tr>
          </thead>
          <tbody>
            {different.map((field) => (
              <tr key={field.path}>
                <th scope="row">{host.text(field.label)}</th>
                <td>{valueText(field, there, host)}</td>
                <td>{valueText(field, here, host)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="loam-conflict-acts">
        <Button size="small" onClick={onTake}>
          {host.text('@view.takeStored')}
        </Button>
        <Button size="small" type="primary" onClick={onKeep}>
          {host.text('@view.saveMine')}
        </Button>
      </div>
    </section>
  )
}

/** Only what is sent can differ: a field that is computed or not sent follows from the others. */
function differs(field: FieldPlan, stored: FormRecord, mine: FormRecord): boolean {
  const [left, right] = [valueAt(stored, field), valueAt(mine, field)]
  if (field.table || field.computed || right === undefined) return false
  if (isEmptyValue(left) && isEmptyValue(right)) return false
  return JSON.stringify(left) !== JSON.stringify(right)
}

function valueText(field: FieldPlan, record: FormRecord, host: Host): string {
  const value = valueAt(record, field)
  if (field.columns) return host.text('@view.rowCount', { count: Array.isArray(value) ? value.length : 0 })
  const options = field.options?.kind === 'static' ? field.options.options : []
  return displayText(field, value, { ...host, options, get: (path) => record[path] }) || '—'
}
