import { createFormStore } from '@runtime/form'
import type { FormPlan, FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import { propOfPath } from '@runtime/list/fields'
import type { FieldRights } from '@runtime/permission/permission'
import { useEffect, useMemo, useRef } from 'react'
import { useHost } from '../host'
import { useLastingEffect } from '../kept-view'

/**
 * The store of an open form, with `record` loaded; a new one when the plan or the record object changes, not when the
 * language or the person's rights do: what was typed stays. It is disposed when the component is gone for good.
 */
export function useFormStore(
  plan: FormPlan,
  record: FormRecord,
  as: 'new' | 'existing',
  permissions?: FieldRights,
): FormStore {
  const host = useRef(useHost())
  const rights = useRef(permissions)
  const store = useMemo(() => {
    const made = createFormStore(plan, host.current, { permissions: rights.current })
    made.load(record, as)
    return made
  }, [plan, record, as])
  useEffect(() => {
    const before = rights.current
    rights.current = permissions
    // What scripts have decided is not lost where other rights have changed than those to this form.
    if (!isSame(plan, before, permissions)) store.adopt(plan, permissions)
  }, [store, plan, permissions])
  useLastingEffect(store, () => () => store.dispose())
  return store
}

function isSame(plan: FormPlan, one: FieldRights | undefined, other: FieldRights | undefined): boolean {
  if (one === other) return true
  return [...plan.fields.keys()].map(propOfPath).every((code) => saidOf(one, code) === saidOf(other, code))
}

const saidOf = (rights: FieldRights | undefined, code: string) =>
  rights === undefined ? 'fill' : rights.fill(code) ? 'fill' : rights.form(code) ? 'form' : 'none'
