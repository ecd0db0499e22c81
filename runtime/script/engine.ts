import type { ScriptEffect, ScriptRequest } from './effects'
import { SCRIPT_LIMITS } from './limits'
import type { ScriptHeard, ScriptInput, ScriptJob, ScriptOutcome, ScriptTurn } from './run'

/** Where scripts run: a `Sandbox`, or one in a worker. Numbers of runs are the caller's. */
export interface ScriptEngine {
  start(id: number, job: ScriptJob): Promise<ScriptTurn>
  answer(
    id: number,
    number: number,
    fine: boolean,
    data: unknown,
    values?: ScriptInput['formData'],
  ): Promise<ScriptTurn | undefined> | ScriptTurn | undefined
  stop(id: number): void
}

/** What a run's surroundings do for it. */
export interface ScriptSurroundings {
  apply(effects: readonly ScriptEffect[]): void
  /** Makes a request; what it rejects with, the script may catch. */
  request(request: ScriptRequest): Promise<unknown>
  /** What is heard of a script that is tried out. */
  hear?(heard: ScriptHeard): void
  /** The form's values as they are when an answer comes. */
  values?(): ScriptInput['formData']
}

export interface RunningScript {
  /** Its first turn is over: what came of it is applied. */
  readonly begun: Promise<void>
  /** What it returned. Requests that it did not wait for go on after it. */
  readonly outcome: Promise<ScriptOutcome>
  stop(): void
}

let runs = 0

/** Runs a script to its end, with its requests. Never rejects. */
export function runScript(
  engine: ScriptEngine,
  job: ScriptJob,
  surroundings: ScriptSurroundings,
): RunningScript {
  runs += 1
  const id = runs
  let open = 0
  let settle: (outcome: ScriptOutcome) => void = () => undefined
  const outcome = new Promise<ScriptOutcome>((resolve) => {
    settle = resolve
  })
  const giveUp = (reason: 'waiting' | 'crashed', message = '') => {
    settle({ state: 'failed', reason, message })
    engine.stop(id)
  }
  const timer = setTimeout(() => giveUp('waiting'), SCRIPT_LIMITS.waiting)
  const take = (turn: ScriptTurn | undefined): void => {
    if (!turn) return
    if (turn.heard) surroundings.hear?.(turn.heard)
    surroundings.apply(turn.effects)
    if (turn.outcome) settle(turn.outcome)
    for (const request of turn.requests) void ask(request)
    if (open > 0) return
    clearTimeout(timer)
    // A promise that nothing can keep any more.
    if (!turn.outcome) giveUp('waiting')
  }
  const ask = async (request: ScriptRequest): Promise<void> => {
    open += 1
    const answer = await surroundings.request(request).then(
      (data) => ({ fine: true, data }),
      (error: unknown) => ({ fine: false, data: error instanceof Error ? error.message : String(error) }),
    )
    const { fine, data } = answer
    open -= 1
    await Promise.resolve(engine.answer(id, request.number, fine, data, surroundings.values?.())).then(
      take,
      (error: unknown) => giveUp('crashed', String(error)),
    )
  }
  const begun = engine.start(id, job).then(take, (error: unknown) => giveUp('crashed', String(error)))
  return {
    begun,
    outcome,
    stop: () => {
      clearTimeout(timer)
      giveUp('waiting')
    },
  }
}

/** A script of a list: `names` are the members of its parameter object. */
export interface ListRun {
  readonly source: string
  readonly names: Readonly<Record<string, unknown>>
  readonly user: unknown
}

/** The run of a list's script (`reference/columndata-format.md §1`). */
export const listJob = ({ source, names, user }: ListRun): ScriptJob => ({
  ...{ source, time: SCRIPT_LIMITS.formTime },
  input: { names, user, list: true },
})

/** Runs a list's script to its end, with its requests. Never rejects. */
export const runListScript = (
  engine: ScriptEngine,
  script: ListRun,
  surroundings: ScriptSurroundings,
): RunningScript => runScript(engine, listJob(script), surroundings)
