import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { BUSY_SHARE, LONGEST_REST } from '../limits'
import { BySubject, type Subject } from './subject'

/** A subject's large requests: the one that runs, and those that wait for it. */
interface Line {
  /** Fulfilled once the last of them has had its turn. */
  tail: Promise<void>
  waiting: number
}

/** What the passing of time comes from; a test has its own. */
interface Surroundings {
  /** Milliseconds, of any beginning. */
  readonly now: () => number
  readonly rest: (milliseconds: number) => Promise<unknown>
  /** Whether somebody else may be waiting for the main thread. */
  readonly isBusy: () => boolean
}

/**
 * Large requests of one subject run one after the other, and on a busy server each is followed by a rest as long as it took: so one
 * person who sends the most that is allowed, again and again, has at most half of the server (`design/hardening.md §2`).
 */
export function createTurns(
  { now, rest, isBusy }: Surroundings = {
    now: () => performance.now(),
    rest: (milliseconds) => sleep(milliseconds, undefined, { ref: false }),
    isBusy: createWatch(),
  },
) {
  const lines = new BySubject<Line>()
  return {
    /** Waits for the subject's turn; the answer ends it, and may be called more than once. */
    async begin(subject: Subject): Promise<() => void> {
      const line = lines.get(subject) ?? { tail: Promise.resolve(), waiting: 0 }
      lines.set(subject, line)
      line.waiting++
      const before = line.tail
      let release = () => {}
      line.tail = new Promise((resolve) => {
        release = resolve
      })
      await before
      const began = now()
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        const resting = isBusy() ? rest(Math.min(now() - began, LONGEST_REST)) : Promise.resolve()
        void resting.then(() => {
          line.waiting--
          release()
          lines.sweep(({ waiting }) => waiting === 0)
        })
      }
    },
    /** How many subjects have a request that runs, waits or rests. */
    get size(): number {
      return lines.size
    },
  }
}

/** Over how many milliseconds the main thread's work is measured. */
const SAMPLE = 200

/** Whether the main thread has had work for most of the time of late. */
function createWatch(): () => boolean {
  let since = performance.eventLoopUtilization()
  let sampled = performance.now()
  let isBusy = false
  return () => {
    if (performance.now() - sampled < SAMPLE) return isBusy
    isBusy = performance.eventLoopUtilization(since).utilization > BUSY_SHARE
    since = performance.eventLoopUtilization()
    sampled = performance.now()
    return isBusy
  }
}
