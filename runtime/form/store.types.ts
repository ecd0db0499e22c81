import type { Scope } from '../expression/expression'
import type { Host } from '../host'
import type { FieldRights } from '../permission/permission'
import type { Option } from '../widget/definition'
import type { FieldError, FieldPlan, FormPlan, FormRecord } from './plan'

/** What holds of one field or one table cell at one moment; replaced as a whole, never changed. */
export interface CellState {
  readonly value: unknown
  /** Message under the field; null when there is none. */
  readonly error: string | null
  readonly visible: boolean
  readonly required: boolean
  readonly disabled: boolean
  readonly readonly: boolean
  /** Choices, once known; `loading` and `failed` tell of the fetch. */
  readonly options: readonly Option[] | null
  readonly optionsState: 'none' | 'loading' | 'ready' | 'failed'
  /** A person has left the field or tried to save; before that, errors stay silent. */
  readonly touched: boolean
}

/** A row of a sub-table. */
export interface RowPlace {
  readonly table: string
  readonly rowId: string
}

/** What is known of an open form at one moment, for whoever explains it. */
export interface Inspection {
  /** The names that rules of the form read; of a row those that rules of its columns read. */
  readonly scope: Scope
  /** What holds of a top-level field, and inside a row of its columns. */
  leaf(path: string):
    | {
        readonly allowed: boolean
        readonly fillable: boolean
        readonly visible: boolean
        readonly required: boolean
        readonly disabled: boolean
        readonly readonly: boolean
      }
    | undefined
  /** Whether a container or display node is drawn. */
  node(id: string): boolean
}

/** One field or one table cell, followed: a leaf subscribes to its own and to nothing else. */
export interface Cell {
  readonly state: CellState
  /** Answers `state`. Both functions are the same ones for the cell's life. */
  readonly read: () => CellState
  /** Called at once with every change: a text input that is drawn later would lose its caret. Returns the unsubscribe. */
  readonly subscribe: (listener: () => void) => () => void
}

export type SetOrigin = 'user' | 'rule' | 'load' | 'script'

/** What a person or a script did to a field; `load`: all values were replaced; `plan`: the form is another; `dispose`: it is closed. */
export type FormEvent =
  | {
      readonly kind: 'change'
      /** `total`, or `items.amount` for a cell. */
      readonly path: string
      readonly rowId?: string
      readonly origin: 'user' | 'script'
    }
  | { readonly kind: 'blur'; readonly path: string; readonly rowId?: string }
  | { readonly kind: 'load' | 'dispose' | 'plan' }

