import type { JsonSchema } from '@runtime/schema'
import { type Configurable, changedSettings, settingsSchema } from '@runtime/widget/settings-schema'
import { useMemo, useState } from 'react'
import { SchemaForm } from '../form/json-schema'
import { useHost } from '../host'
import { inWords } from './settings-in-words'

type Settings = Readonly<Record<string, unknown>>

/** What need not be there is not filled in by itself: a setting that nobody gave is not in the document. */
const DEFAULTS = { emptyObjectFields: 'skipEmptyDefaults', arrayMinItems: { populate: 'never' } } as const

/** Edits the settings of a widget or a node: the form of their schema. Give it a key of its own for another. */
export function SettingsPanel({
  definition,
  settings,
  onChange,
}: {
  readonly definition: Configurable
  readonly settings: Settings
  readonly onChange: (settings: Settings) => void
}) {
  const host = useHost()
  const whole = useMemo(() => settingsSchema(definition), [definition])
  const [held, hold] = useState<Settings>(() => ({ ...definition.defaults, ...settings }))
  const long = Object.keys(held).filter((name) => sizeOf(held[name]) > MOST_ENTRIES)
  const longKey = long.join()
  const schema = useMemo(() => inWords(without(whole, longKey.split(','))), [whole, longKey])
  if (Object.keys(whole.properties ?? {}).length === 0)
    return <p className="loam-sample-none">{host.text('@gallery.noSettings')}</p>
  return (
    <>
      {long.map((name) => (
        <p key={name} className="loam-sample-none">
          {host.text('@gallery.tooMany', {
            label: host.text(whole.properties?.[name]?.title ?? name),
            count: sizeOf(held[name]),
          })}
        </p>
      ))}
      <SchemaForm
        schema={schema}
        value={Object.fromEntries(Object.entries(held).filter(([name]) => !long.includes(name)))}
        size="small"
        errorsAt="onChange"
        defaults={DEFAULTS}
        onChange={(value) => {
          const kept = Object.fromEntries(long.map((name) => [name, held[name]]))
          const next = { ...((value ?? {}) as Settings), ...kept }
          hold(next)
          const changed = changedSettings(definition, next, settings)
          if (JSON.stringify(changed) !== JSON.stringify(settings)) onChange(changed)
        }}
      />
    </>
  )
}

/** Entries of a list that a form draws one below the other; more are the document's business. */
const MOST_ENTRIES = 200

const sizeOf = (value: unknown) => (Array.isArray(value) ? value.length : 0)

function without(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const kept = Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name))
  return { ...schema, properties: Object.fromEntries(kept) }
}
