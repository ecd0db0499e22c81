import { Switch } from '@arco-design/web-react'
import '@arco-design/web-react/es/Switch/style/css.js'
import { displayText } from '@runtime/form'
import type { FieldPlan, FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import type { ColumnPlan } from '@runtime/list/plan'
import type { WidgetContext, WidgetDefinition } from '@runtime/widget/definition'
import { useEffect, useMemo, useReducer, useState } from 'react'
import { DetailView } from '../detail'
import { FormView } from '../form'
import { useHost } from '../host'
import { CellValue } from '../list'
import { Code, Face } from './face'
import './widget-gallery.css'
import { SettingsPanel } from './settings-panel'
import { exampleSettings, SAMPLE, type SampleState, sampleDocument, useSample } from './use-sample'

const STATES = ['required', 'disabled', 'readonly'] as const

/** One widget from every side: editing, reading, in a list, as text, as JSON, and its settings. */
export function WidgetSample({ definition }: { readonly definition: WidgetDefinition }) {
  const host = useHost()
  const [settings, setSettings] = useState(() => exampleSettings(definition))
  const [state, setState] = useState<SampleState>({ required: false, disabled: false, readonly: false })
  const label = host.text(definition.title)
  const document = useMemo(
    () => sampleDocument(definition, settings, state, label),
    [definition, settings, state, label],
  )
  const { plan, store } = useSample(document, `sample-${definition.key}`)
  const record = useRecord(store)
  const field = plan.fields.get(SAMPLE)
  const translate = (key: string) => host.text(`@gallery.${key}`)
  return (
    <div className="loam-sample">
      <div className="loam-sample-faces">
        <Face title={translate('edit')} extra={field && <States state={state} onChange={setState} />}>
          <FormView store={store} />
        </Face>
        <Face title={translate('view')}>
          <DetailView plan={plan} record={record} />
        </Face>
        {field && !field.columns && !definition.notInList && (
          <Face title={translate('cell')}>
            <div className="loam-sample-cell">
              <CellValue row={rowOf(field, record, store, host)} column={columnOf(field)} />
            </div>
          </Face>
        )}
        {field && !field.columns && (
          <Face title={translate('text')}>
            <TextForm field={field} record={record} store={store} />
          </Face>
        )}
        <Face title={translate('document')}>
          <Code label={translate('document')} value={document.fields.at(-1)} />
        </Face>
        {field && (
          <Face title={translate('value')}>
            <Code label={translate('value')} value={record[SAMPLE] ?? null} />
          </Face>
        )}
      </div>
      <section className="loam-sample-settings" aria-label={translate('settings')}>
        <h3>{translate('settings')}</h3>
        <SettingsPanel definition={definition} settings={settings} onChange={setSettings} />
      </section>
    </div>
  )
}

function States({
  state,
  onChange,
}: {
  readonly state: SampleState
  readonly onChange: (state: SampleState) => void
}) {
  const host = useHost()
  return (
    <div className="loam-sample-states">
      {STATES.map((name) => {
        const label = host.text(`@gallery.${name}`)
        return (
          <span key={name}>
            {/* The word beside it says the same to those who see it. */}
            <span aria-hidden="true">{label}</span>
            <Switch
              size="small"
              aria-label={label}
              checked={state[name]}
              onChange={(on) => onChange({ ...state, [name]: on })}
            />
          </span>
        )
      })}
    </div>
  )
}

/** The value as text, and what a text would become: as import, paste and search read it. */
function TextForm({
  field,
  record,
  store,
}: {
  readonly field: FieldPlan
  readonly record: FormRecord
  readonly store: FormStore
}) {
  const host = useHost()
  const [typed, setTyped] = useState('')
  const context = contextOf(store, host)
  const read = field.definition?.fromText?.(typed, field.settings, context) ?? { value: typed }
  return (
    <>
      <output className="loam-sample-text">{displayText(field, record[SAMPLE], context) || '—'}</output>
      <label className="loam-sample-parse">
        {host.text('@gallery.parse')}
        <input
          className="arco-input arco-input-size-small"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {typed !== '' && (
          <output data-wrong={'error' in read}>
            {'error' in read ? read.error : JSON.stringify(read.value)}
          </output>
        )}
      </label>
    </>
  )
}

/** A list's row as the server sends it: the text, and the value beside it. */
function rowOf(
  field: FieldPlan,
  record: FormRecord,
  store: FormStore,
  host: Host,
): FormRecord & { id: string } {
  const value = record[SAMPLE] ?? null
  return {
    ...record,
    id: SAMPLE,
    [SAMPLE]: displayText(field, value, contextOf(store, host)),
    [`${SAMPLE}_id`]: value,
  }
}

function columnOf(field: FieldPlan): ColumnPlan {
  return {
    id: SAMPLE,
    path: SAMPLE,
    label: field.label,
    field,
    align: 'left',
    sortable: false,
    thousands: false,
  }
}

function contextOf(store: FormStore, host: Host): WidgetContext {
  const { options } = store.cell(SAMPLE).state
  return { ...host, get: (path) => store.get(path), ...(options && { options }) }
}

/** The record as it would be sent now, again after every change. */
function useRecord(store: FormStore): FormRecord {
  const [, again] = useReducer((round: number) => round + 1, 0)
  useEffect(() => store.onChange(again), [store])
  return store.collect()
}
