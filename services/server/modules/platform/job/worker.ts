import { runAs } from '../../../database/callers'
import { outsideRights, withTables } from '../../../database/guard'
import { ApiError } from '../../../http/errors'
import { JOBS } from '../../../limits'
import type { CallContext, ModuleServer } from '../../../module'
import type { Kind } from '../../../right'
import type { Jobs, Sentence, Standing } from './board'
import { contextOfJob } from './context'
import { failureOf, holdJob, type Tell } from './holding'
import { claimJob, endJob, giveUpJobs, type JobRow, putBackJob } from './store'
import type { JobResult } from './tables'

/** A job while it runs, as its kind sees it. */
export interface RunningJob<I> {
  readonly id: string
  readonly input: I
  /** Its person, as they are now: who has been disabled has their jobs ended. @throws ApiError 403 */
  context(): Promise<CallContext>
  /** Says how far it is. @throws ApiError where it has been cancelled, or is another server's by now */
  report(standing: Standing): Promise<void>
  /** Aborted where there is no use in going on. */
  readonly signal: AbortSignal
}

/** What jobs of a name do. */
export interface JobKind<I> {
  /** Tables that it may touch (`database/guard.ts`). */
  readonly opens: readonly Kind[]
  run(job: RunningJob<I>): Promise<JobResult>
  /** Takes back what a run has made that is not wanted any more. */
  undo?(result: JobResult): Promise<void>
  /** After it has ended, however: tells the person. */
  ended?(row: JobRow, context: CallContext): Promise<void>
}

/** Runs what stands in the table: a few at a time on each server, each by one server alone. */
export function createWorker(server: ModuleServer, board: Jobs, tell: Tell) {
  const { db, log } = server
  const kinds = new Map<string, JobKind<never>>()
  const running = new Map<JobRow, { readonly work: Promise<void>; readonly abort: AbortController }>()
  let stopped = false
  let looking: Promise<void> | undefined
  let lookAgain = false

  const look = async () => {
    for (const row of await giveUpJobs(db)) tell(row)
    while (!stopped && running.size < JOBS.atOnce) {
      const row = await claimJob(db, [...kinds.keys()])
      if (!row) return
      const abort = new AbortController()
      const work = attend(row, abort).finally(() => {
        running.delete(row)
        wake()
      })
      running.set(row, { work, abort })
    }
  }
  const wake = () => {
    if (stopped) return
    lookAgain = true
    looking ??= outsideRights(async () => {
      while (lookAgain) {
        lookAgain = false
        await look()
      }
    })
      .catch((error: unknown) => log.warn(`jobs could not be taken up: ${error}`))
      .finally(() => {
        looking = undefined
      })
  }

  /** Runs one job to its end, renewing its lease. */
  const attend = async (row: JobRow, abort: AbortController): Promise<void> => {
    tell(row)
    const kind = kinds.get(row.kind) as JobKind<unknown>
    const held = holdJob(server, board, tell, row, abort)
    const job: RunningJob<unknown> = {
      id: row.id,
      input: row.input,
      signal: abort.signal,
      context: () => contextOfJob(server, row),
      report: held.report,
    }
    try {
      const end = await runAs('job', () =>
        withTables(new Set(kind.opens), `job ${row.kind}`, () => kind.run(job)),
      ).then(
        (result) => ({ result }),
        (error: unknown) => ({ failure: failureOf(error), error }),
      )
      if (stopped && 'failure' in end) return await putBackJob(db, row)
      if ('error' in end && !(end.error instanceof ApiError))
        log.warn(`the job ${row.kind} ${row.id} has failed: ${String(end.error)}`)
      if (await endJob(db, row, end)) await over(row, kind, end)
      else if ('result' in end) await kind.undo?.(end.result)
    } catch (error) {
      // Its lease runs out, and whoever is there takes it up again.
      log.warn(`the job ${row.kind} ${row.id} could not be ended: ${String(error)}`)
    } finally {
      held.letGo()
    }
  }
  const over = async (
    row: JobRow,
    kind: JobKind<unknown>,
    end: { readonly result: JobResult } | { readonly failure: Sentence },
  ) => {
    const ended: JobRow =
      'result' in end
        ? { ...row, state: 'done', result: end.result }
        : { ...row, state: 'failed', failure: end.failure }
    tell(ended)
    await kind.ended?.(ended, await contextOfJob(server, row))
  }

  return {
    kind<I>(name: string, kind: JobKind<I>): void {
      kinds.set(name, kind as JobKind<never>)
    },
    wake,
    async stop(): Promise<void> {
      stopped = true
      await looking
      for (const { abort } of running.values()) abort.abort()
      await Promise.all([...running.values()].map(({ work }) => work))
    },
  }
}
