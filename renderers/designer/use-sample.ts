import { compileForm } from '@runtime/form'
import type { FormPlan, FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import type { WidgetDefinition } from '@runtime/widget/definition'
import { catalogue } from '@widgets/definitions'
import { useMemo, useRef } from 'react'
import { useFormStore } from '../form'

/** States that a sample is shown in, beside its settings. */
export interface SampleState {
  readonly required: boolean
  readonly disabled: boolean
  readonly readonly: boolean
}

/** The name of the field that the sample is. */
export const SAMPLE = 'sample'

const FRAGMENTS = new Set(['default', 'columns', 'fields', 'panes', 'formula', 'title'])

/** The settings with which a widget is first shown. */
export function exampleSettings({ settings, example }: WidgetDefinition): Readonly<Record<string, unknown>> {
  const known = settings.properties
  return Object.fromEntries(Object.entries(example?.field ?? {}).filter(([key]) => Object.hasOwn(known, key)))
}

/**
 * The document of a form that holds the widget, with what its example needs beside it.
 * @param label what the widget is called, in the reader's language
 */
export function sampleDocument(
  definition: WidgetDefinition,
  settings: Readonly<Record<string, unknown>>,
  state: SampleState,
  label: string,
): { readonly fields: readonly Readonly<Record<string, unknown>>[] } {
  const { key, kind, example } = definition
  const fragments = Object.entries(example?.field ?? {}).filter(([word]) => FRAGMENTS.has(word))
  const holdsValue = kind === 'field' || kind === 'table'
  const states = Object.entries(state).filter(([, on]) => on)
  const field = {
    widget: key,
    ...(holdsValue && { name: SAMPLE }),
    label,
    ...Object.fromEntries(fragments),
    ...settings,
    ...(holdsValue && Object.fromEntries(states)),
  }
  return { fields: [...(example?.beside ?? []), field] }
}

export interface Sample {
  readonly plan: FormPlan
  readonly store: FormStore
}

/** A live form over a sample document; what was entered stays while its settings are being changed. */
export function useSample(document: object, id: string): Sample {
  const text = JSON.stringify(document)
  const held = useRef<{ store: FormStore; id: string } | null>(null)
  const plan = useMemo(() => compileForm(JSON.parse(text) as object, { id, catalogue }), [text, id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new plan takes over what the one before it held.
  const record = useMemo<FormRecord>(() => {
    const before = held.current
    return before && before.id === id ? before.store.collect() : {}
  }, [plan, id])
  const store = useFormStore(plan, record, 'new')
  held.current = { store, id }
  return { plan, store }
}
