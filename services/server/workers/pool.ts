import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { WORK_TIME, WORKERS } from '../limits'
import type { InputOfTask, OutputOfTask, TaskName } from './tasks'

/** Threads for work whose price its input decides: none of it can hold up the server or take its memory. */
export interface Workers {
  /**
   * Does a piece of work in a thread of its own.
   * @throws WorkRefused when it takes too long or too much memory, or when too much waits already
   */
  run<K extends TaskName>(task: K, input: InputOfTask<K>): Promise<OutputOfTask<K>>
  /** Pieces of work: `running` in a thread, `waiting` for one. */
  usage(): { readonly running: number; readonly waiting: number }
  /** Ends all threads; what is under way is refused. */
  close(): Promise<void>
}

declare module '../module' {
  interface Services {
    workers: Workers
    /** Threads that read the files of imports, with less room. */
    importWorkers: Workers
  }
}

/** Why a piece of work has not been done. `failed`: it threw an error of its own, which is the message. */
export class WorkRefused extends Error {
  readonly why: 'time' | 'memory' | 'busy' | 'failed'
  constructor(why: WorkRefused['why'], message: string = why) {
    super(message)
    this.name = 'WorkRefused'
    this.why = why
  }
}

/** What a thread says: that it stands, or how its work has ended. */
export type FromThread =
  | { readonly isReady: true }
  | { readonly output: unknown }
  | { readonly error: string }

interface Job {
  readonly task: TaskName
  readonly input: unknown
  readonly resolve: (output: never) => void
  readonly reject: (error: WorkRefused) => void
}

/** `WORKERS` and `WORK_TIME` of `limits.ts`. */
export type WorkerLimits = { readonly [name in keyof typeof WORKERS]: number } & {
  readonly time: Readonly<Record<TaskName, number>>
}

/** The thread's program: in the sources behind a loader, and beside the bundle or its pieces once built. */
function threadFile(): URL {
  const places = ['./development.mjs', './worker.js', '../worker.js'].map(
    (path) => new URL(path, import.meta.url),
  )
  const found = places.find((place) => existsSync(place))
  if (!found) throw new Error('The server’s worker is missing from the build.')
  return found
}

/** Threads come when there is work, and go when there has been none for a while. */
export function openWorkers(limits: Partial<WorkerLimits> = {}): Workers {
  const { most, waiting, heap, idle, time }: WorkerLimits = { ...WORKERS, time: WORK_TIME, ...limits }
  const threads = new Set<Thread>()
  const queue: Job[] = []
  let isClosed = false

  const next = () => {
    const job = queue[0]
    if (!job) return
    const free = [...threads].find((thread) => thread.isFree)
    if (!free && threads.size >= most) return
    queue.shift()
    const thread = free ?? launch()
    thread.take(job)
  }
  const launch = () => {
    const thread = new Thread(
      { heap, idle, time },
      {
        free: next,
        gone: () => {
          threads.delete(thread)
          next()
        },
      },
    )
    threads.add(thread)
    return thread
  }

  return {
    run: (task, input) =>
      new Promise((resolve, reject) => {
        if (isClosed || queue.length >= waiting) return reject(new WorkRefused('busy'))
        queue.push({ task, input, resolve, reject })
        next()
      }),
    usage: () => ({
      running: [...threads].filter((thread) => !thread.isFree).length,
      waiting: queue.length,
    }),
    async close() {
      isClosed = true
      for (const { reject } of queue.splice(0)) reject(new WorkRefused('busy'))
      await Promise.all([...threads].map((thread) => thread.end('busy')))
    },
  }
}

/** One thread with at most one piece of work. */
class Thread {
  private readonly worker: Worker
  private readonly limits: Pick<WorkerLimits, 'heap' | 'idle' | 'time'>
  private readonly on: { readonly free: () => void; readonly gone: () => void }
  private job: Job | undefined
  private timer: NodeJS.Timeout | undefined
  private isReady = false
  private hasEnded = false

  constructor(limits: Thread['limits'], on: Thread['on']) {
    this.limits = limits
    this.on = on
    this.worker = new Worker(threadFile(), { resourceLimits: { maxOldGenerationSizeMb: limits.heap } })
    this.worker.on('message', (message: FromThread) => this.hear(message))
    this.worker.on('error', (error) => {
      const isMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
      this.settle(new WorkRefused(isMemory ? 'memory' : 'failed', String(error)))
    })
    this.worker.on('exit', () => {
      clearTimeout(this.timer)
      this.hasEnded = true
      this.settle(new WorkRefused('failed', 'The thread has ended'))
      on.gone()
    })
    this.worker.unref()
  }

  get isFree(): boolean {
    return !this.job && !this.hasEnded
  }

  take(job: Job): void {
    clearTimeout(this.timer)
    this.job = job
    // A command of the terminal waits for what it asked for.
    this.worker.ref()
    if (this.isReady) this.begin()
  }

  /** Ends it at once, with its work. */
  async end(why: WorkRefused['why']): Promise<void> {
    this.hasEnded = true
    this.settle(new WorkRefused(why))
    await this.worker.terminate()
  }

  /** The clock starts with the work: neither waiting nor the thread's own start is its fault. */
  private begin(): void {
    if (!this.job) return
    const { task, input } = this.job
    this.timer = setTimeout(() => void this.end('time'), this.limits.time[task])
    this.worker.postMessage({ task, input })
  }

  private hear(message: FromThread): void {
    if ('isReady' in message) {
      this.isReady = true
      this.begin()
      return
    }
    clearTimeout(this.timer)
    if ('error' in message) this.settle(new WorkRefused('failed', message.error))
    else this.settle(message)
    if (this.hasEnded) return
    this.worker.unref()
    this.timer = setTimeout(() => void this.end('busy'), this.limits.idle).unref()
    this.on.free()
  }

  private settle(result: WorkRefused | { readonly output: unknown }): void {
    const { job } = this
    this.job = undefined
    if (result instanceof WorkRefused) job?.reject(result)
    else job?.resolve(result.output as never)
  }
}
