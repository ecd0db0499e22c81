import type { Host } from '@runtime/host'

/** Milliseconds between two looks at a job. */
const LOOK = 700
/** Looks that may fail one after the other before that is said. */
const FAILURES = 5

/** A job that is written down, as its person asks for it; its states are those of the contract. */
export interface Job {
  readonly id: string
  readonly state: string
  /** What it does now, or why it has failed. */
  readonly text: string
  readonly done: number
  /** 0 while it is not known. */
  readonly total: number
  readonly file: { readonly id: string; readonly name: string; readonly size: number } | null
}

export const waitingJob = (id: string): Job => ({
  ...{ id, state: 'waiting', text: '', done: 0, total: 0, file: null },
})

/**
 * Looks at a job again and again until it is over.
 * @param told hears of it while it goes on
 * @returns the job that is over; null where nobody waits for it any more
 * @throws what the last of several looks in a row failed with: the job does not end because it could not be looked at
 */
export async function followJob(
  host: Host,
  id: string,
  signal: AbortSignal,
  told: (job: Job) => void,
): Promise<Job | null> {
  let failures = 0
  told(waitingJob(id))
  while (!signal.aborted) {
    try {
      const job = (await host.call('job.read', { id }, { signal })).data as Job
      failures = 0
      if (signal.aborted) return null
      if (job.state !== 'waiting' && job.state !== 'running') return job
      told(job)
    } catch (error) {
      failures += 1
      if (!signal.aborted && failures === FAILURES) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK))
  }
  return null
}
