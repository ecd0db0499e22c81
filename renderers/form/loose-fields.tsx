import type { FormStore } from '@runtime/form/store.types'
import { type ReactNode, useId, useMemo } from 'react'
import { useHost } from '../host'
import { type FormView, FormViewContext, fieldContextOf } from './context'
import './form.css'
import { createReveal } from './reveal'

/** For fields that stand outside a form's tree (a search line, a condition): draw `<Field path>` below it. */
export function LooseFields({
  store,
  children,
}: {
  readonly store: FormStore
  readonly children: ReactNode
}) {
  const host = useHost()
  const prefix = `field${useId().replace(/\W/g, '')}`
  const view = useMemo<FormView>(
    () => ({
      store,
      plan: store.plan,
      host,
      prefix,
      context: fieldContextOf(store),
      reveal: createReveal(store),
    }),
    [store, host, prefix],
  )
  return <FormViewContext value={view}>{children}</FormViewContext>
}
