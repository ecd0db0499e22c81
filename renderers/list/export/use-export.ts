import { CallError, type Host } from '@runtime/host'
import type { FileValue } from '@runtime/widget/stored-file'
import { useEffect, useMemo, useRef, useState } from 'react'
import { TOAST } from '../record-saving'

/** Milliseconds between two looks at a job. */
const LOOK = 700
/** Looks that may fail one after the other before that is said. */
const FAILURES = 5
/** Kind of the files that jobs make. */
const FILE_TYPE = 'jobResult'

/** A job as it is asked for; its states are those of the contract. */
interface Job {
  readonly id: string
  readonly state: string
  readonly text: string
  readonly done: number
  readonly total: number
  readonly file: { readonly id: string; readonly name: string; readonly size: number } | null
}

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
      let failures = 0
      setPhase({
        kind: 'job',
        job: { id, state: 'waiting', text: '', done: 0, total: 0, file: null },
        problem: null,
      })
      while (!signal.aborted) {
        try {
          const job = (await host.call('job.read', { id }, { signal })).data as Job
          failures = 0
          if (signal.aborted) return
          if (job.state === 'done') return await taken(job)
          if (job.state === 'failed') return setPhase(asked({ problem: job.text }))
          if (job.state === 'cancelled') return setPhase(asked({ told: host.text('@view.exportCancelled') }))
          setPhase({ kind: 'job', job, problem: null })
        } catch (error) {
          failures += 1
          // The job does not end because it could not be looked at once.
          if (!signal.aborted && failures === FAILURES) return refused(error)
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK))
      }
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
