import { Button, Progress, Select } from '@arco-design/web-react'
import '@arco-design/web-react/es/Progress/style/css.js'
import '@arco-design/web-react/es/Select/style/css.js'
import type { FieldPlan } from '@runtime/form/plan'
import type { ListPlan } from '@runtime/list/plan'
import type { Permissions } from '@runtime/permission/permission'
import { type ReactElement, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Popup } from '../../dialog'
import { Field, LooseFields } from '../../form'
import { useHost } from '../../host'
import type { Model } from '../model'
import { recordName } from '../record-removing'
import { idOf, type Row } from '../source'
import './batch-edit.css'
import { batchFields } from './button'
import { OutcomeList } from './outcome-list'
import { offerBatchUndo } from './run'
import { type Batch, useBatch } from './use-batch'
import { VALUE, valueStoreOf } from './value'

export interface BatchEditProps {
  readonly model: Model
  readonly list: ListPlan
  readonly menuId: string
  readonly rows: readonly Row[]
  /** The field that gets the value; absent: it is chosen. */
  readonly path?: string
  readonly permissions: Permissions
  readonly onClose: () => void
  /** Records have been changed, or changed back. */
  readonly onChanged: () => void
}

/** One field of many records: choose it, give a value, see what changes and what is refused, then carry it out. */
export function BatchEdit(props: BatchEditProps) {
  const { model, list, menuId, rows, path: given, permissions, onClose, onChanged } = props
  const host = useHost()
  const fields = useMemo(
    () =>
      batchFields(model.form, permissions, rows.length).filter(
        (one) => given === undefined || one.path === given,
      ),
    [model, permissions, rows.length, given],
  )
  const [path, setPath] = useState<string | null>(fields.length === 1 ? (fields[0]?.path ?? null) : null)
  const id = useId()
  const field = fields.find((one) => one.path === path)
  const names = useMemo(
    () => new Map(rows.map((row) => [idOf(row), recordName(row, list, host)])),
    [rows, list, host],
  )
  const batch = useBatch({ modelId: model.id, menuId }, rows, host)
  const finish = () => {
    batch.stop()
    onClose()
  }
  const carryOut = async () => {
    const changed = await batch.carryOut()
    if (changed.length === 0) return
    onChanged()
    void offerBatchUndo(host, { modelId: model.id, menuId }, changed, onChanged)
    if (changed.length + batch.counts.same === rows.length) onClose()
  }
  return (
    <Popup
      mode="general"
      width="720px"
      title={host.text('@view.batchTitle', { count: rows.length })}
      visible
      onClose={finish}
      footer={<Acts batch={batch} ready={field !== undefined} onCarryOut={carryOut} onClose={finish} />}
    >
      <div className="loam-batch">
        <div className="loam-batch-field">
          <label htmlFor={id}>{host.text('@view.batchField')}</label>
          <Select
            id={id}
            showSearch
            disabled={batch.isRunning || batch.isDone}
            placeholder={host.text('@view.batchChooseField')}
            {...(path !== null && { value: path })}
            options={fields.map((one) => ({ label: host.text(one.label), value: one.path }))}
            filterOption={(typed, option) =>
              String((option as ReactElement<{ children: unknown }>).props.children)
                .toLowerCase()
                .includes(typed.toLowerCase())
            }
            onChange={(chosen: string) => {
              setPath(chosen)
              batch.forget()
            }}
          />
        </div>
        {field && !batch.isDone && <Value key={field.path} field={field} batch={batch} />}
        <div role="status" className="loam-batch-status">
          <Told batch={batch} />
        </div>
        {batch.outcomes.length > 0 && (
          <OutcomeList outcomes={batch.outcomes} names={names} done={batch.isDone} />
        )}
      </div>
    </Popup>
  )
}

/** The value, given in the field's own widget; a change of it makes a preview one of something else. */
function Value({ field, batch }: { readonly field: FieldPlan; readonly batch: Batch }) {
  const host = useHost()
  const latest = useRef(batch)
  latest.current = batch
  const store = useMemo(() => valueStoreOf(field, host), [field, host])
  useEffect(() => {
    latest.current.take(field.path, store)
    const leave = store.onChange(() => latest.current.forget())
    return () => {
      leave()
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

function Told({ batch }: { readonly batch: Batch }) {
  const host = useHost()
  if (batch.problem !== null) return <p className="loam-batch-problem">{batch.problem}</p>
  if (batch.isRunning)
    return <Progress percent={Math.round((batch.outcomes.length / batch.total) * 100)} showText />
  if (batch.outcomes.length === 0) return null
  const text = batch.isDone ? '@view.batchResult' : '@view.batchSummary'
  return <p>{host.text(text, { ...batch.counts })}</p>
}

function Acts({
  batch,
  ready,
  onCarryOut,
  onClose,
}: {
  readonly batch: Batch
  readonly ready: boolean
  readonly onCarryOut: () => Promise<void>
  readonly onClose: () => void
}) {
  const host = useHost()
  const { changed } = batch.counts
  if (batch.isDone) {
    return (
      <Button type="primary" onClick={onClose}>
        {host.text('@view.batchClose')}
      </Button>
    )
  }
  const isPreviewed = batch.outcomes.length === batch.total && !batch.isRunning
  return (
    <>
      <Button onClick={onClose}>{host.text('@view.cancel')}</Button>
      {isPreviewed ? (
        <Button type="primary" disabled={changed === 0} onClick={() => void onCarryOut()}>
          {host.text('@view.batchDo', { count: changed })}
        </Button>
      ) : (
        <Button
          type="primary"
          disabled={!ready}
          loading={batch.isRunning}
          onClick={() => void batch.preview()}
        >
          {host.text('@view.batchPreview')}
        </Button>
      )}
    </>
  )
}
