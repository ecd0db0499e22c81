import { isUnavailable } from '../../../database/connect'
import { outsideRights } from '../../../database/guard'
import type { Log } from '../../../log'

/** Milliseconds between two looks at what is due; what is made here is looked at once. */
const ROUND = 500

/** Work that is looked at again and again, one look after the other. */
export interface Loop {
  /** There is something to look at: the next look does not wait for its time. */
  kick(): void
  /** One look, to its end. */
  poll(): Promise<void>
  stop(): Promise<void>
}

export function createLoop(log: Log, work: () => Promise<unknown>): Loop {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> | undefined
  let isAgain = false
  let isStopped = false
  const run = () => {
    if (isStopped) return
    if (running) {
      isAgain = true
      return
    }
    clearTimeout(timer)
    // Whoever has kicked it: what is due is the server's own work.
    running = outsideRights(() => guarded(log, work)).finally(() => {
      running = undefined
      if (isStopped) return
      const isSoon = isAgain
      isAgain = false
      timer = setTimeout(run, isSoon ? 0 : ROUND)
    })
  }
  return {
    kick: run,
    async poll() {
      while (running) await running
      await work()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** What fails is tried again in the next round. The answer says whether it has not failed. */
export async function guarded(log: Log, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!isUnavailable(error))
      log.warn(`commands could not be carried on: ${error instanceof Error ? (error.stack ?? error) : error}`)
    return false
  }
}
