import { compileForm } from '@runtime/form'
import type { WidgetDefinition } from '@runtime/widget/definition'
import { fromSettingsRecord, settingsForm, toSettingsRecord } from '@runtime/widget/settings-form'
import { catalogue } from '@widgets/registry'
import { useEffect, useMemo, useRef } from 'react'
import { FormView, useFormStore } from '../form'
import { useHost } from '../host'

type Settings = Readonly<Record<string, unknown>>

const LAYOUT = { labelPosition: 'top', gutter: 0, size: 'small' } as const

/** Edits a widget's settings: a form generated from their schema. Give it the widget's key, so that another starts anew. */
export function SettingsPanel({
  definition,
  settings,
  onChange,
}: {
  readonly definition: WidgetDefinition
  readonly settings: Settings
  readonly onChange: (settings: Settings) => void
}) {
  const host = useHost()
  const plan = useMemo(
    () =>
      compileForm(
        { layout: LAYOUT, ...settingsForm(definition) },
        { id: `settings-${definition.key}`, catalogue },
      ),
    [definition],
  )
  const first = useRef(settings)
  const record = useMemo(() => toSettingsRecord(definition, first.current, host), [definition, host])
  const store = useFormStore(plan, record, 'existing')
  const latest = useRef({ settings, onChange })
  latest.current = { settings, onChange }
  useEffect(
    () =>
      store.onChange(() => {
        const next = fromSettingsRecord(definition, store.collect(), latest.current.settings, host)
        if (JSON.stringify(next) !== JSON.stringify(latest.current.settings)) latest.current.onChange(next)
      }),
    [store, definition, host],
  )
  if (plan.fields.size === 0) return <p className="loam-sample-none">{host.text('@gallery.noSettings')}</p>
  return <FormView store={store} />
}
