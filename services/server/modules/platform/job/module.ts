import { jobCalls as calls } from '@services/contract/areas/platform/job'
import { notFound } from '../../../http/errors'
import { JOBS } from '../../../limits'
import type { CallContext, ServerModule } from '../../../module'
import { forEveryone } from '../../../right'
import { type Accompany, createAccompany } from './accompany'
import { type Jobs, type Sentence, watchJobs } from './board'
import { addJob, cancelJob, forgetJobs, type JobRow, jobOf, jobsOf, lastDone } from './store'
import { migrations } from './tables'
import { createWorker, type JobKind } from './worker'

declare module '../../../module' {
  interface Services {
    /** How far jobs are, those of calls and those of the table. */
    jobBoard: Jobs
    /** Jobs that are written down: they outlive their caller's browser and the server that runs them. */
    jobTable: {
      /** Says what jobs of a name do. */
      kind<I>(name: string, kind: JobKind<I>): void
      /** Writes one down for its caller, and has it taken up; the answer is its id. */
      start(context: CallContext, kind: string, input: object, title: Sentence): Promise<string>
      /** Writes down what a call does while its caller waits. */
      readonly accompany: Accompany
      /** The last job of a person's that came to the end of just this. */
      lastDone(db: Db | Tx, personId: string, kind: string, input: object): Promise<JobRow | undefined>
      /** Forgets jobs that have been over for long, with the files that they have made. */
      forget(): Promise<void>
    }
  }
}

const OWN_JOBS = forEveryone('It sees and ends one’s own jobs alone')
const HOUR = 3_600_000

/** How far long work is, for who began it, and its end before it. */
export const jobModule: ServerModule = {
  name: 'job',
  migrations,
  register(server) {
    const { db, services, handle, onReady, onClose, log } = server
    const board = watchJobs(server)
    services.jobBoard = board
    const tell = ({ id, kind, person_id, state, done, total }: JobRow) =>
      void services.sockets
        .toUser(person_id, { method: 'job', id, kind, state, done, total })
        .catch((error: unknown) => log.warn(`a job could not be told: ${error}`))
    const worker = createWorker(server, board, tell)
    services.jobTable = {
      kind: worker.kind,
      async start(context, kind, input, title) {
        const id = await addJob(context, kind, input, title)
        worker.wake()
        return id
      },
      accompany: createAccompany(server, board, tell),
      lastDone,
      forget: async () => services.files.remove(await forgetJobs(db)),
    }
    onReady(async () => {
      const forget = () =>
        services.jobTable
          .forget()
          .catch((error: unknown) => log.warn(`old jobs could not be forgotten: ${error}`))
      const timers = [setInterval(worker.wake, JOBS.lookEvery), setInterval(forget, HOUR)]
      for (const timer of timers) timer.unref()
      worker.wake()
      onClose(async () => {
        for (const timer of timers) clearInterval(timer)
        await worker.stop()
      })
    })

    handle(calls['job.progress'], OWN_JOBS, async ({ user, text }, { id }) => {
      const standing = board.of(user.userId, id) ?? standingOf(await jobOf(db, user.userId, id))
      if (!standing) return null
      const words = standing.sentences.map((sentence) => text(sentence.text, sentence.params))
      return { text: words.join(text('@server.comma')), done: standing.done, total: standing.total }
    })
    handle(calls['job.cancel'], OWN_JOBS, async ({ user }, { id }) => {
      // Written before whoever runs it hears of it: else it has an end of its own first, and is no cancelled one.
      const row = await cancelJob(db, user.userId, id)
      board.cancel(user.userId, id)
      if (row) tell(row)
    })
    handle(calls['job.list'], OWN_JOBS, async (context) => ({
      list: (await jobsOf(db, context.user.userId)).map((row) => wireOf(context, row)),
    }))
    handle(calls['job.read'], OWN_JOBS, async (context, { id }) => {
      const row = await jobOf(db, context.user.userId, id)
      if (!row) throw notFound()
      return wireOf(context, row)
    })
  },
}

function standingOf(row: JobRow | undefined) {
  return row?.sentence ? { sentences: [row.sentence], done: row.done, total: row.total } : null
}

function wireOf({ text }: CallContext, row: JobRow) {
  const said = (sentence: Sentence | null) => (sentence ? text(sentence.text, sentence.params) : '')
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    title: said(row.title ?? { text: '@job.untitled' }),
    text: said(wordsOf(row)),
    done: row.done,
    total: row.total,
    creatorTime: row.created_at.getTime(),
    endTime: row.ended_at?.getTime() ?? null,
    file: row.result?.file ?? null,
  }
}

/** What it does now, why it has failed, or what it has come to. */
function wordsOf({ state, sentence, failure, result }: JobRow): Sentence | null {
  if (state === 'failed') return failure
  return state === 'waiting' || state === 'running' ? sentence : (result?.said ?? null)
}
