import { Button, Input } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Input/style/css.js'
import { compileForm, createFormStore } from '@runtime/form'
import type { FormStore } from '@runtime/form/store.types'
import { useEffect, useMemo, useRef, useState } from 'react'
import { catalogue } from '../definitions'
import { SubTableEdit } from '../sub-table/edit'
import type { EditProps, FieldContext } from '../widget'
import type { JsonSettings } from './definition'
import { cellName, type JsonColumn, type JsonTable, textOfTable } from './rows'

interface JsonTableProps
  extends Pick<
    EditProps<JsonSettings, unknown>,
    'id' | 'label' | 'host' | 'disabled' | 'readonly' | 'required' | 'error' | 'onBlur'
  > {
  readonly table: JsonTable
  readonly onChange: (text: string) => void
}

/** A list of flat objects in the grid of sub-tables. The rows are its own while it is open; it tells of each change. */
export function JsonRows({ table, onChange, ...props }: JsonTableProps) {
  const { host, label } = props
  const [columns, setColumns] = useState(table.columns)
  const [first] = useState(table.rows)
  const last = useRef<FormStore>(null)
  const store = useMemo(() => {
    const made = createFormStore(planOf(columns), host)
    made.load({ rows: last.current ? last.current.collect()['rows'] : first }, 'existing')
    last.current = made
    return made
  }, [columns, host, first])
  useEffect(() => {
    const leave = store.onChange(() => onChange(textOfTable(columns, rowsIn(store))))
    return leave
  }, [store, columns, onChange])
  const field = store.plan.fields.get('rows')
  const context = useMemo(() => contextOf(store), [store])
  if (!field) return null
  return (
    <div className="loam-json-rows">
      {columns.length > 0 && (
        <SubTableEdit
          {...props}
          key={columns.length}
          label={label}
          value={null}
          onChange={() => undefined}
          settings={{ ...catalogue.get('sub-table')?.defaults, ...field.settings } as never}
          placeholder=""
          options={[]}
          optionsState="none"
          reloadOptions={() => undefined}
          autoFocus={false}
          field={field}
          context={context}
        />
      )}
      {!props.disabled && !props.readonly && (
        <NewColumn
          host={host}
          taken={columns}
          onAdd={(name) => setColumns([...columns, { name, kind: 'string' }])}
        />
      )}
    </div>
  )
}

interface NewColumnProps extends Pick<JsonTableProps, 'host'> {
  readonly taken: readonly JsonColumn[]
  readonly onAdd: (name: string) => void
}

function NewColumn({ host, taken, onAdd }: NewColumnProps) {
  const [name, setName] = useState('')
  const wanted = name.trim()
  const isFree = wanted !== '' && !taken.some((column) => column.name === wanted)
  const add = () => {
    if (!isFree) return
    onAdd(wanted)
    setName('')
  }
  const label = host.text('@json.columnName')
  return (
    <div className="loam-json-column">
      <Input
        value={name}
        onChange={setName}
        onPressEnter={add}
        placeholder={label}
        aria-label={label}
        maxLength={100}
      />
      <Button disabled={!isFree} onClick={add}>
        {host.text('@json.addColumn')}
      </Button>
    </div>
  )
}

/** What a member is called stands as it is, in every language. */
function planOf(columns: readonly JsonColumn[]) {
  const cells = columns.map(({ name }, index) => ({
    name: cellName(index),
    widget: 'input',
    label: { zh: name, zhtw: name, en: name },
  }))
  const rows = { name: 'rows', widget: 'sub-table', showTitle: false, columns: cells }
  return compileForm({ fields: [rows] }, { id: 'json-rows', catalogue })
}

function rowsIn(store: FormStore): readonly Readonly<Record<string, unknown>>[] {
  const table = store.table('rows')
  return table.state.ids.map((id) => table.row(id))
}

function contextOf(store: FormStore): FieldContext {
  return {
    store,
    get: (path) => store.get(path),
    set: (path, value) => store.set(path, value, 'user'),
    subscribe: () => () => undefined,
  }
}
