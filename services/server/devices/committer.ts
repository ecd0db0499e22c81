import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '../database/connect'
import type { Log } from '../log'

/** Work of one transaction; what it answers runs once that is committed. */
export type AfterCommit = () => void | Promise<void>

export interface CommitterOptions<M> {
  /** Keeps messages in one transaction. */
  readonly commit: (messages: readonly M[]) => Promise<readonly AfterCommit[]>
  /** Sets a message aside that cannot be kept. */
  readonly setAside: (message: M, error: unknown) => Promise<readonly AfterCommit[]>
  /** How much work a message is, in bytes. */
  readonly sizeOf: (message: M) => number
  /** Tells the sender that it is kept. */
  readonly settle: (message: M) => void
  readonly log: Log
}

/**
 * Keeps what comes, group by group: whatever arrives while one group is being committed makes up the next, so that the
 * database is asked once for many messages and a lone message waits for nobody (well below the 200 ms of `design/field.md §2.7`).
 * A message is settled only when it is committed.
 */
export interface Committer<M> {
  receive(messages: readonly M[]): void
  /** Runs other work between two groups. */
  run(work: () => Promise<readonly AfterCommit[]>): Promise<void>
  /** Ends after the group under way; what waits is not settled and comes again. */
  close(): Promise<void>
}

/** Messages in a group, and their bytes: some hundred backlogs must not hold up what is said now. */
const MOST = 2_000
const MOST_BYTES = 512 * 1024
/** A group that fails is tried so often, after these times in milliseconds, before it is taken apart. */
const RETRIES = [50, 250]
/** The longest wait for a database that is away, in milliseconds. */
const MOST_PATIENCE = 2_000

export function createCommitter<M>({
  commit,
  setAside,
  sizeOf,
  settle,
  log,
}: CommitterOptions<M>): Committer<M> {
  let queue: M[] = []
  const works: (() => Promise<void>)[] = []
  let isClosed = false
  let running: Promise<void> | null = null

  const follow = async (after: readonly AfterCommit[]) => {
    for (const work of after)
      try {
        await work()
      } catch (error) {
        log.warn(`what follows a batch of devices' messages failed: ${error}`)
      }
  }
  const done = async (messages: readonly M[], after: readonly AfterCommit[]) => {
    for (const message of messages) settle(message)
    await follow(after)
  }
  /** Waits until the database is there; answers false when the server ends before. */
  const persist = async (work: () => Promise<readonly AfterCommit[]>) => {
    for (let wait = 50; !isClosed; wait = Math.min(wait * 2, MOST_PATIENCE))
      try {
        return await work()
      } catch (error) {
        if (!isUnavailable(error)) throw error
        await sleep(wait)
      }
    return null
  }
  const keep = async (messages: readonly M[], retries: readonly number[]): Promise<void> => {
    try {
      const after = await persist(() => commit(messages))
      if (after) await done(messages, after)
    } catch (error) {
      const [wait, ...more] = retries
      if (wait !== undefined) {
        await sleep(wait)
        return keep(messages, more)
      }
      await takeApart(messages, error)
    }
  }
  /** One message must not hold up the others: halves of halves, until it stands alone. */
  const takeApart = async (messages: readonly M[], error: unknown): Promise<void> => {
    const [only] = messages
    if (only !== undefined && messages.length === 1) {
      log.warn(`a device's message was set aside: ${error}`)
      const after = await persist(() => setAside(only, error))
      if (after) await done(messages, after)
      return
    }
    const middle = Math.ceil(messages.length / 2)
    for (const half of [messages.slice(0, middle), messages.slice(middle)]) await keep(half, [])
  }
  const loop = async () => {
    while (!isClosed && (queue.length > 0 || works.length > 0)) {
      for (const work of works.splice(0)) await work()
      const messages = queue.splice(0, groupOf(queue, sizeOf))
      if (messages.length === 0) continue
      try {
        await keep(messages, RETRIES)
      } catch (error) {
        // Not even setting aside worked: nothing is settled, so it comes again.
        log.error(`devices' messages could not be kept: ${error}`)
      }
    }
    running = null
  }
  const start = () => {
    if (!isClosed) running ??= Promise.resolve().then(loop)
  }
  return {
    receive(messages) {
      if (isClosed) return
      // Not a spread: thousands may come at once.
      queue = queue.length === 0 ? [...messages] : queue.concat(messages)
      start()
    },
    run(work) {
      return new Promise((resolve, reject) => {
        works.push(() => work().then(follow).then(resolve, reject))
        start()
      })
    },
    async close() {
      isClosed = true
      await running
    },
  }
}

/** How many of the messages that wait make up a group: at least one. */
function groupOf<M>(queue: readonly M[], sizeOf: (message: M) => number): number {
  let [count, bytes] = [0, 0]
  for (const message of queue) {
    bytes += sizeOf(message)
    if (count === MOST || (count > 0 && bytes > MOST_BYTES)) break
    count += 1
  }
  return count
}
