import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../../../module'
import type { RunningJob } from '../job/worker'
import { asRefusal, OutboundProblem } from '../outbound/problem'
import { dingtalkDirectory } from './dingtalk'
import type { Call, Directory, Third, What } from './directory'
import { readLinks } from './links'
import { createNotes } from './notes'
import { peopleToThem, peopleToUs } from './people'
import { type Run, unitsToThem, unitsToUs } from './units'
import { wecomDirectory } from './wecom'

/** What a synchronisation is asked for. */
export interface Wish {
  readonly third: Third
  readonly what: What
  /** 1: from them to us. */
  readonly direction: number
  readonly isTrial: boolean
}

/** Milliseconds of the first pause when a directory says that it is asked too often; each further one is twice as long. */
const PAUSE = 1_000
const PAUSES = 5

/** A company's directory, asked patiently. */
export function directoryOf(services: Services, third: Third, signal: AbortSignal): Directory {
  const call: Call = async (path, input) => {
    for (let pause = 0; ; pause++) {
      signal.throwIfAborted()
      try {
        return await services.outbound.call(third, { path, ...input })
      } catch (error) {
        const isBusy = error instanceof OutboundProblem && error.text === '@outbound.tooOften'
        if (!isBusy || pause === PAUSES) throw error
        // Whoever ends it meanwhile is told of above.
        await sleep(PAUSE * 2 ** pause, undefined, { signal }).catch(() => undefined)
      }
    }
  }
  return third === 'wecom' ? wecomDirectory(call) : dingtalkDirectory(call)
}

/**
 * Synchronises; what it has done and could not do is kept by name, also where it ends in the middle: the next run goes on from
 * there, since what stands for what is remembered one by one.
 */
export async function synchronise(services: Services, job: RunningJob<Wish>): Promise<void> {
  const { third, what, direction, isTrial } = job.input
  const context = await job.context()
  const { db } = context
  const notes = await createNotes(db, { runId: job.id, third, what, direction, isTrial })
  let done = 0
  const run: Run = {
    ...{ third, context, notes, isTrial },
    directory: directoryOf(services, third, job.signal),
    units: await readLinks(db, third, 'organize', isTrial),
    async tick(total) {
      if (total > 0) done++
      const text = total > 0 ? '@thirdSync.running' : '@thirdSync.reading'
      await job.report({ sentences: [{ text, params: { done, total } }], done, total })
    },
  }
  try {
    await asRefusal(async () => {
      if (what === 'organize') return direction === 1 ? unitsToUs(run) : unitsToThem(run)
      const links = await readLinks(db, third, 'user', isTrial)
      return direction === 1 ? peopleToUs(run, links, services) : peopleToThem(run, links)
    })
  } finally {
    await notes.keep()
  }
  if (!isTrial)
    await db
      .updateTable('third_sync_run')
      .set({ synced_at: new Date() })
      .where('third', '=', third)
      .where('what', '=', what)
      .execute()
}
