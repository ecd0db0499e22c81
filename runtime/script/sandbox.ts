import type { QuickJSWASMModule } from 'quickjs-emscripten-core'
import { type ScriptInput, type ScriptJob, ScriptRun, type ScriptTurn } from './run'

/** Runs scripts, each in an interpreter of its own, and keeps those that wait for answers. */
export class Sandbox {
  readonly #load: () => Promise<QuickJSWASMModule>
  readonly #waiting = new Map<number, ScriptRun>()
  #module: Promise<QuickJSWASMModule> | undefined

  /** `load` is asked again after an interpreter could not be cleared away. */
  constructor(load: () => Promise<QuickJSWASMModule>) {
    this.#load = load
  }

  /** Fetches the interpreter ahead. */
  async prepare(): Promise<void> {
    this.#module ??= this.#load()
    await this.#module
  }

  /** Starts a run under a number of the caller's choice. */
  async start(id: number, job: ScriptJob): Promise<ScriptTurn> {
    this.#module ??= this.#load()
    const run = new ScriptRun(await this.#module, job)
    return this.#after(id, run, run.start())
  }

  /** The answer to a waiting run's request; nothing for a run that is over. */
  answer(
    id: number,
    number: number,
    fine: boolean,
    data: unknown,
    values?: ScriptInput['formData'],
  ): ScriptTurn | undefined {
    const run = this.#waiting.get(id)
    return run && this.#after(id, run, run.answer(number, fine, data, values))
  }

  stop(id: number): void {
    const run = this.#waiting.get(id)
    if (run) this.#clear(id, run)
  }

  #after(id: number, run: ScriptRun, turn: ScriptTurn): ScriptTurn {
    // What nobody waits for any more may still have requests open: their answers go on with it.
    if (turn.outcome?.state === 'failed' || !run.isOpen) this.#clear(id, run)
    else this.#waiting.set(id, run)
    return turn
  }

  #clear(id: number, run: ScriptRun): void {
    this.#waiting.delete(id)
    if (!run.dispose()) this.#module = undefined
  }
}
