import { Button, Progress } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Progress/style/css.js'
import { formatDate } from '@runtime/date'
import { useEffect, useRef, useState } from 'react'
import { useHost } from '../../host'
import { followJob, type Job } from '../../job'
import { ErrorNote } from '../../page/error-note'
import { grouped, type RecordsJudged } from './answers'

interface WholeCheckProps {
  readonly modelId: string
  /** A version that is to be brought back; undefined: the draft. */
  readonly version: number | undefined
  readonly records: RecordsJudged
  /** Called when all records have been judged. */
  readonly onJudged: () => void
}

/** Of more records than a check judges at once: how many it has judged, and the job that judges them all. */
export function WholeCheck({ modelId, version, records, onJudged }: WholeCheckProps) {
  const host = useHost()
  const [job, follow] = useState<Job | 'asked' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const { judged, total, isExact, judgedAt } = records
  if (judgedAt !== null)
    return (
      <p>
        {host.text('@judging.wholeAt', {
          total: grouped(total),
          at: formatDate(judgedAt, 'yyyy-MM-dd HH:mm', host.timeZone ?? null),
        })}
      </p>
    )
  if (isExact) return null
  const begin = async () => {
    running.current = new AbortController()
    const { signal } = running.current
    setProblem(null)
    follow('asked')
    try {
      const input = { id: modelId, ...(version !== undefined && { version }) }
      const { data } = await host.call('visualDevelopment.judge', input, { signal })
      const over = await followJob(host, (data as { jobId: string }).jobId, signal, follow)
      if (over?.state === 'done') onJudged()
      else if (over?.state === 'failed') setProblem(over.text)
    } catch (error) {
      if (!signal.aborted) setProblem(error instanceof Error ? error.message : String(error))
    }
    if (!signal.aborted) follow(null)
  }
  return (
    <div className="loam-publish-whole">
      <span>{host.text('@judging.sampled', { judged: grouped(judged), total: grouped(total) })}</span>
      {job === null ? (
        <Button size="small" onClick={begin}>
          {host.text('@judging.whole')}
        </Button>
      ) : (
        <Running job={job} />
      )}
      {problem !== null && <ErrorNote message={problem} />}
    </div>
  )
}

/** A job under way, which its person may end. */
function Running({ job }: { readonly job: Job | 'asked' }) {
  const host = useHost()
  if (job === 'asked')
    return (
      <Button size="small" loading>
        {host.text('@judging.whole')}
      </Button>
    )
  return (
    <>
      <Progress
        size="small"
        percent={job.total > 0 ? Math.floor((100 * job.done) / job.total) : 0}
        aria-label={host.text('@judging.whole')}
      />
      <span role="status">{job.text}</span>
      <Button
        size="small"
        onClick={() => void host.call('job.cancel', { id: job.id }).catch(() => undefined)}
      >
        {host.text('@common.cancel')}
      </Button>
    </>
  )
}
