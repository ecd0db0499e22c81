import type { Scope } from '@runtime/expression'
import type { FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import type { DialogPlan } from '@runtime/page'

/** What was typed stands over what is stored; what the form has no field for (its version) is the stored one's. */
export function keepMine(form: FormStore, stored: FormRecord): void {
  const { fields, groups, save } = form.plan
  const mapped = new Set(save.map(({ place }) => place[0]))
  const mine = Object.entries(form.collect()).filter(
    ([name]) => fields.has(name) || groups.has(name) || mapped.has(name),
  )
  form.load({ ...stored, ...Object.fromEntries(mine) }, 'existing')
  form.status.dirty = true
}

/** Fetches the record of a dialog's form; of one that is copied all but its id. @throws CallError */
export async function loadRecord(
  load: NonNullable<DialogPlan['load']>,
  scope: Scope,
  host: Host,
  signal?: AbortSignal,
): Promise<FormRecord> {
  const { data } = await host.call(
    load.call.evaluate(scope),
    load.with.evaluate(scope),
    signal ? { signal } : {},
  )
  const record = data as FormRecord
  if (!load.omit?.holds(scope)) return record
  const { id: _id, ...copied } = record
  return copied
}
