import type { Address } from './address'
import { type Applied, applyCommand, type Command, CommandError, NO_COMMAND } from './command'
import { type ModelDocument, type ModelTexts, modelTexts } from './document'

/** One step back or forth: what was done and what undoes it. */
export interface Step {
  readonly command: Command
  readonly inverse: Command
}

/**
 * A step as it was taken: `more` is typed on in the setting of the step before, and takes its place; `undo` and `redo` say
 * by their command what was done now.
 */
export interface Taken extends Step {
  readonly kind: 'do' | 'more' | 'undo' | 'redo'
}

/** What can be undone and what can be done again, each with the last one at its end. */
export interface Stacks {
  readonly done: readonly Step[]
  readonly undone: readonly Step[]
}

/** A model under design with all steps taken: as many as there are can be undone. */
export class History {
  #document: ModelDocument
  readonly #done: Step[] = []
  readonly #undone: Step[] = []
  /** Whether the last step still takes what is typed on in the same setting. */
  #isOpen = false

  readonly #told: (step: Taken) => void

  /** @param told hears of each step, once the document is as it says */
  constructor(document: ModelDocument, told: (step: Taken) => void = () => {}) {
    this.#document = document
    this.#told = told
  }

  get document(): ModelDocument {
    return this.#document
  }

  get texts(): ModelTexts {
    return modelTexts(this.#document)
  }

  /** The steps that brought the model here, the first first. */
  get steps(): readonly Step[] {
    return this.#done
  }

  get stacks(): Stacks {
    return { done: [...this.#done], undone: [...this.#undone] }
  }

  get canUndo(): boolean {
    return this.#done.length > 0
  }

  get canRedo(): boolean {
    return this.#undone.length > 0
  }

  /**
   * Carries out a command as a step; false when it changes nothing, which is no step. What is `typed` in one setting, a
   * key at a time, is one step until `seal`.
   * @throws CommandError when it cannot be carried out; then nothing has happened.
   */
  run(command: Command, { typed = false }: { readonly typed?: boolean } = {}): boolean {
    const applied = this.#apply(command)
    if (!applied) return false
    const step = { command: applied.command, inverse: applied.inverse }
    const last = typed && this.#isOpen ? this.#done.at(-1) : undefined
    const isMore = last !== undefined && isSameSetting(last.command, applied.command)
    if (isMore) {
      this.#done.pop()
      const back = applyCommand(applied.tree, last.inverse)
      // Typed back to what it was: the step came to nothing.
      if (back) this.#done.push({ command: applied.command, inverse: last.inverse })
    } else this.#done.push(step)
    this.#undone.length = 0
    this.#isOpen = typed
    this.#told({ kind: isMore ? 'more' : 'do', ...step })
    return true
  }

  /** What is typed from now on is a step of its own: the setting has been left. */
  seal(): void {
    this.#isOpen = false
  }

  /**
   * Takes the last step back.
   * @throws CommandError when others have changed what it is about; then it counts as taken back, and nothing has changed.
   */
  undo(): Step | undefined {
    return this.#back('undo')
  }

  /** Does the last step again that was taken back. Throws as `undo` does. */
  redo(): Step | undefined {
    return this.#back('redo')
  }

  /** Takes over a document that others have changed, or steps of an earlier time: none of it is a step. */
  restore({ done, undone }: Stacks, document: ModelDocument = this.#document): void {
    this.#document = document
    this.#done.splice(0, this.#done.length, ...done)
    this.#undone.splice(0, this.#undone.length, ...undone)
    this.#isOpen = false
  }

  #back(kind: 'undo' | 'redo'): Step | undefined {
    const [from, to] = kind === 'undo' ? [this.#done, this.#undone] : [this.#undone, this.#done]
    const step = from.at(-1)
    if (!step) return undefined
    const { command, inverse } = step
    const now = kind === 'undo' ? { command: inverse, inverse: command } : { command, inverse }
    from.pop()
    to.push(step)
    this.#isOpen = false
    try {
      this.#apply(now.command)
    } catch (error) {
      // One that cannot be carried out any more counts too: it would stand in the way of those before it.
      if (error instanceof CommandError) this.#told({ kind, command: NO_COMMAND, inverse: NO_COMMAND })
      throw error
    }
    this.#told({ kind, ...now })
    return step
  }

  #apply(command: Command): Applied | null {
    const applied = applyCommand(this.#document.tree, command)
    if (applied) this.#document = { ...this.#document, tree: applied.tree }
    return applied
  }
}

/** Whether both give the same settings values: one that is taken away would come back in another place. */
export function isSameSetting(last: Command, next: Command): boolean {
  const [one, other] = [settingsIn(last), settingsIn(next)]
  return one !== null && other !== null && one.length === other.length && isEachSame(one, other)
}

function isEachSame(one: readonly Address[], other: readonly Address[]): boolean {
  return one.every((what, index) => JSON.stringify(what) === JSON.stringify(other[index]))
}

/** What a command gives values, in its order; null where it does something else. */
function settingsIn(command: Command): readonly Address[] | null {
  if (command.do === 'set') return command.value === undefined ? null : [command.what]
  if (command.do !== 'group') return null
  const all = command.commands.map(settingsIn)
  return all.length > 0 && all.every((one) => one !== null) ? all.flat() : null
}
