import { Button, Checkbox, Progress } from '@arco-design/web-react'
import '@arco-design/web-react/es/Checkbox/style/css.js'
import '@arco-design/web-react/es/Progress/style/css.js'
import type { ListPlan } from '@runtime/list/plan'
import type { Permissions } from '@runtime/permission/permission'
import { type ReactNode, useMemo, useState } from 'react'
import { Popup } from '../../dialog'
import { useHost } from '../../host'
import { labelOf } from '../column-label'
import { type Model, wireQuery } from '../model'
import type { ListHandle } from '../source'
import { offeredColumns, offeredRows, ROWS, type Rows } from './choices'
import './export.css'
import { RadioRow } from '@widgets/shared/radio-row'
import { type Exporting, useExport } from './use-export'

export interface ExportProps {
  readonly model: Model
  readonly list: ListPlan
  readonly menuId: string
  readonly permissions: Permissions
  /** The list as it stood when the button was pressed. */
  readonly of: ListHandle
  readonly onClose: () => void
}

/** A model's list as a spreadsheet: which rows, which columns, which kind of file; many rows are a job that can be left. */
export function Export({ model, list, menuId, permissions, of, onClose }: ExportProps) {
  const host = useHost()
  const columns = useMemo(() => offeredColumns(of, list, permissions), [of, list, permissions])
  const [kinds] = useState(() => offeredRows(of, list))
  const [rows, setRows] = useState<Rows>(kinds[0] ?? ROWS.all)
  const [keys, setKeys] = useState<readonly string[]>(() =>
    columns.filter(({ isShown }) => isShown).map(({ key }) => key),
  )
  const [format, setFormat] = useState<'xlsx' | 'csv'>('xlsx')
  const work = useExport(host, onClose)
  const close = () => {
    work.leave()
    onClose()
  }
  const send = () =>
    work.send({
      ...{ modelId: model.id, menuId, ...wireQuery(of.query) },
      dataType: rows,
      selectKey: columns.map(({ key }) => key).filter((key) => keys.includes(key)),
      ...(rows === ROWS.chosen && { selectIds: of.selectedIds }),
      format,
    })
  const texts: Readonly<Record<Rows, string>> = {
    [ROWS.chosen]: host.text('@view.exportChosen', { count: of.selectedIds.length }),
    [ROWS.page]: host.text('@view.exportPage', { count: of.ids.length }),
    [ROWS.all]: host.text(of.count.capped ? '@view.exportAllMany' : '@view.exportAll', {
      count: of.count.total,
    }),
  }
  const isBusy = work.phase.kind === 'sending'
  return (
    <Popup
      mode="general"
      width="560px"
      title={host.text('@view.exportTitle')}
      visible
      onClose={close}
      footer={<Acts work={work} ready={keys.length > 0} onSend={send} onClose={close} />}
    >
      {work.phase.kind === 'job' ? (
        <Running phase={work.phase} />
      ) : (
        <div className="loam-export">
          <Part name={host.text('@view.exportRows')}>
            <RadioRow
              aria-label={host.text('@view.exportRows')}
              direction="vertical"
              value={rows}
              disabled={isBusy}
              onChange={setRows}
              options={kinds.map((value) => ({ value, label: texts[value] }))}
            />
          </Part>
          <Part name={host.text('@view.exportColumns')}>
            <Checkbox
              checked={keys.length === columns.length}
              indeterminate={keys.length > 0 && keys.length < columns.length}
              disabled={isBusy}
              onChange={(every) => setKeys(every ? columns.map(({ key }) => key) : [])}
            >
              {host.text('@view.exportEvery')}
            </Checkbox>
            <div className="loam-export-columns">
              {columns.map(({ key, column }) => (
                <Checkbox
                  key={key}
                  checked={keys.includes(key)}
                  disabled={isBusy}
                  onChange={(taken) =>
                    setKeys((now) => (taken ? [...now, key] : now.filter((one) => one !== key)))
                  }
                >
                  {labelOf(column, list, host)}
                </Checkbox>
              ))}
            </div>
          </Part>
          <Part name={host.text('@view.exportFormat')}>
            <RadioRow
              aria-label={host.text('@view.exportFormat')}
              value={format}
              disabled={isBusy}
              onChange={setFormat}
              options={[
                { value: 'xlsx', label: host.text('@view.exportXlsx') },
                { value: 'csv', label: host.text('@view.exportCsv') },
              ]}
            />
          </Part>
          <div role="status" className="loam-export-status">
            <Told work={work} chosen={keys.length} />
          </div>
        </div>
      )}
    </Popup>
  )
}

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <fieldset className="loam-export-part">
      <legend>{name}</legend>
      {children}
    </fieldset>
  )
}

function Told({ work: { phase }, chosen }: { readonly work: Exporting; readonly chosen: number }) {
  const host = useHost()
  if (chosen === 0) return <p className="loam-export-problem">{host.text('@view.exportNoColumn')}</p>
  if (phase.kind !== 'asked') return null
  if (phase.problem !== null) return <p className="loam-export-problem">{phase.problem}</p>
  return phase.told === null ? null : <p>{phase.told}</p>
}

function Running({ phase }: { readonly phase: Extract<Exporting['phase'], { kind: 'job' }> }) {
  const host = useHost()
  const { text, done, total } = phase.job
  return (
    <div className="loam-export">
      <Progress percent={total > 0 ? Math.min(100, Math.round((done / total) * 100)) : 0} showText />
      <div role="status" className="loam-export-status">
        <p>{text || host.text('@view.exportWaiting')}</p>
        <p>{host.text('@view.exportHint')}</p>
        {phase.problem !== null && <p className="loam-export-problem">{phase.problem}</p>}
      </div>
    </div>
  )
}

function Acts({
  work,
  ready,
  onSend,
  onClose,
}: {
  readonly work: Exporting
  readonly ready: boolean
  readonly onSend: () => Promise<void>
  readonly onClose: () => void
}) {
  const host = useHost()
  if (work.phase.kind === 'job') {
    return (
      <>
        <Button onClick={() => void work.cancel()}>{host.text('@view.exportCancel')}</Button>
        <Button type="primary" onClick={onClose}>
          {host.text('@view.batchClose')}
        </Button>
      </>
    )
  }
  return (
    <>
      <Button onClick={onClose}>{host.text('@view.cancel')}</Button>
      <Button
        type="primary"
        disabled={!ready}
        loading={work.phase.kind === 'sending'}
        onClick={() => void onSend()}
      >
        {host.text('@view.exportStart')}
      </Button>
    </>
  )
}
