import type { TSchema } from 'typebox'
import type { Computed, Predicate } from '../expression/computed'
import type { Scope } from '../expression/expression'
import type { CallError, Host } from '../host'
import type { Text } from '../text'
import type { StepGiving } from './gives'

/** A step of an action as a document has it: one key is the verb, the others are the verb's own words. */
export type Step = Readonly<Record<string, unknown>>

/** An action as documents have it: one step or a list. */
export type ActionDocument = Step | readonly Step[]

/** What an action compiles to: its steps, one after another. */
export type ActionPlan = readonly StepPlan[]

export interface StepPlan {
  /** Name of its verb. */
  readonly verb: string
  /** The step runs only where it holds. */
  readonly when?: Predicate
  /** As the document has it, for the trace. */
  readonly document: Step
  /** What it answers becomes `result` for the steps after it; `undefined` leaves `result` as it was. */
  run(run: ActionRun): Promise<unknown>
}

/**
 * One verb (`runtime/action/verbs/<verb>.ts`, exported as `verb`, made by `defineVerb`). Its schema is the language's
 * definition of the step, of which completion, `npm run check` and the plan are made.
 */
export interface Verb {
  readonly name: string
  readonly schema: TSchema
  /** Runs a step: `words` is the step compiled by the schema. */
  run(words: unknown, run: ActionRun): Promise<unknown>
  /** What a step of it gives to the steps inside it and after it, `result` above all; absent: nothing. */
  readonly gives?: StepGiving
}

/** What a verb works with. */
export interface ActionRun {
  readonly host: Host
  readonly surface: Surface
  readonly scope: Scope
  readonly signal: AbortSignal
  /** A text with its places filled, in the person's language. */
  text(text: Computed<Text>): string
  /** Runs steps inside this run, `names` added to the scope. Rejects when one fails, as a list of steps does. */
  run(steps: ActionPlan, names?: Readonly<Record<string, unknown>>): Promise<unknown>
  /** The scope with names added. */
  within(names: Readonly<Record<string, unknown>>): Scope
  /** A run with the names of now that goes on when this one is over or given up. */
  kept(): Pick<ActionRun, 'run'>
  /** Ends the whole run without an error (`stop`, a cancelled confirmation). */
  stop(): never
  /** Marks a place as loading while the work goes on (`running[place]` of the runner's state). */
  loading<T>(place: string, work: () => Promise<T>): Promise<T>
}

/** What the screen around an action can do: a page, a dialog, a form, a list each answer what they own. */
export interface Surface {
  /** Opens a dialog of the page, or a preview of it that is printed alone; resolves when it closes, with what `close` was given. */
  open(
    dialog: string,
    scope: Readonly<Record<string, unknown>>,
    options?: { readonly isPrinted?: boolean },
  ): Promise<unknown>
  /** Closes the topmost dialog or the named one. */
  close(dialog?: string, result?: unknown): void
  /** Writes page state (`page.category`) or a form value (`form.total`); `action` is the same for all steps of one run. */
  set(path: string, value: unknown, action?: object): void
  /** Fetches sources, lists or options again. */
  reload(names: readonly string[]): Promise<void>
  /** Drops cached answers that carry one of the tags and reloads what is on the screen with it. */
  invalidate(tags: readonly string[]): void
  /** Resets a form or a list's search to its start. */
  reset(target?: string): void
  /** Checks the form; the step fails when it is not valid, and the first error is brought into view. */
  validate(target?: string): Promise<boolean>
  /** Runs the form's own submit. */
  submit(target?: string): Promise<unknown>
  /** Sends a named event to the page (`print`, a chart's highlight). */
  emit(event: string, payload: unknown): void
  /** Puts errors that the server found on their fields; true when all of them have a place there. */
  showErrors?(errors: CallError['errors']): boolean
  /** What the form around holds; null where there is none. */
  filled?(): FilledForm | null
  /** Shows what somebody else saved in the meantime (`data` of a refusal with 409) beside what was typed; true where it can. */
  showConflict?(data: unknown): boolean
}

/** A form as it is filled in. */
export interface FilledForm {
  /** The record: what was typed, and what was read with it that has no field (its version). */
  readonly record: Readonly<Record<string, unknown>>
  /** Names of the form's own fields. */
  readonly fields: ReadonlySet<string>
}

/** A run's trace, step by step, for the developer panel. */
export interface TraceEntry {
  readonly verb: string
  readonly step: Step
  readonly depth: number
  readonly startedAt: number
  endedAt?: number
  input?: unknown
  output?: unknown
  error?: string
}
