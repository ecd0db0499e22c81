import { SCRIPT_LIMITS, type ScriptEngine, type ScriptTurn } from '@runtime/script'
import type { FromSandbox, ToSandbox } from './messages'

type Told<K> = K extends unknown ? Omit<K, 'message'> : never

interface Waiting {
  readonly id: number
  readonly settle: (turn: ScriptTurn | undefined) => void
  readonly timer: ReturnType<typeof setTimeout>
}

const FAILED = (reason: 'time' | 'crashed', message: string): ScriptTurn => ({
  effects: [],
  requests: [],
  outcome: { state: 'failed', reason, message },
})

/**
 * Scripts in a worker. A worker that does not answer within a run's time and a little more is ended, with all that runs
 * in it; the next script gets a new one.
 */
export class WorkerEngine implements ScriptEngine {
  readonly #open: () => Worker
  readonly #waiting = new Map<number, Waiting>()
  /** Milliseconds that each run has, by its id. */
  readonly #times = new Map<number, number>()
  #worker: Promise<Worker> | undefined
  #messages = 0

  constructor(open: () => Worker) {
    this.#open = open
  }

  async start(...[id, job]: Parameters<ScriptEngine['start']>): Promise<ScriptTurn> {
    this.#times.set(id, job.time)
    const turn = await this.#ask({ kind: 'start', id, job })
    return turn ?? FAILED('crashed', '')
  }

  answer(...[id, number, fine, data, values]: Parameters<ScriptEngine['answer']>) {
    return this.#ask({ kind: 'answer', id, number, fine, data, values })
  }

  stop(id: number): void {
    this.#times.delete(id)
    void this.#worker?.then((worker) => this.#post(worker, { kind: 'stop', id }, 0), ignored)
  }

  async #ask(told: Told<ToSandbox>): Promise<ScriptTurn | undefined> {
    let worker: Worker
    try {
      worker = await this.#ready()
    } catch (error) {
      return FAILED('crashed', error instanceof Error ? error.message : '')
    }
    this.#messages += 1
    const message = this.#messages
    return new Promise((settle) => {
      const limit = (this.#times.get(told.id) ?? SCRIPT_LIMITS.formTime) + SCRIPT_LIMITS.grace
      const timer = setTimeout(() => this.#end(worker, 'time', ''), limit)
      this.#waiting.set(message, { id: told.id, settle, timer })
      this.#post(worker, told, message)
    })
  }

  #post(worker: Worker, told: Told<ToSandbox>, message: number): void {
    worker.postMessage({ ...told, message } satisfies ToSandbox)
  }

  /** The worker, once its interpreter has been fetched: that is not the script's time. */
  #ready(): Promise<Worker> {
    this.#worker ??= new Promise((resolve, reject) => {
      const worker = this.#open()
      worker.onmessage = ({ data }: MessageEvent<FromSandbox>) => {
        if (data.kind === 'ready') resolve(worker)
        else if (data.kind === 'turn') this.#settle(data.message, data.turn)
        else {
          reject(new Error(data.error))
          this.#end(worker, 'crashed', data.error)
        }
      }
      worker.onerror = (event) => {
        event.preventDefault()
        reject(new Error(event.message ?? ''))
        this.#end(worker, 'crashed', event.message ?? '')
      }
    })
    return this.#worker
  }

  #settle(message: number, turn: ScriptTurn | undefined): void {
    const waiting = this.#waiting.get(message)
    if (!waiting) return
    clearTimeout(waiting.timer)
    this.#waiting.delete(message)
    if (!turn || turn.outcome?.state === 'failed') this.#times.delete(waiting.id)
    waiting.settle(turn)
  }

  #end(worker: Worker, reason: 'time' | 'crashed', message: string): void {
    worker.terminate()
    this.#worker = undefined
    for (const waiting of [...this.#waiting.keys()]) this.#settle(waiting, FAILED(reason, message))
  }
}

const ignored = () => undefined
