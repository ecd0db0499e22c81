import { setTimeout as sleep } from 'node:timers/promises'
import { LONGEST_REST, RESTS } from '../limits'
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
  /** Whether somebody else than the subject asks anything of late. */
  readonly hasOthers: (subject: Subject) => boolean
}

const TIME: Pick<Surroundings, 'now' | 'rest'> = {
  now: () => performance.now(),
  rest: (milliseconds) => sleep(milliseconds, undefined, { ref: false }),
}

/**
 * Large requests of one subject run one after the other, and while others are there each is followed by a rest that is longer than it
 * took: so one person who asks for the most that is allowed, again and again, has a small part of the server
 * (`design/hardening.md §2`).
 */
export function createTurns(surroundings: Pick<Surroundings, 'hasOthers'> & Partial<Surroundings>) {
  const { now, rest, hasOthers } = { ...TIME, ...surroundings }
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
        const resting = hasOthers(subject)
          ? rest(Math.min((now() - began) * RESTS, LONGEST_REST))
          : Promise.resolve()
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
