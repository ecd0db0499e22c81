import { outsideRights } from '../../../database/guard'
import type { CallContext, ModuleServer } from '../../../module'
import type { Jobs, Sentence, Standing } from './board'
import { failureOf, holdJob, type Tell } from './holding'
import { addHeldJob, endHeldJob, type HeldJob, type JobEnd } from './store'

/** A job while its call does it. */
export interface Accompanied {
  /** Says how far it is; in between no more than is told of any job. */
  tell(standing: Standing): void
  /** Aborted where its person has cancelled it. */
  readonly signal: AbortSignal
  /** Its person has said so to the call itself. */
  cancel(): void
}

/** What a call has done, and how that is told. */
export interface Accomplished<T> {
  readonly answer: T
  readonly said: Sentence
  /** It was cancelled, and has kept what it had done by then. */
  readonly isCancelled: boolean
}

export type Accompany = <T>(
  context: CallContext,
  job: HeldJob,
  work: (job: Accompanied) => Promise<Accomplished<T>>,
) => Promise<T>

/**
 * Writes down what a call does while its caller waits. It runs here at once, and so neither waits for its turn nor counts among the
 * jobs that a person may have open; no other server takes it up, for the call is not there any more to be answered.
 */
export function createAccompany(server: ModuleServer, board: Jobs, tell: Tell): Accompany {
  const { db, log } = server
  return async (context, job, work) => {
    // The table is the server's own, whatever the call may touch.
    const row = await outsideRights(() => addHeldJob({ ...context, db }, job))
    tell(row)
    const abort = new AbortController()
    const held = outsideRights(() => holdJob(server, board, tell, row, abort))
    let telling: Promise<void> | undefined
    const warn = (error: unknown) => log.warn(`the job ${row.kind} ${row.id} could not be told: ${error}`)
    const end = (how: JobEnd) =>
      outsideRights(async () => {
        await telling
        const ended = await endHeldJob(db, row, how)
        if (ended) tell(ended)
      }).catch(warn)
    try {
      const { answer, said, isCancelled } = await work({
        signal: abort.signal,
        cancel: () => abort.abort(),
        tell(standing) {
          if (abort.signal.aborted) return
          telling ??= outsideRights(() => held.report(standing))
            .catch((error: unknown) => {
              if (!abort.signal.aborted) warn(error)
            })
            .finally(() => {
              telling = undefined
            })
        },
      })
      await end({ state: isCancelled ? 'cancelled' : 'done', result: { said } })
      return answer
    } catch (error) {
      const failure = failureOf(error)
      await end(
        abort.signal.aborted
          ? { state: 'cancelled', result: { said: failure } }
          : { state: 'failed', failure },
      )
      throw error
    } finally {
      held.letGo()
    }
  }
}
