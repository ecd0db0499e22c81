/** One change of a table that can be taken back: values of cells, and the order of rows. */
export interface UndoStep {
  readonly cells: {
    readonly rowId: string
    readonly column: string
    readonly before: unknown
    after: unknown
  }[]
  before: readonly string[] | null
  after: readonly string[] | null
}

function isAbout(rowId: string, { cells, before, after }: UndoStep): boolean {
  if (!cells.every((cell) => cell.rowId === rowId)) return false
  return before === null || (after !== null && String(before) === String(after.filter((id) => id !== rowId)))
}

/** Enough for a long day's typing; the oldest step is dropped beyond it. */
const MAX_STEPS = 200

/** Steps that were done, and those taken back. */
export class UndoHistory {
  readonly #done: UndoStep[] = []
  readonly #undone: UndoStep[] = []

  get canUndo(): boolean {
    return this.#done.length > 0
  }

  get canRedo(): boolean {
    return this.#undone.length > 0
  }

  push(step: UndoStep): void {
    if (step.cells.length === 0 && step.before === null) return
    this.#done.push(step)
    if (this.#done.length > MAX_STEPS) this.#done.shift()
    this.#undone.length = 0
  }

  undo(): UndoStep | undefined {
    const step = this.#done.pop()
    if (step) this.#undone.push(step)
    return step
  }

  redo(): UndoStep | undefined {
    const step = this.#undone.pop()
    if (step) this.#done.push(step)
    return step
  }

  /** Forgets the last steps, as far as all that they did was to add a row and to fill it. */
  forget(rowId: string): void {
    for (let { last } = this; last && isAbout(rowId, last); last = this.last) this.#done.pop()
  }

  get last(): UndoStep | undefined {
    return this.#done.at(-1)
  }

  clear(): void {
    this.#done.length = 0
    this.#undone.length = 0
  }
}
