import { BySubject, type Subject } from './subject'

/** What one subject may do. */
export interface Allowance {
  /** Requests a minute; as many may come at once. */
  readonly requests: number
  /** Bytes a minute, received and sent. */
  readonly bytes: number
  /** Requests that run at the same time. */
  readonly running: number
}

interface Account {
  requests: number
  bytes: number
  counted: number
  running: number
}

const MINUTE = 60_000

/**
 * Counts for many subjects what they do. A request takes one turn when it comes and pays for its bytes when it is over, of
 * which nobody knows before: who has spent more than there is waits until it is earned again.
 *
 * @param now milliseconds, of any beginning
 */
export function createBudgets(now: () => number = () => performance.now()) {
  const accounts = new BySubject<Account>()
  let swept = now()

  const accountOf = (subject: Subject, { requests, bytes }: Allowance): Account => {
    const time = now()
    if (time > swept + MINUTE) {
      swept = time
      // Whoever has rested for a minute has all there is again.
      accounts.sweep(({ counted, running, bytes }) => running === 0 && bytes >= 0 && counted < time - MINUTE)
    }
    const known = accounts.get(subject)
    if (!known) {
      const account = { requests, bytes, counted: time, running: 0 }
      accounts.set(subject, account)
      return account
    }
    const share = (time - known.counted) / MINUTE
    known.requests = Math.min(requests, known.requests + share * requests)
    known.bytes = Math.min(bytes, known.bytes + share * bytes)
    known.counted = time
    return known
  }

  return {
    /** Begins a request: the answer is 0, or how many milliseconds are left to the next that is taken. */
    begin(subject: Subject, allowance: Allowance): number {
      const account = accountOf(subject, allowance)
      if (account.running >= allowance.running) return 1_000
      if (account.bytes < 0) return Math.ceil((-account.bytes / allowance.bytes) * MINUTE)
      if (account.requests < 1) return Math.ceil(((1 - account.requests) / allowance.requests) * MINUTE)
      account.requests -= 1
      account.running += 1
      return 0
    },
    /** Ends a request that was begun, with the bytes that it moved. */
    end(subject: Subject, bytes: number): void {
      const account = accounts.get(subject)
      if (!account) return
      account.running = Math.max(0, account.running - 1)
      account.bytes -= bytes
    },
    /** How many subjects are kept in mind. */
    get size(): number {
      return accounts.size
    },
  }
}

export type Budgets = ReturnType<typeof createBudgets>
