import { Button, Select } from '@arco-design/web-react'
import { IconDelete, IconPlus } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Select/style/css.js'
import type { FieldPlan } from '@runtime/form/plan'
import { type ReactElement, useEffect, useId, useMemo, useRef } from 'react'
import { Field, LooseFields } from '../../form'
import { useHost } from '../../host'
import type { Batch } from './use-batch'
import { VALUE, valueStoreOf } from './value'

/** A field that gets a value, or is still to be chosen. */
export interface Edited {
  readonly key: number
  /** Null: it is still to be chosen. */
  readonly path: string | null
}

export interface EditedFieldsProps {
  /** Those that can be given a value in so many records. */
  readonly fields: readonly FieldPlan[]
  readonly edited: readonly Edited[]
  readonly batch: Batch
  readonly onChange: (edited: readonly Edited[]) => void
}

/** The fields of many records that get a value, each with its value below it. */
export function EditedFields({ fields, edited, batch, onChange }: EditedFieldsProps) {
  const host = useHost()
  const isFixed = batch.isRunning || batch.isDone
  const chosen = edited.map(({ path }) => path)
  const next = Math.max(...edited.map(({ key }) => key)) + 1
  return (
    <>
      {edited.map(({ key, path }, index) => {
        const field = fields.find((one) => one.path === path)
        const free = fields.filter((one) => one.path === path || !chosen.includes(one.path))
        return (
          <div key={key} className="loam-batch-edited">
            <Choice
              {...{ path, isFixed }}
              fields={free}
              onChoose={(to) => onChange(edited.with(index, { key, path: to }))}
              onRemove={edited.length > 1 ? () => onChange(edited.toSpliced(index, 1)) : null}
            />
            {field && !batch.isDone && <Value key={field.path} field={field} batch={batch} />}
          </div>
        )
      })}
      {edited.length < fields.length && !chosen.includes(null) && !batch.isDone && (
        <div>
          <Button
            type="text"
            icon={<IconPlus />}
            disabled={isFixed}
            onClick={() => onChange([...edited, { key: next, path: null }])}
          >
            {host.text('@view.batchAddField')}
          </Button>
        </div>
      )}
    </>
  )
}

function Choice({
  path,
  fields,
  isFixed,
  onChoose,
  onRemove,
}: {
  readonly path: string | null
  readonly fields: readonly FieldPlan[]
  readonly isFixed: boolean
  readonly onChoose: (path: string) => void
  /** Null: it is the only one. */
  readonly onRemove: (() => void) | null
}) {
  const host = useHost()
  const id = useId()
  const remove = host.text('@view.batchRemoveField')
  return (
    <div className="loam-batch-field">
      <label htmlFor={id}>{host.text('@view.batchField')}</label>
      <div>
        <Select
          id={id}
          showSearch
          disabled={isFixed}
          placeholder={host.text('@view.batchChooseField')}
          {...(path !== null && { value: path })}
          options={fields.map((one) => ({ label: host.text(one.label), value: one.path }))}
          filterOption={(typed, option) =>
            String((option as ReactElement<{ children: unknown }>).props.children)
              .toLowerCase()
              .includes(typed.toLowerCase())
          }
          onChange={onChoose}
        />
        {onRemove && (
          <Button
            type="text"
            icon={<IconDelete />}
            aria-label={remove}
            title={remove}
            disabled={isFixed}
            onClick={onRemove}
          />
        )}
      </div>
    </div>
  )
}

/** The value, given in the field's own widget; a change of it makes a preview one of something else. */
function Value({ field, batch }: { readonly field: FieldPlan; readonly batch: Batch }) {
  const host = useHost()
  const latest = useRef(batch)
  latest.current = batch
  const store = useMemo(() => valueStoreOf(field, host), [field, host])
  useEffect(() => {
    const giveUp = latest.current.take(field.path, store)
    const leave = store.onChange(() => latest.current.forget())
    return () => {
      leave()
      giveUp()
      store.dispose()
    }
  }, [store, field.path])
  return (
    <div className="loam-batch-value">
      <LooseFields store={store}>
        <Field path={VALUE} />
      </LooseFields>
      <p>{host.text('@view.batchEmpties')}</p>
    </div>
  )
}
