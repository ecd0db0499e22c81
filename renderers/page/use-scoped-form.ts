import type { Scope } from '@runtime/expression'
import { createFormStore } from '@runtime/form'
import type { FormPlan, FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import { useMemo, useRef } from 'react'
import { useHost } from '../host'
import { useLastingEffect } from '../kept-view'

/**
 * The store of a form inside a page: its rules also see the names around it (`page`, `row`). When the form's document
 * changes, what was typed is carried over by path.
 */
export function useScopedForm(plan: FormPlan, record: FormRecord, scope: Scope): FormStore {
  const host = useHost()
  const last = useRef<{ store: FormStore; record: FormRecord } | null>(null)
  const store = useMemo(() => {
    const made = createFormStore(plan, host, { scope })
    const isNew = !('id' in record) || record['id'] === null || record['id'] === ''
    made.load(record, isNew ? 'new' : 'existing')
    const before = last.current
    if (before && before.record === record) carryOver(before.store, made)
    last.current = { store: made, record }
    return made
  }, [plan, host, record, scope])
  useLastingEffect(store, () => () => store.dispose())
  return store
}

/** Writes the values of the fields that both forms have, when somebody has typed. */
function carryOver(from: FormStore, to: FormStore): void {
  if (!from.status.dirty) return
  for (const field of to.plan.fields.values()) {
    if (field.table !== undefined || field.computed || !from.plan.fields.has(field.path)) continue
    if (field.columns) to.table(field.path).insert((from.get(field.path) as FormRecord[] | undefined) ?? [])
    else to.set(field.path, from.get(field.path), 'user')
  }
  to.flush()
}
