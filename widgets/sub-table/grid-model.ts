import type { TableStore } from '@runtime/form/store.types'
import { isEmptyValue } from '@runtime/widget/definition'
import { snapshot } from 'valtio/vanilla'
import type { CellText } from './cell-text'
import type { GridColumn } from './columns'
import { type Movement, move } from './navigation'
import { clamp, type GridSize, type Position, type Range, rangeBetween, wholeRows } from './selection'

/** What a person may do with the rows, beyond writing single cells. */
export interface GridRights {
  /** Nothing can be written: the form is disabled or shown only. */
  readonly locked: boolean
  readonly mayAdd: boolean
  readonly mayRemove: boolean
}

/** A cell by what it is; `row` is where it last stood, for when the row is gone. */
interface Address {
  readonly rowId: string
  readonly column: string
  readonly row: number
}

/** The open editor. A typed draft waits until the cell is left: one undo step, and Escape has nothing to take back. */
export interface Editing {
  /** `typing`: begun by a character, which replaces the value; arrow keys leave the cell. `opening`: Enter, F2, click. */
  readonly how: 'typing' | 'opening'
  readonly draft: unknown
  readonly dirty: boolean
}

export interface GridState {
  readonly active: Address | null
  /** The corner of the selection that moves, opposite the active cell; null: the active cell alone. */
  readonly head: Address | null
  /** The selection is whole rows, chosen by their numbers. */
  readonly whole: boolean
  readonly editing: Editing | null
  /** The keyboard is in the grid. */
  readonly focused: boolean
  /** Counts the times the active cell was asked to take the focus. */
  readonly requested: number
  /** Said in the toolbar and to a screen reader; `undo` offers to take it back. */
  readonly notice: { readonly text: string; readonly undo: boolean } | null
}

const START: GridState = {
  active: null,
  head: null,
  whole: false,
  editing: null,
  focused: false,
  requested: 0,
  notice: null,
}

/** A line that a key has begun, and what its cells were then. */
interface Begun {
  readonly rowId: string
  readonly values: string
}

/** The selection by position, and what it was worked out from. */
interface Selection {
  readonly state: GridState | null
  readonly ids: readonly string[]
  readonly columns: readonly GridColumn[]
  readonly position: Position | null
  readonly head: Position | null
  readonly range: Range | null
}

/**
 * Selection and editing of one open grid, without DOM. Values are the `TableStore`'s; this says where the person is.
 * Components subscribe to slices of it, so that an arrow key draws two cells.
 */
export class GridModel {
  readonly table: TableStore
  readonly text: CellText
  /** DOM id that the grid's parts derive theirs from. */
  readonly id: string
  readonly settle: () => void
  columns: readonly GridColumn[] = []
  /** Opens the dialog that rows are chosen from; null where adding adds an empty row. */
  chooseRows: (() => void) | null = null
  rights: GridRights = { locked: false, mayAdd: true, mayRemove: true }
  #state = START
  #known: Selection = { state: null, ids: [], columns: [], position: null, head: null, range: null }
  #extending = false
  #begun: Begun | null = null
  #listeners = new Set<() => void>()
  #ids: readonly string[] = []
  #indices = new Map<string, number>()

  /** `settle` runs the table's pending rules at once, so that new rows have their place. */
  constructor(id: string, table: TableStore, text: CellText, settle: () => void = () => undefined) {
    this.id = id
    this.table = table
    this.text = text
    this.settle = settle
  }

