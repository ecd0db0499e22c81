import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import { JOBS } from '../../../limits'
import type { ModuleServer } from '../../../module'
import type { Jobs, Sentence, Standing } from './board'
import { type JobRow, renewJob } from './store'

export type Tell = (row: JobRow) => void

/** A job that this server has. */
export interface HeldHere {
  /** Says how far it is. @throws ApiError where it has been cancelled, or is another server's by now */
  report(standing: Standing): Promise<void>
  /** It is not this server's any more. */
  letGo(): void
}

/** Keeps a job for this server: renews its lease, tells how far it is, and hears of its being cancelled. */
export function holdJob(
  { db, log }: Pick<ModuleServer, 'db' | 'log'>,
  board: Jobs,
  tell: Tell,
  row: JobRow,
  abort: AbortController,
): HeldHere {
  const told = board.begin(row.person_id, row.id, '@job.cancelled', () => abort.abort())
  const keep = async (standing?: Standing) => {
    if (!(await renewJob(db, row, standing))) abort.abort()
  }
  const renewing = setInterval(() => {
    keep().catch((error: unknown) => log.warn(`a job could not be kept: ${error}`))
  }, JOBS.lease / 3)
  let toldAt = 0
  return {
    async report(standing) {
      demandWanted(abort.signal)
      const now = Date.now()
      if (now - toldAt >= JOBS.tellEvery) {
        toldAt = now
        told.report(standing)
        await keep(standing)
        const [sentence = null] = standing.sentences
        tell({ ...row, sentence, done: standing.done, total: standing.total })
      }
      demandWanted(abort.signal)
    },
    letGo() {
      clearInterval(renewing)
      told.end()
    },
  }
}

function demandWanted(signal: AbortSignal): void {
  if (signal.aborted) throw new ApiError(CODE.badRequest, '@job.cancelled')
}

/** A refusal in its own words; of what went wrong in here nobody learns more than that it did. */
export function failureOf(error: unknown): Sentence {
  if (!(error instanceof ApiError) || typeof error.text !== 'string') return { text: '@job.failed' }
  return {
    text: error.text,
    ...(error.params && { params: error.params as NonNullable<Sentence['params']> }),
  }
}
