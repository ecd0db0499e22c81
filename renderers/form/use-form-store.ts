import { createFormStore } from '@runtime/form'
import type { FormPlan, FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import { useEffect, useMemo, useRef } from 'react'
import { useHost } from '../host'

/**
 * The store of an open form, with `record` loaded; a new one when the plan or the record object changes. It is disposed
 * when the component goes.
 */
export function useFormStore(plan: FormPlan, record: FormRecord, as: 'new' | 'existing'): FormStore {
  const host = useHost()
  const store = useMemo(() => {
    const made = createFormStore(plan, host)
    made.load(record, as)
    return made
  }, [plan, host, record, as])
  useDisposal(store)
  return store
}

/** Disposes what is no longer used; React's strict mode unmounts and mounts again at once, which must not count. */
function useDisposal(store: FormStore): void {
  const mounted = useRef<FormStore | null>(null)
  useEffect(() => {
    mounted.current = store
    return () => {
      mounted.current = null
      queueMicrotask(() => {
        if (mounted.current !== store) store.dispose()
      })
    }
  }, [store])
}
