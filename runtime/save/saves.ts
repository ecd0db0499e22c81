import type { Draft } from '../draft/draft'

/** A record as it is sent to be saved. */
export interface RecordSave {
  /** By it the server knows the save again, however often it is sent. */
  readonly id: string
  readonly modelId: string
  readonly menuId: string
  /** Null: a new record. */
  readonly recordId: string | null
  /** The version that was read; of a new record 0. */
  readonly version: number
  /** JSON text. */
  readonly data: string
  /** The version of the form that it was filled in by. */
  readonly formVersion?: number
}

/** Why the server would not have it. */
export interface SaveRefusal {
  readonly code: number
  readonly message: string
  readonly errors: readonly { readonly path: string; readonly message: string }[]
}

/** A save that waits to be sent, or that came back refused. */
export interface WaitingSave extends RecordSave {
  /** Milliseconds: when the person saved. */
  readonly at: number
  /** What was typed, for the form to open with again; its draft has the same id. */
  readonly typed: Draft
  readonly refusal: SaveRefusal | null
}

export type Sending =
  | { readonly state: 'saved'; readonly data: unknown; readonly message: string }
  /** Nothing answered: it is kept and sent again. */
  | { readonly state: 'waiting' }

/** Saves of records on their way to the server: what could not be sent waits in this browser, in its order. */
export interface Saves {
  /**
   * Sends a save, after those that wait.
   * @param typed what was typed; null: it may not wait, since it has secrets or is too much
   * @throws CallError where the server refuses it, and where nothing answers and it may not wait
   */
  send(save: RecordSave, typed: Draft | null): Promise<Sending>
  /** Those of the person that wait or came back, the first of them first. */
  readonly waiting: readonly WaitingSave[]
  /** The answer ends it. */
  onChange(listener: () => void): () => void
  /** Sends what waits, now. */
  flush(): Promise<void>
  /** It is open in a form again, or given up. */
  forget(id: string): Promise<void>
}
