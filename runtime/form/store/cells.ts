import type { Flags } from '../engine/state'
import type { FieldPlan } from '../plan'
import type { Cell, CellState } from '../store.types'

/**
 * A cell that its store writes. A plain object rather than a proxy: a large form or a scrolled table makes a thousand of
 * them at once, and proxies were a fifth of the time that takes.
 */
export class StoreCell implements Cell {
  #state: CellState
  #field: FieldPlan
  readonly #listeners = new Set<() => void>()

  constructor(field: FieldPlan, state: CellState) {
    this.#field = field
    this.#state = state
  }

  get field(): FieldPlan {
    return this.#field
  }

  /** Shows another field from now on: told also where the state is the same, for its label may be another. */
  become(field: FieldPlan, state: CellState): void {
    this.#field = field
    this.#show(state)
  }

  get state(): CellState {
    return this.#state
  }

  readonly read = (): CellState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Brings what differs into the state, and tells of it once: each telling is a render. */
  update(change: Partial<CellState>): void {
    const next = { ...this.#state, ...change }
    const names = Object.keys(change) as (keyof CellState)[]
    if (names.every((name) => Object.is(next[name], this.#state[name]))) return
    this.#show(next)
  }

  #show(state: CellState): void {
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }
}

/** Makes the cell that a leaf on the screen subscribes to. */
export function makeCell(
  field: FieldPlan,
  value: unknown,
  { visible, required, disabled, readonly }: Flags,
  known: Pick<CellState, 'error' | 'touched'>,
): StoreCell {
  const source = field.options
  return new StoreCell(field, {
    value,
    error: known.error,
    visible,
    required,
    disabled,
    readonly,
    options: source?.kind === 'static' ? source.options : null,
    optionsState: source ? (source.kind === 'static' ? 'ready' : 'loading') : 'none',
    touched: known.touched,
  })
}

export function updateCell(
  cell: StoreCell,
  value: unknown,
  { visible, required, disabled, readonly }: Flags,
): void {
  cell.update({ value, visible, required, disabled, readonly })
}
