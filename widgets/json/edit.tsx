import { json } from '@codemirror/lang-json'
import { readJson } from '@runtime/json-text'
import { jsonEqual } from '@runtime/schema'
import { applyEdits, format } from 'jsonc-parser'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { CodeEditor } from '../shared/code-editor/editor'
import { faultMarks } from '../shared/code-editor/faults'
import '../shared/icon-act.css'
import './json.css'
import { lazy } from '../shared/lazy'
import { RadioRow } from '../shared/radio-row'
import type { EditProps } from '../widget'
import { definition, type JsonSettings, jsonFault, meantBy, textOf } from './definition'
import { type JsonTable, tableOf } from './rows'

const JsonRows = lazy(() => import('./table').then((module) => module.JsonRows))

type JsonProps = EditProps<JsonSettings, unknown>

/** JSON as text: what is wrong is underlined where it stands, and what is right can be laid out. */
export function JsonEdit(props: JsonProps) {
  const { settings, host, disabled, readonly, onChange } = props
  const { as, schema } = settings
  const [held, hold] = useState(() => ({ value: props.value, text: textOf(props.value) }))
  /** The list as it was when it was opened as a table: what is typed there does not close it. */
  const [table, openTable] = useState<JsonTable | null>(null)
  if (!jsonEqual(held.value ?? null, props.value ?? null)) {
    hold({ value: props.value, text: textOf(props.value) })
    openTable(null)
  }
  const extensions = useMemo(
    () => [json(), faultMarks((text) => jsonFault(text, { as, ...(schema && { schema }) }, host))],
    [as, schema, host],
  )
  const write = (text: string) => {
    const value = definition.isEmpty?.(text) ? null : as === 'text' ? text : meantBy(text)
    hold({ value, text })
    if (!jsonEqual(value, props.value ?? null)) onChange(value)
  }
  const latest = useRef(write)
  useLayoutEffect(() => {
    latest.current = write
  })
  const tell = useCallback((text: string) => latest.current(text), [])
  const isTable = useMemo(() => settings.table && tableOf(held.text) !== null, [settings.table, held.text])
  const laidOut = useMemo(() => laidOutOf(held.text), [held.text])
  return (
    <>
      {settings.table && (
        <RadioRow
          type="button"
          className="loam-json-views"
          aria-label={host.text('@json.views')}
          value={table ? 'table' : 'text'}
          onChange={(view) => openTable(view === 'table' ? tableOf(held.text) : null)}
          options={[
            { value: 'text', label: 'JSON' },
            { value: 'table', label: host.text('@json.asTable'), disabled: !isTable && !table },
          ]}
        />
      )}
      {table ? (
        <JsonRows {...props} table={table} onChange={tell} />
      ) : (
        <CodeEditor
          {...props}
          value={held.text}
          onChange={write}
          extensions={extensions}
          rows={settings.autoSize}
          numbered
        />
      )}
      {!disabled && !readonly && !table && (
        <button
          type="button"
          className="loam-text-act"
          disabled={laidOut === null || laidOut === held.text}
          onClick={() => laidOut !== null && write(laidOut)}
        >
          {host.text('@json.layOut')}
        </button>
      )}
    </>
  )
}

/** An entry a line, every number and text as it was written; null for what is no JSON. */
function laidOutOf(text: string): string | null {
  if (text.trim() === '' || readJson(text).fault) return null
  return applyEdits(text, format(text, undefined, { insertSpaces: true, tabSize: 2, eol: '\n' }))
}
