import { proxy } from 'valtio/vanilla'
import { filledText } from '../document/filled-text'
import { type Computed, interpolate, scopeOf } from '../expression'
import type { Scope } from '../expression/expression'
import { CallError, type Host } from '../host'
import { obstaclesIn } from '../obstacles'
import type { Text } from '../text'
import type { ActionPlan, ActionRun, Step, StepPlan, Surface, TraceEntry } from './action'
import { isControl, stopRun } from './control'
import { TOAST_MILLISECONDS } from './toast'

/** Code of a refusal because somebody else saved first. */
const CONFLICT = 409

export interface ActionRunnerOptions {
  readonly host: Host
  readonly surface: Surface
  readonly scope: Scope
  /** Told when a step begins and again, with the same entry, when it ends. */
  readonly onTrace?: (entry: TraceEntry) => void
}

export interface RunOptions {
  /** What started it (a button's id, a row's): shows loading while it runs and refuses a second start. */
  readonly source?: string
}

export interface ActionRunner {
  /**
   * Runs an action with names added to the scope and answers its last result. A failure is shown (field errors by the
   * surface, else the message as a toast) and answers undefined: nothing above needs to catch it.
   */
  run(action: ActionPlan, names?: Readonly<Record<string, unknown>>, options?: RunOptions): Promise<unknown>
  /** Ends every run of this runner; calls under way are aborted. */
  cancel(): void
  /** Valtio proxy: `running[source]` is true while a run of that source goes on. */
  readonly state: { readonly running: Record<string, boolean> }
}

export function createActionRunner(options: ActionRunnerOptions): ActionRunner {
  const state = proxy<{ running: Record<string, boolean> }>({ running: {} })
  const controllers = new Set<AbortController>()
  return {
    state,
    async run(action, names, { source } = {}) {
      if (source !== undefined && state.running[source]) return undefined
      const controller = new AbortController()
      controllers.add(controller)
      const work = () =>
        new Run(
          options,
          state.running,
          controller.signal,
          names ? scopeOf({ ...names }, options.scope) : options.scope,
          0,
        ).run(action)
      try {
        return await (source === undefined ? work() : whileRunning(state.running, source, work))
      } catch (error) {
        if (!isControl(error) && !controller.signal.aborted) showFailure(options, error)
        return undefined
      } finally {
        controllers.delete(controller)
      }
    },
    cancel() {
      for (const controller of controllers) controller.abort()
    },
  }
}

async function whileRunning<T>(
  running: Record<string, boolean>,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  running[id] = true
  try {
    return await work()
  } finally {
    delete running[id]
  }
}

function showFailure({ host, surface }: ActionRunnerOptions, error: unknown): void {
  if (error instanceof CallError && surface.showErrors?.(error.errors)) return
  if (error instanceof CallError && error.code === CONFLICT && surface.showConflict?.(error.data)) return
  const message = error instanceof Error && error.message !== '' ? error.message : host.text('@action.failed')
  const obstacles = error instanceof CallError ? obstaclesIn(error.data) : []
  if (obstacles.length > 0 && host.showObstacles) host.showObstacles(message, obstacles)
  else host.toast('error', message, TOAST_MILLISECONDS)
}

/** One list of steps with its scope; nested lists are runs of their own, one deeper in the trace. */
class Run implements ActionRun {
  readonly host: Host
  readonly surface: Surface
  readonly signal: AbortSignal
  scope: Scope
  private readonly options: ActionRunnerOptions
  private readonly running: Record<string, boolean>
  private readonly depth: number

  constructor(
    options: ActionRunnerOptions,
    running: Record<string, boolean>,
    signal: AbortSignal,
    scope: Scope,
    depth: number,
  ) {
    this.options = options
    this.host = options.host
    this.surface = options.surface
    this.running = running
    this.signal = signal
    this.scope = scope
    this.depth = depth
  }

  text(text: Computed<Text>): string {
    return filledText(this.host, text, this.scope)
  }

  within(names: Readonly<Record<string, unknown>>): Scope {
    return scopeOf({ ...names }, this.scope)
  }

  kept(): Pick<ActionRun, 'run'> {
    return new Run(this.options, this.running, new AbortController().signal, this.scope, this.depth)
  }

  loading<T>(place: string, work: () => Promise<T>): Promise<T> {
    return whileRunning(this.running, place, work)
  }

  stop(): never {
    return stopRun()
  }

  async run(action: ActionPlan, names?: Readonly<Record<string, unknown>>): Promise<unknown> {
    const inner = new Run(
      this.options,
      this.running,
      this.signal,
      names ? scopeOf({ ...names }, this.scope) : this.scope,
      this.depth + 1,
    )
    return inner.steps(action)
  }

  private async steps(steps: ActionPlan): Promise<unknown> {
    let result: unknown
    for (const step of steps) {
      this.signal.throwIfAborted()
      if (step.when && !step.when.holds(this.scope)) continue
      const answer = await this.step(step)
      if (answer === undefined) continue
      result = answer
      this.scope = scopeOf({ result }, this.scope)
    }
    return result
  }

  private async step(step: StepPlan): Promise<unknown> {
    const { verb, document } = step
    const entry: TraceEntry = { verb, step: document, depth: this.depth, startedAt: this.host.now() }
    this.trace(entry, () => {
      entry.input = interpolate(withoutActions(document), this.scope)
    })
    try {
      const output = await step.run(this)
      entry.output = output
      // A cancel may come while a step that knows no signal is under way: the steps after it do not run.
      this.signal.throwIfAborted()
      return output
    } catch (error) {
      entry.error = error instanceof Error ? error.message : String(error)
      throw error
    } finally {
      entry.endedAt = this.host.now()
      this.trace(entry)
    }
  }

  /** The input is worked out only when somebody listens. */
  private trace(entry: TraceEntry, prepare?: () => void): void {
    if (!this.options.onTrace) return
    prepare?.()
    this.options.onTrace(entry)
  }
}

const NESTED = new Set(['then', 'else', 'do', 'try', 'catch', 'finally', 'retry', 'parallel', 'undo'])

/** A step without the actions inside it: those have entries of their own. */
function withoutActions(step: Step): Step {
  return Object.fromEntries(Object.entries(step).filter(([key]) => !NESTED.has(key)))
}
