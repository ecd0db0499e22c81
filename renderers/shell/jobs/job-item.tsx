import { Button } from '@arco-design/web-react'
import { useHost } from '@renderers/host'
import { formatDate } from '@runtime/date'
import { CallError } from '@runtime/host'
import { sizeText } from '@runtime/size-text'
import { useRef, useState } from 'react'
import { relativeTime } from '../messages/relative-time'
import { isOpen } from './running'
import type { ListedJob } from './use-jobs'

/** Kind of the files that jobs make. */
const FILE_TYPE = 'jobResult'
const STATES: Readonly<Record<string, string>> = {
  waiting: '@job.state_waiting',
  running: '@job.state_running',
  done: '@job.state_done',
  failed: '@job.state_failed',
  cancelled: '@job.state_cancelled',
}

/** One job: what it is, how it stands, and what can be done about it. */
export function JobItem({ job }: { readonly job: ListedJob }) {
  const host = useHost()
  const zone = host.timeZone ?? null
  const item = useRef<HTMLLIElement>(null)
  const [isBusy, setBusy] = useState(false)
  const { id, title, state, text, done, total, file, creatorTime } = job
  const doing = async (work: () => Promise<unknown> | undefined) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      host.toast('error', error instanceof CallError ? error.message : host.text('@job.actFailed'))
    }
    setBusy(false)
  }
  const cancel = () =>
    doing(async () => {
      await host.call('job.cancel', { id })
      // The button goes away under the keyboard.
      item.current?.focus()
    })
  const isRunning = state === 'running'
  const percent = total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : 0
  // While it can be counted how far it is, its last words are older than the count.
  const isSaid = text !== '' && !(isRunning && total > 0)
  return (
    <li className="loam-job" data-state={state} ref={item} tabIndex={-1}>
      <p className="loam-job-title" title={title}>
        {title}
      </p>
      <p className="loam-job-line">
        <span className="loam-job-state" aria-live="polite">
          {host.text(STATES[state] ?? '@job.state_running')}
        </span>
        {isRunning && total > 0 && (
          <span className="loam-job-count">
            {done} / {total}
          </span>
        )}
        <time
          dateTime={new Date(creatorTime).toISOString()}
          title={formatDate(creatorTime, 'yyyy-MM-dd HH:mm:ss', zone)}
        >
          {relativeTime(creatorTime, host.now(), zone, host)}
        </time>
      </p>
      {isRunning && (
        <div
          className="loam-job-bar"
          role="progressbar"
          aria-label={title}
          aria-valuemin={0}
          aria-valuemax={100}
          {...(total > 0 && { 'aria-valuenow': percent })}
        >
          <div style={{ inlineSize: `${percent}%` }} />
        </div>
      )}
      {isSaid && <p className="loam-job-text">{text}</p>}
      {file && (
        <p className="loam-job-text">
          {file.name}（{sizeText(file.size)}）
        </p>
      )}
      {isOpen(state) && (
        <Button
          size="small"
          disabled={isBusy}
          aria-label={host.text('@job.cancelOf', { title })}
          onClick={() => void cancel()}
        >
          {host.text('@common.cancel')}
        </Button>
      )}
      {file && (
        <Button
          size="small"
          type="primary"
          disabled={isBusy}
          aria-label={host.text('@job.downloadOf', { name: file.name })}
          onClick={() =>
            void doing(() =>
              host.files?.download(FILE_TYPE, {
                ...{ name: file.name, fileId: file.id, url: '', fileSize: file.size },
              }),
            )
          }
        >
          {host.text('@job.download')}
        </Button>
      )}
    </li>
  )
}
