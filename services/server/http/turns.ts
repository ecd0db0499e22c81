import { setTimeout as sleep } from 'node:timers/promises'
import { LARGE_WORK } from '../limits'
import { BySubject, type Subject } from './subject'

/** What the passing of time comes from; a test has its own. */
interface Surroundings {
  /** Milliseconds, of any beginning. */
  readonly now: () => number
  readonly rest: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>
  /** Whether somebody else than the subject asks anything of late. */
  readonly hasOthers: (subject: Subject) => boolean
}

const TIME: Pick<Surroundings, 'now' | 'rest'> = {
  now: () => performance.now(),
  rest: (milliseconds, signal) => sleep(milliseconds, undefined, { ref: false, ...(signal && { signal }) }),
}

/** A subject's large requests: the one that runs, and those that wait for it. */
class Line {
  /** Fulfilled once the last of them has had its turn. */
  tail: Promise<void> = Promise.resolve()
  waiting = 0
  readonly #now: () => number
  /** Milliseconds that may be worked without a rest, and when they were counted. */
  #credit: number = LARGE_WORK.credit
  #counted: number

  constructor(now: () => number) {
    this.#now = now
    this.#counted = now()
  }

  get isSpare(): boolean {
    return this.waiting === 0 && this.#earned() >= LARGE_WORK.credit
  }

  /** Takes note of milliseconds that have been worked. @returns for how many nothing more is to begin */
  work(milliseconds: number): number {
    // What no rest could make good is not held against anybody: a request may have waited for its own sender.
    const least = -LARGE_WORK.longestRest * LARGE_WORK.part
    this.#credit = Math.max(least, this.#earned() - milliseconds)
    this.#counted = this.#now()
    return Math.max(0, -this.#credit / LARGE_WORK.part)
  }

  #earned(): number {
    return Math.min(LARGE_WORK.credit, this.#credit + (this.#now() - this.#counted) * LARGE_WORK.part)
  }
}

/**
 * Large requests of one subject run one after the other, and while others are there they run for a small part of the time: after each,
 * as long as it takes to make up for it, nothing begins. So one person who asks for the most that is allowed, again and again, is hardly
 * noticed by the others (`design/hardening.md §2`).
 */
export function createTurns(surroundings: Pick<Surroundings, 'hasOthers'> & Partial<Surroundings>) {
  const { now, rest, hasOthers } = { ...TIME, ...surroundings }
  const lines = new BySubject<Line>()
  const isInTime = async (turn: Promise<void>) => {
    const patience = new AbortController()
    const late = rest(LARGE_WORK.longestWait, patience.signal).then(
      () => false,
      () => true,
    )
    try {
      return await Promise.race([turn.then(() => true), late])
    } finally {
      patience.abort()
    }
  }
  return {
    /**
     * Waits for the subject's turn; the answer ends it, and may be called more than once.
     * @returns undefined when that took too long
     */
    async begin(subject: Subject): Promise<(() => void) | undefined> {
      lines.sweep(({ isSpare }) => isSpare)
      const line = lines.get(subject) ?? new Line(now)
      lines.set(subject, line)
      line.waiting++
      const before = line.tail
      let release = () => {}
      line.tail = new Promise((resolve) => {
        release = () => {
          line.waiting--
          resolve()
        }
      })
      const isThere = line.waiting === 1 || (await isInTime(before))
      if (!isThere) {
        void before.then(release)
        return undefined
      }
      const began = now()
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        const pause = line.work(now() - began)
        if (pause > 0 && hasOthers(subject)) void rest(pause).then(release)
        else release()
      }
    },
    /** How many subjects have a request that runs or waits, or much to make up for. */
    get size(): number {
      return lines.size
    },
  }
}
