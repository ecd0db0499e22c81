import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconExclamationCircleFill } from '@arco-design/web-react/icon'
import { displayText, fromWire, valueAt } from '@runtime/form'
import type { FieldPlan, FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import { isEmptyValue } from '@runtime/widget/definition'
import { useId, useMemo, useState } from 'react'
import { useHost } from '../host'
import './conflict-panel.css'

/**
 * Somebody else saved first: what differs, field by field, and for each which of the two is kept. What is chosen stands in
 * the form at once; what was typed is kept beside it until the form is saved, and comes back when it is chosen again.
 */
export function ConflictPanel({
  store,
  stored,
  among,
  onSave,
  onChosen,
}: {
  readonly store: FormStore
  /** The record as somebody else saved it. */
  readonly stored: FormRecord
  /** Fields that it is about, by path; absent: all that differ. */
  readonly among?: ReadonlySet<string>
  /** Saves the form as it then is over what is stored. */
  readonly onSave: () => void
  /** After each choice: from now on any other way of saving is over what is stored, too. */
  readonly onChosen?: () => void
}) {
  const host = useHost()
  const id = useId()
  const { plan } = store
  const met = useMemo(() => {
    const there = fromWire(plan, stored, undefined)
    const here = fromWire(plan, store.collect(), undefined)
    const different = [...plan.fields.values()].filter(
      (field) => (among?.has(field.path) ?? true) && differs(field, there, here),
    )
    return { there, here, different }
  }, [store, plan, stored, among])
  const { there, here, different } = met
  const [choice, setChoice] = useState<Choice>({ met, taken: NOTHING })
  // Who meets another conflict chooses anew.
  const taken = choice.met === met ? choice.taken : NOTHING
  const choose = (fields: readonly FieldPlan[], side: Side) => {
    const next = new Map(taken)
    // What has been typed since the list was made is what comes back.
    const now = fromWire(plan, store.collect(), undefined)
    for (const field of fields) {
      if (next.has(field.path) === (side === 'stored')) continue
      const value = side === 'stored' ? valueAt(there, field) : next.get(field.path)
      if (side === 'stored') next.set(field.path, valueAt(now, field))
      else next.delete(field.path)
      store.set(field.path, value ?? null)
    }
    setChoice({ met, taken: next })
    onChosen?.()
  }
  const textIn = (field: FieldPlan, side: Side) =>
    side === 'stored'
      ? valueText(field, valueAt(there, field), there, host)
      : valueText(field, taken.has(field.path) ? taken.get(field.path) : valueAt(here, field), here, host)
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
              <th scope="col" id={`${id}stored`}>
                {host.text('@view.conflictStored')}
              </th>
              <th scope="col" id={`${id}mine`}>
                {host.text('@view.conflictMine')}
              </th>
            </tr>
          </thead>
          <tbody>
            {different.map((field, index) => (
              <tr key={field.path}>
                <th scope="row" id={`${id}${index}`}>
                  {host.text(field.label)}
                </th>
                {SIDES.map((side) => (
                  <td key={side}>
                    <label>
                      <input
                        type="radio"
                        name={`${id}${field.path}`}
                        checked={taken.has(field.path) === (side === 'stored')}
                        aria-labelledby={`${id}${side} ${id}${side}${index}`}
                        aria-describedby={`${id}${index}`}
                        onChange={() => choose([field], side)}
                      />
                      <span id={`${id}${side}${index}`}>{textIn(field, side)}</span>
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="loam-conflict-acts">
        {different.length > 0 && (
          <Button size="small" onClick={() => choose(different, 'stored')}>
            {host.text('@view.takeStored')}
          </Button>
        )}
        <Button size="small" type="primary" onClick={onSave}>
          {host.text(taken.size > 0 ? '@view.saveChosen' : '@view.saveMine')}
        </Button>
      </div>
    </section>
  )
}

type Side = 'stored' | 'mine'
const SIDES: readonly Side[] = ['stored', 'mine']

/** Fields of which the stored value has been chosen, with what was typed into them. */
type Taken = ReadonlyMap<string, unknown>
const NOTHING: Taken = new Map()
interface Choice {
  /** What it is a choice between. */
  readonly met: object
  readonly taken: Taken
}

/** Only what is sent can differ: a field that is computed or not sent follows from the others. */
function differs(field: FieldPlan, stored: FormRecord, mine: FormRecord): boolean {
  const [left, right] = [valueAt(stored, field), valueAt(mine, field)]
  if (field.table || field.computed || right === undefined) return false
  if (isEmptyValue(left) && isEmptyValue(right)) return false
  return JSON.stringify(left) !== JSON.stringify(right)
}

function valueText(field: FieldPlan, value: unknown, record: FormRecord, host: Host): string {
  if (field.columns) return host.text('@view.rowCount', { count: Array.isArray(value) ? value.length : 0 })
  const options = field.options?.kind === 'static' ? field.options.options : []
  return displayText(field, value, { ...host, options, get: (path) => record[path] }) || '—'
}
