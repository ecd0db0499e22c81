import type { ActionPlan } from '@runtime/action'
import type { FormPlan } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import type { FieldContext } from '@widgets/widget'
import { createContext, useContext } from 'react'
import type { Reveal } from './reveal'

/** What every part of one drawn form needs; made once for a store, so that its identity never asks for a new drawing. */
export interface FormView {
  readonly store: FormStore
  /** The store's: while a form is designed another from step to step. */
  readonly plan: FormPlan
  readonly host: Host
  /** Begins every DOM id of this form. */
  readonly prefix: string
  readonly context: FieldContext
  readonly reveal: Reveal
  /** Runs the steps of a button in the form; absent where no page surrounds it. */
  readonly act?: Act
  /** It is being designed: each list of nodes has a place, also an empty one, and says which it is (`data-slot`). */
  readonly designed?: boolean
}

/** `source` names the button while it runs. */
export type Act = (steps: ActionPlan, source: string) => Promise<unknown>

export const FormViewContext = createContext<FormView | null>(null)

export function useFormView(): FormView {
  const view = useContext(FormViewContext)
  if (!view) throw new Error('No FormView above this component')
  return view
}

/** The values beside a top-level field, as its widget reaches them. */
export function fieldContextOf(store: FormStore): FieldContext {
  return {
    store,
    get: (path) => store.get(path),
    set: (path, value) => store.set(path, value, 'user'),
    subscribe: (paths, listener) =>
      store.onChange((changed) => {
        if (paths.some((path) => changed.has(path))) listener()
      }),
  }
}

/** The DOM id of a field's control. */
export function controlId(prefix: string, path: string): string {
  return `${prefix}_${path}`
}
