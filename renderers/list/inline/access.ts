import type { FormPlan, FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import type { Row } from '../source'

/** A record as stored, with the version that saving it must name. */
export interface StoredRecord {
  readonly record: FormRecord
  readonly version: number
  /** Who saved it last, and when (milliseconds), where the server has told. */
  readonly savedBy?: string
  readonly savedAt?: number
}

/**
 * `open`: it was not sent or was refused, and the person has been told; `waiting`: nothing answered, it is kept and sent
 * again.
 */
export type Saving =
  | { readonly state: 'saved'; readonly version: number }
  | { readonly state: 'conflict'; readonly stored: StoredRecord }
  | { readonly state: 'open' }
  | { readonly state: 'waiting' }

/** A row that is saved: of a new one there is no version. */
export interface SavedRow {
  readonly row: Row
  readonly version: number | null
  /** What somebody else saved in the meantime, over which it is saved on purpose. */
  readonly over: StoredRecord | null
}

/** How rows of a list become forms and are saved: a model's records, or what a dialog of a page reads and submits. */
export interface RowAccess {
  readonly form: FormPlan
  /** The form of a row; `row` is null of a new one. */
  makeStore(row: Row | null): FormStore | Promise<FormStore>
  /** @throws CallError */
  read(row: Row): Promise<StoredRecord>
  /** What a new row begins with. */
  start(): FormRecord
  save(store: FormStore, saved: SavedRow): Promise<Saving>
}
