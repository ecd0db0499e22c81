import { CallError, type Host } from '@runtime/host'
import type { FileValue } from '@runtime/widget/stored-file'
import { useEffect, useMemo, useRef, useState } from 'react'
import { followJob, type Job } from '../../job'
import { TOAST } from '../record-reading'

/** Kind of the files that jobs make. */
const FILE_TYPE = 'jobResult'

type Phase =
  | { readonly kind: 'asked'; readonly problem: string | null; readonly told: string | null }
  | { readonly kind: 'sending' }
  | { readonly kind: 'job'; readonly job: Job; readonly problem: string | null }

const START = { kind: 'asked', problem: null, told: null } satisfies Phase

type Asked = Extract<Phase, { kind: 'asked' }>
const asked = (shown: Partial<Asked>): Asked => ({ ...START, ...shown })

export interface Exporting {
  readonly phase: Phase
  send(input: Readonly<Record<string, unknown>>): Promise<void>
  /** Ends the job; nothing of it is left. */
  cancel(): Promise<void>
  /** A call that is under way is given up; a job goes on. */
  leave(): void
}

/** Sends an export, saves what is made at once, and looks after a job until its file is there. */
export function useExport(host: Host, onDone: () => void): Exporting {
  const [phase, setPhase] = useState<Phase>(START)
  const running = useRef(new AbortController())
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => () => running.current.abort(), [])
  return useMemo(() => {
    const begin = () => {
      running.current.abort()
      running.current = new AbortController()
      return running.current.signal
    }
    const reasonOf = (error: unknown) =>
      error instanceof CallError ? error.message : host.text('@view.exportFailed')
    const refused = (error: unknown) => setPhase(asked({ problem: reasonOf(error) }))
    const finish = () => {
      host.toast('success', host.text('@view.exportDone'), TOAST)
      done.current()
    }

    async function follow(id: string, signal: AbortSignal): Promise<void> {
      const job = await followJob(host, id, signal, (now) =>
        setPhase({ kind: 'job', job: now, problem: null }),
      )
      if (!job) return
      if (job.state === 'failed') return setPhase(asked({ problem: job.text }))
      if (job.state === 'cancelled') return setPhase(asked({ told: host.text('@view.exportCancelled') }))
      await taken(job)
    }

    async function taken({ file }: Job): Promise<void> {
      if (!file) throw new CallError(0, host.text('@view.exportFailed'))
      const value: FileValue = { name: file.name, fileId: file.id, url: '', fileSize: file.size }
      await host.files?.download(FILE_TYPE, value)
      finish()
    }

    return {
      phase,
      async send(input) {
        const signal = begin()
        setPhase({ kind: 'sending' })
        try {
          const { data } = await host.call('onlineDevelopment.export', input, { signal })
          const { url, name, jobId } = data as { url: string; name: string; jobId?: string }
          if (signal.aborted) return
          if (jobId !== undefined) return await follow(jobId, signal)
          await host.download(url, name)
          if (!signal.aborted) finish()
        } catch (error) {
          if (!signal.aborted) refused(error)
        }
      },
      async cancel() {
        if (phase.kind !== 'job') return
        try {
          await host.call('job.cancel', { id: phase.job.id })
          begin()
          setPhase(asked({ told: host.text('@view.exportCancelled') }))
        } catch (error) {
          const problem = reasonOf(error)
          setPhase((now) => (now.kind === 'job' ? { ...now, problem } : now))
        }
      },
      leave() {
        running.current.abort()
        if (phase.kind === 'job') host.toast('info', host.text('@view.exportGoesOn'), TOAST)
      },
    }
  }, [phase, host])
}