/** Values and states of one open form (`design/forms.md`, "Architecture that gave this"). */
export interface FormStore {
  readonly plan: FormPlan
  readonly host: Host
  /** The cell of a top-level field. The same object for the store's life. */
  cell(path: string): Cell
  /** The rows of a sub-table. */
  table(path: string): TableStore
  get(path: string): unknown
  /** The same as a record keeps it, hidden or not: of rows what is stored alone, and the ids that are theirs already. */
  kept(path: string): unknown
  /** Writes, checks the leaf, marks what depends on it; rules run together in the next microtask. */
  set(path: string, value: unknown, origin?: SetOrigin): void
  /** Marks the field as left: from now on its error shows. A cell's path has the row's position: `items.2.amount`. */
  touch(path: string): void
  /** Replaces all values. `as` tells whether defaults fill what is missing. */
  load(record: FormRecord, as: 'new' | 'existing'): void
  /** Runs what is pending at once; tests and submit use it. */
  flush(): void
  /** Plain values as they are sent: computed and stored fields, hidden ones left out as the rules say. */
  collect(): FormRecord
  /** Checks everything, shows the errors, answers them in drawing order. */
  validate(): readonly FieldError[]
  /** Puts errors that the server found on their cells; what has no cell is answered back. */
  showErrors(errors: readonly FieldError[]): readonly FieldError[]
  /** Fetches choices again (`reload`), for one field (`items.unit` for a column). */
  reloadOptions(path: string): Promise<void>
  /** Valtio proxy: what the frame of the form shows. `drafts` counts typed changes since load or save. */
  readonly status: {
    dirty: boolean
    submitting: boolean
    errors: number
    changes: number
    /** What is wrong with the record as a whole, where that shows. */
    broken: readonly string[]
    /** Groups whose JSON text is no object, by path, with the text: it is sent as it came until it has been corrected. */
    unread: ReadonlyMap<string, string>
  }
  /** Corrects the text of a group that could not be read. */
  rewriteGroup(path: string, text: string): void
  /** Reads it into the group's fields; false while it is no object. */
  readGroup(path: string): boolean
  markSaved(): void
  /** Valtio proxy: whether the container or display node of this id is drawn. The same object for the store's life. */
  node(id: string): { visible: boolean }
  /** Names of the outer scope (`page`, `user`) have changed: what reads them runs again. */
  refresh(names: readonly string[]): void
  /** Called after every flush with the changed paths (drafts, linked widgets, scripts). Returns the unsubscribe. */
  onChange(listener: (paths: ReadonlySet<string>) => void): () => void
  /** Called at once with what is done to fields, one by one; rules that follow tell nothing. Returns the unsubscribe. */
  onEvent(listener: (event: FormEvent) => void): () => void
  /**
   * A script's word on a field's state (`items.amount` for a column, in one row or in all): it stands until a rule or a
   * script says otherwise. What a script hides keeps its value; what the person may not see stays unseen.
   */
  setState(path: string, state: 'visible' | 'required' | 'disabled', on: boolean, rowId?: string): void
  /** Values and states as they are just now, nothing pending: for explanations. `row`: of what stands in that row. */
  inspect(row?: RowPlace): Inspection
  /**
   * Another reading of the same form, as it is designed, or as the person's rights are by now: cells, rows and values stay, of
   * fields that are others what can be taken for them. Told as the event `plan`.
   */
  adopt(plan: FormPlan, permissions?: FieldRights): void
  dispose(): void
}

/**
 * Rows of a sub-table, keyed by an id that is the client's own. Rows are plain objects; a cell's proxy is made when the
 * cell is first shown, so 10,000 × 30 costs what is on the screen. Every change is one undo step.
 */
export interface TableStore {
  readonly path: string
  readonly field: FieldPlan
  readonly columns: readonly FieldPlan[]
  /** Valtio proxy: the order of the rows, replaced as a whole, and a counter that any value change raises. */
  readonly state: { ids: readonly string[]; version: number; canUndo: boolean; canRedo: boolean }
  cell(rowId: string, column: string): Cell
  /** Plain values of a row, computed columns included; do not change. */
  row(rowId: string): Readonly<Record<string, unknown>>
  get(rowId: string, column: string): unknown
  set(rowId: string, column: string, value: unknown, origin?: SetOrigin): void
  /**
   * Many cells at once (paste, fill): one flush, one undo step. A change with an `error` holds what the widget's
   * `fromText` refused, as it was typed: the message is the cell's error, and `validate` fails, until its value changes.
   */
  setMany(
    changes: readonly {
      readonly rowId: string
      readonly column: string
      readonly value: unknown
      readonly error?: string
    }[],
  ): void
  /** The cell has been left: from now on its error shows. */
  touch(rowId: string, column: string): void
  /** New rows at `index` (default: the end), defaults filled in; answers their ids. */
  insert(rows: readonly Readonly<Record<string, unknown>>[], index?: number): readonly string[]
  remove(rowIds: readonly string[]): void
  /** Takes back a row that was added and has come to nothing: no step of it is left. */
  discard(rowId: string): void
  move(rowId: string, index: number): void
  /** Choices of a column in a row with these values, which need not be there yet; fetched at most once each. */
  choices(column: string, values?: Readonly<Record<string, unknown>>): Promise<readonly Option[]>
  /** Paste that overflows: sets cells and inserts rows, as one undo step. */
  batch<T>(work: () => T): T
  undo(): void
  redo(): void
  /** How many of a row's cells show an error. */
  errorCount(rowId: string): number
  /** First invalid cells, in reading order. */
  errors(): readonly { readonly rowId: string; readonly column: string; readonly message: string }[]
  /** Valtio proxy of the totals of `summaryField` columns, two decimals; null where a column has no number. */
  readonly summary: Record<string, number | null>
}
