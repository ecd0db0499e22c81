import { Button, Progress, Steps, Switch } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Progress/style/css.js'
import '@arco-design/web-react/es/Steps/style/css.js'
import '@arco-design/web-react/es/Switch/style/css.js'
import type { ImportPrompt } from '@runtime/host'
import { useState } from 'react'
import { PHONE, Popup, useMedia } from '../dialog'
import { useHost } from '../host'
import { Cards } from './cards'
import { FilePlace } from './file-place'
import { Grid } from './grid'
import { Result } from './result'
import './transfer.css'
import { type Importing, type Step, useImport } from './use-import'

const STEPS: readonly Step[] = ['file', 'rows', 'result']

export interface ImportDialogProps {
  readonly prompt: ImportPrompt
  readonly onImported: (count: number) => void
  readonly onClose: () => void
}

/** Rows of a spreadsheet are sent, looked through, corrected and imported (`spec/administration.md §4`, import dialog). */
export function ImportDialog({ prompt, onImported, onClose }: ImportDialogProps) {
  const host = useHost()
  const work = useImport(host, prompt, onImported)
  const { step, busy, problem } = work
  const isPhone = useMedia(PHONE)
  return (
    <Popup
      mode="general"
      width="1000px"
      className="loam-import"
      title={host.text('@transfer.title', { title: prompt.title })}
      visible
      dirty={() => step !== 'result' && work.rows.length > 0}
      onClose={onClose}
      status={<Standing work={work} />}
      footer={<Acts work={work} onClose={onClose} />}
    >
      <Steps
        size="small"
        current={STEPS.indexOf(step) + 1}
        labelPlacement={isPhone ? 'vertical' : 'horizontal'}
        className="loam-import-steps"
      >
        {STEPS.map((one) => (
          <Steps.Step key={one} title={host.text(`@transfer.step_${one}`)} />
        ))}
      </Steps>
      {problem !== null && (
        <p role="alert" className="loam-import-problem">
          {problem}
        </p>
      )}
      {step === 'file' && <FilePlace work={work} />}
      {step === 'rows' && <Rows work={work} isPhone={isPhone} isLocked={busy === 'import'} />}
      {step === 'result' && work.outcome && <Result work={work} isPhone={isPhone} outcome={work.outcome} />}
    </Popup>
  )
}

function Rows({
  work,
  isPhone,
  isLocked,
}: {
  readonly work: Importing
  readonly isPhone: boolean
  readonly isLocked: boolean
}) {
  const host = useHost()
  /** The rows that were faulty when they alone were asked for: none goes away below who is correcting it. */
  const [asked, setAsked] = useState<ReadonlySet<number> | null>(null)
  const faulty = work.rows.filter(({ wire }) => wire.errors.length > 0)
  const shown = asked
    ? work.rows.filter(({ key, wire }) => asked.has(key) || wire.errors.length > 0)
    : work.rows
  const View = isPhone ? Cards : Grid
  return (
    <>
      <div className="loam-import-line">
        <span role="status">
          {host.text('@transfer.counted', { count: work.rows.length, faulty: faulty.length })}
        </span>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control. */}
        <label className="loam-import-only">
          <Switch
            size="small"
            checked={asked !== null}
            onChange={(isOn) => setAsked(isOn ? new Set(faulty.map(({ key }) => key)) : null)}
          />
          {host.text('@transfer.onlyFaulty')}
        </label>
        {faulty.length > 0 && (
          <Button
            size="mini"
            type="text"
            disabled={isLocked}
            onClick={() => work.remove(new Set(faulty.map(({ key }) => key)))}
          >
            {host.text('@transfer.removeFaulty')}
          </Button>
        )}
      </div>
      {shown.length === 0 ? (
        <p className="loam-import-none">{host.text(asked ? '@transfer.noneFaulty' : '@transfer.empty')}</p>
      ) : (
        <View
          heads={work.heads}
          columns={work.columns}
          rows={shown}
          onEdit={isLocked ? null : (line, column, text) => void work.edit(line, column, text)}
          onRemove={isLocked ? null : (key) => work.remove(new Set([key]))}
        />
      )}
    </>
  )
}

/** How far the import is. */
function Standing({ work: { busy, progress } }: { readonly work: Importing }) {
  const host = useHost()
  if (busy !== 'import') return null
  const percent = progress && progress.total > 0 ? Math.round((progress.done / progress.total) * 100) : 0
  return (
    <div className="loam-import-progress">
      <Progress percent={Math.min(100, percent)} size="small" showText={false} />
      <span role="status">{progress?.text ?? host.text('@transfer.checking')}</span>
    </div>
  )
}

function Acts({ work, onClose }: { readonly work: Importing; readonly onClose: () => void }) {
  const host = useHost()
  const { step, busy, outcome } = work
  if (busy === 'import')
    return <Button onClick={() => void work.cancel()}>{host.text('@transfer.cancelImport')}</Button>
  if (step === 'file')
    return (
      <>
        <Button onClick={onClose}>{host.text('@view.cancel')}</Button>
        <Button
          type="primary"
          loading={busy === 'preview'}
          disabled={busy === 'upload'}
          onClick={() => void work.read()}
        >
          {host.text('@transfer.next')}
        </Button>
      </>
    )
  if (step === 'rows')
    return (
      <>
        <Button onClick={work.back}>{host.text('@transfer.previous')}</Button>
        <Button
          type="primary"
          disabled={work.rows.some(({ isChecking }) => isChecking)}
          onClick={() => void work.send()}
        >
          {host.text('@transfer.import', { count: work.rows.length })}
        </Button>
      </>
    )
  return (
    <>
      {outcome && outcome.fnum > 0 && (
        <>
          <Button loading={busy === 'exceptions'} onClick={() => void work.exceptions()}>
            {host.text('@transfer.saveExceptions')}
          </Button>
          <Button onClick={work.back}>{host.text('@transfer.correct')}</Button>
        </>
      )}
      <Button type="primary" onClick={onClose}>
        {host.text('@transfer.finish')}
      </Button>
    </>
  )
}