  get state(): GridState {
    return this.#state
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  update(change: Partial<GridState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  /** Row ids in their order, as a plain array that is the same until the order changes. */
  get ids(): readonly string[] {
    const { ids } = snapshot(this.table.state)
    if (ids !== this.#ids) {
      this.#ids = ids
      this.#indices = new Map(ids.map((id, index) => [id, index]))
    }
    return this.#ids
  }

  indexOf(rowId: string): number {
    return this.ids.length === 0 ? -1 : (this.#indices.get(rowId) ?? -1)
  }

  get size(): GridSize {
    return { rows: this.ids.length, columns: this.columns.length }
  }

  /** Where the active cell is; when its row is gone, what has taken its place. */
  get position(): Position | null {
    return this.#selection().position
  }

  get range(): Range | null {
    return this.#selection().range
  }

  /** The corner that moves with Shift, else the active cell. */
  get headPosition(): Position | null {
    return this.#selection().head
  }

  /** What must be in view: where the person has moved to. A range chosen for them (paste, all) shows its beginning. */
  get shownPosition(): Position | null {
    return this.#extending ? this.headPosition : this.position
  }

  /** The selection by position; worked out once a change, because every row on the screen asks. */
  #selection(): Selection {
    const { ids, columns } = this
    const known = this.#known
    if (known.state === this.#state && known.ids === ids && known.columns === columns) return known
    const { active, head, whole } = this.#state
    const position = this.#positionOf(active)
    const corner = this.#positionOf(head) ?? position
    const between = position && corner && rangeBetween(position, corner)
    const range = between && whole ? wholeRows(between, columns.length) : between
    this.#known = { state: this.#state, ids, columns, position, head: corner, range }
    return this.#known
  }

  #positionOf(address: Address | null): Position | null {
    if (!address) return null
    const row = this.indexOf(address.rowId)
    const column = this.columns.findIndex(({ name }) => name === address.column)
    return clamp({ row: row === -1 ? address.row : row, column: Math.max(column, 0) }, this.size)
  }

  #addressOf(position: Position | null): Address | null {
    const rowId = position && this.ids[position.row]
    const column = position && this.columns[position.column]
    return rowId && column ? { rowId, column: column.name, row: position.row } : null
  }

  /** The row and column under a position; null outside the grid. */
  at(position: Position | null): { readonly rowId: string; readonly column: GridColumn } | null {
    const rowId = position && this.ids[position.row]
    const column = position && this.columns[position.column]
    return rowId && column ? { rowId, column } : null
  }

  /** Makes a cell the active one, after keeping what was being typed; or, with `extend`, stretches the range to it. */
  activate(position: Position, { extend = false, whole = false } = {}): void {
    this.commit()
    const address = this.#addressOf(clamp(position, this.size))
    if (address && address.rowId !== this.#begun?.rowId) this.leaveBegun()
    this.#extending = extend
    if (extend && this.#state.active) this.update({ head: address, whole })
    else this.update({ active: address, head: null, whole })
  }

  /** Selects a range; its first corner stays the active cell. */
  select(range: Range, whole = false): void {
    this.activate({ row: range.top, column: range.left }, { whole })
    this.update({ head: this.#addressOf(clamp({ row: range.bottom, column: range.right }, this.size)) })
  }

  /** Moves the active cell; false where there is nowhere to go (Tab at the ends). */
  go(movement: Movement, { extend = false, pageRows = 10 } = {}): boolean {
    const from = extend ? this.headPosition : this.position
    const walks = (movement === 'next' || movement === 'previous') && this.#hasWritable()
    let to = from && move(from, movement, this.size, pageRows)
    while (walks && to && !this.#isWritableAt(to)) to = move(to, movement, this.size, pageRows)
    if (!to) return false
    this.activate(to, { extend, whole: extend && this.#state.whole })
    return true
  }

  /** Whether no cell that can be written comes after this one. */
  get isAtEnd(): boolean {
    const { position, size } = this
    let to = position && move(position, 'next', size, 1)
    while (to && !this.#isWritableAt(to)) to = move(to, 'next', size, 1)
    return to === null
  }

  #hasWritable(): boolean {
    return !this.rights.locked && this.columns.some(({ writable }) => writable)
  }

  #isWritableAt(position: Position): boolean {
    const place = this.at(position)
    return place !== null && this.isWritable(place.rowId, place.column)
  }

  /** The last row was begun by a key: it goes when it is left as it is now. */
  begin(rowId: string): void {
    this.#begun = { rowId, values: this.#writtenIn(rowId) }
  }

  /** Nothing has been written into the last row. */
  get isLastUnwritten(): boolean {
    const rowId = this.ids.at(-1)
    if (rowId === undefined) return false
    if (this.#begun?.rowId === rowId) return this.#begun.values === this.#writtenIn(rowId)
    return this.columns.every(({ name, writable }) => !writable || isEmptyValue(this.table.get(rowId, name)))
  }

  /** Drops the row that a key has begun, unless something has been written into it. */
  leaveBegun(): void {
    const begun = this.#begun
    this.#begun = null
    if (!begun || this.indexOf(begun.rowId) === -1 || this.#writtenIn(begun.rowId) !== begun.values) return
    this.table.discard(begun.rowId)
    this.settle()
  }

  #writtenIn(rowId: string): string {
    return JSON.stringify(
      this.columns.map(({ name, writable }) => (writable ? (this.table.get(rowId, name) ?? null) : null)),
    )
  }

  /** Brings the keyboard to the active cell, from wherever it is. */
  takeFocus(): void {
    this.update({ focused: true, requested: this.#state.requested + 1 })
  }

  /** May a person write here? `null` asks for a row that is yet to be added. */
  isWritable(rowId: string | null, column: GridColumn): boolean {
    if (this.rights.locked || !column.writable) return false
    if (rowId === null || !column.perRow) return true
    const cell = this.table.cell(rowId, column.name).state
    return cell.visible && !cell.disabled && !cell.readonly
  }

  /** Opens the editor of the active cell. A character typed on a text or a number begins with an empty field. */
  edit(how: Editing['how']): boolean {
    const place = this.at(this.position)
    if (!place || !this.isWritable(place.rowId, place.column)) return false
    const cell = this.table.cell(place.rowId, place.column.name).state
    if (!cell.visible || cell.disabled || cell.readonly) return false
    const replaces = how === 'typing' && place.column.field.definition?.group === 'text'
    const draft = replaces ? null : this.table.get(place.rowId, place.column.name)
    this.update({ editing: { how, draft, dirty: false }, head: null, whole: false })
    return true
  }

  /** The editor's value. What comes of typing waits; a choice, a date, a switch is written at once. */
  change(value: unknown, typed: boolean): void {
    const { editing } = this.#state
    if (!editing) return
    this.update({ editing: { ...editing, draft: value, dirty: true } })
    if (typed) return
    this.#write()
    this.update({ editing: { ...editing, draft: value, dirty: false } })
  }

  /** Closes the editor and keeps what was typed. */
  commit(): void {
    if (!this.#state.editing) return
    this.#write()
    const place = this.at(this.position)
    if (place) this.table.touch(place.rowId, place.column.name)
    this.update({ editing: null })
  }

  /** Closes the editor; what was typed since it opened is forgotten. */
  cancel(): void {
    if (this.#state.editing) this.update({ editing: null })
  }

  #write(): void {
    const { editing } = this.#state
    const place = this.at(this.position)
    if (!editing?.dirty || !place) return
    const { rowId, column } = place
    if (sameValue(this.table.get(rowId, column.name), editing.draft)) return
    this.table.set(rowId, column.name, editing.draft, 'user')
  }
}

function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  const isObject = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null
  return isObject && JSON.stringify(a) === JSON.stringify(b)
}
