import { Button, Progress } from '@arco-design/web-react'
import '@arco-design/web-react/es/Progress/style/css.js'
import type { ListPlan } from '@runtime/list/plan'
import type { Permissions } from '@runtime/permission/permission'
import { useMemo, useState } from 'react'
import { Popup } from '../../dialog'
import { useHost } from '../../host'
import type { Model } from '../model'
import { recordName } from '../record-removing'
import { idOf, type Row } from '../source'
import './batch-edit.css'
import { batchFields } from './button'
import { type Edited, EditedFields } from './edited-fields'
import { OutcomeList } from './outcome-list'
import { offerBatchUndo } from './run'
import { type Batch, useBatch } from './use-batch'

export interface BatchEditProps {
  readonly model: Model
  readonly list: ListPlan
  readonly menuId: string
  readonly rows: readonly Row[]
  /** The one field that gets a value; absent: fields are chosen. */
  readonly path?: string
  readonly permissions: Permissions
  readonly onClose: () => void
  /** Records have been changed, or changed back. */
  readonly onChanged: () => void
}

/** Fields of many records: choose them, give each a value, see what changes and what is refused, then carry it out. */
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
  const [edited, setEdited] = useState<readonly Edited[]>([
    { key: 0, path: fields.length === 1 ? (fields[0]?.path ?? null) : null },
  ])
  const names = useMemo(
    () => new Map(rows.map((row) => [idOf(row), recordName(row, list, host)])),
    [rows, list, host],
  )
  const batch = useBatch({ modelId: model.id, menuId }, rows, host)
  const choose = (next: readonly Edited[]) => {
    setEdited(next)
    batch.forget()
  }
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
      footer={
        <Acts
          batch={batch}
          ready={edited.every(({ path }) => path !== null)}
          onCarryOut={carryOut}
          onClose={finish}
        />
      }
    >
      <div className="loam-batch">
        <EditedFields {...{ fields, edited, batch }} onChange={choose} />
        <div role="status" className="loam-batch-status">
          <Told batch={batch} />
        </div>
        {batch.outcomes.length > 0 && (
          <OutcomeList names={names} edited={edited.length} outcomes={batch.outcomes} done={batch.isDone} />
        )}
      </div>
    </Popup>
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
