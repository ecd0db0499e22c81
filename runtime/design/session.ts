import { compileFormData, FormError } from '../form'
import type { FormPlan } from '../form/plan'
import { asRecord } from '../json'
import { jsonEqual } from '../schema'
import type { Text, TextParams } from '../text'
import { type Command, CommandError } from './command'
import type { Reason } from './dialect'
import { type ModelDocument, type ModelTexts, type ModelTree, openModel } from './document'
import { History, type Stacks, type Step, type Taken } from './history'
import { withCopies } from './list/copies'
import { type Problem, problemsOf } from './problems'
import type { Widgets } from './references'
import { NOTHING, type Selection, surviving } from './selection'

export interface SessionOptions {
  readonly id: string
  readonly texts: ModelTexts
  readonly widgets: Widgets
  readonly title?: Text
}

/** Why there is no form to be shown. */
export interface FormFault {
  readonly message: string
  readonly params?: TextParams
}

/** A step back or forth; why it could not be taken; undefined: there is none; null: something else was done meanwhile. */
export type Went = Step | Reason | undefined | null

/** Goes back and forth also to steps that a session has not read. */
export interface Beyond {
  /** Whether there may be unread steps to be undone, and to be done again. */
  readonly mayUndo: boolean
  readonly mayRedo: boolean
  go(kind: 'undo' | 'redo'): Promise<Went>
}

/**
 * A model that is being designed: the document with its steps, what is chosen in it, and the form it makes. One for each
 * open designer; whoever shows a part of it listens.
 */
export class DesignSession {
  readonly id: string
  readonly widgets: Widgets
  readonly history: History
  readonly #title: Text
  readonly #listeners = new Set<() => void>()
  readonly #stepListeners = new Set<(step: Taken) => void>()
  #beyond: Beyond | undefined
  #selection: Selection = NOTHING
  #version = 0
  #compiled: { readonly formData: unknown; readonly plan: FormPlan | null; readonly fault: FormFault | null }
  /** The last sound plan: fields that are the same are taken from it. */
  #lastPlan: FormPlan | undefined
  #problems: { readonly plan: FormPlan; readonly list: readonly Problem[] } | undefined

  constructor({ id, texts, widgets, title = '' }: SessionOptions) {
    this.id = id
    this.widgets = widgets
    this.#title = title
    this.history = new History(openModel(texts), (step) => this.#stepped(step))
    this.#compiled = this.#compile()
  }

  get tree(): ModelTree {
    return this.history.document.tree
  }

  /** The form as it is designed; null where there is none, and `fault` says why. */
  get plan(): FormPlan | null {
    return this.#current().plan
  }

  get fault(): FormFault | null {
    return this.#current().fault
  }

  get selection(): Selection {
    return this.#selection
  }

  /** Raised by every change of the document or of what is chosen. */
  get version(): number {
    return this.#version
  }

  /** What is wrong with the form; worked out when asked, once for each state of it. */
  get problems(): readonly Problem[] {
    const { plan } = this
    if (!plan) return []
    if (this.#problems?.plan !== plan)
      this.#problems = { plan, list: problemsOf(this.tree, plan, this.widgets) }
    return this.#problems.list
  }

  /**
   * Carries out a command as a step, and chooses what `select` says of the tree afterwards. What the lists say of fields
   * follows in the same step. What cannot be carried out leaves everything as it was and is answered.
   */
  run(command: Command, { typed = false, select }: RunOptions = {}): Reason | null {
    try {
      const whole = withCopies(this.tree, command, this.widgets.catalogue)
      if (!this.history.run(whole, { typed })) return null
    } catch (error) {
      if (error instanceof CommandError) return { reason: '@design.gone' }
      throw error
    }
    if (select) this.select(select(this.tree))
    return null
  }

  /** The step that was taken back; why it could not be, where others have changed what it was about: it counts as taken. */
  undo(): Step | Reason | undefined {
    return this.#safely(() => this.history.undo())
  }

  redo(): Step | Reason | undefined {
    return this.#safely(() => this.history.redo())
  }

  get canUndo(): boolean {
    return this.history.canUndo || this.#beyond?.mayUndo === true
  }

  get canRedo(): boolean {
    return this.history.canRedo || this.#beyond?.mayRedo === true
  }

  /** Takes a step back or forth as `undo` and `redo` do: at once where it is known, else when it has been read. */
  go(kind: 'undo' | 'redo'): Promise<Went> {
    return this.#beyond?.go(kind) ?? Promise.resolve(this[kind]())
  }

  /** Says who has the steps that are not read. */
  reach(beyond: Beyond): void {
    this.#beyond = beyond
    this.#tell()
  }

  /** Takes over a document that others have changed, and what can be undone in it; that is no step. */
  adopt(document: ModelDocument, stacks: Stacks): void {
    this.history.restore(stacks, document)
    this.#selection = surviving(this.tree, this.#selection)
    this.#tell()
  }

  /** What is typed from now on is a step of its own. */
  seal(): void {
    this.history.seal()
  }

  select(selection: Selection): void {
    this.history.seal()
    const next = surviving(this.tree, selection)
    // A press and the click that it ends in choose the same: who shows it is told once.
    if (jsonEqual(next, this.#selection)) return
    this.#selection = next
    this.#tell()
  }

  /** Called after every change of the document or of what is chosen. Answers what ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): number => this.#version

  /** Called with every step, before those who show it. */
  onStep(listener: (step: Taken) => void): () => void {
    this.#stepListeners.add(listener)
    return () => this.#stepListeners.delete(listener)
  }

  #safely(back: () => Step | undefined): Step | Reason | undefined {
    try {
      return back()
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      this.#tell()
      return { reason: '@design.gone' }
    }
  }

  #stepped(step: Taken): void {
    this.#selection = surviving(this.tree, this.#selection)
    for (const listener of this.#stepListeners) listener(step)
    this.#tell()
  }

  #tell(): void {
    this.#version += 1
    for (const listener of [...this.#listeners]) listener()
  }

  #current() {
    if (this.#compiled.formData !== this.tree.formData) this.#compiled = this.#compile()
    return this.#compiled
  }

  #compile() {
    const { formData } = this.tree
    const { fault: unread } = { fault: undefined, ...this.history.document.read.formData }
    if (unread && formData === undefined)
      return {
        formData,
        plan: null,
        fault: { message: unread.reason, ...(unread.params && { params: unread.params }) },
      }
    try {
      const plan = compileFormData(asRecord(formData), {
        id: this.id,
        catalogue: this.widgets.catalogue,
        title: this.#title,
        design: { before: this.#lastPlan },
      })
      this.#lastPlan = plan
      return { formData, plan, fault: null }
    } catch (error) {
      if (!(error instanceof FormError)) throw error
      const [problem] = error.problems
      const params = problem?.params
      return {
        formData,
        plan: null,
        fault: { message: problem?.message ?? '@form.problem.notFormData', ...(params && { params }) },
      }
    }
  }
}

export interface RunOptions {
  /** A key at a time in one setting: one step until `seal`. */
  readonly typed?: boolean
  readonly select?: (tree: ModelTree) => Selection
}
