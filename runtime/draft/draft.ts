/** Values by field, as a draft keeps them. */
export type DraftValues = Readonly<Record<string, unknown>>

/** The form that is filled in: of a record, or of a new one. */
export interface DraftPlace {
  readonly modelId: string
  /** Null: a new record. */
  readonly recordId: string | null
}

/** What was typed into a form and not saved. */
export interface Draft {
  readonly id: string
  readonly values: DraftValues
  /** By field a mark (`markOf`) of the value that it had before. */
  readonly bases: Readonly<Record<string, string>>
  /** Counts the changes. */
  readonly revision: number
  /** Milliseconds. */
  readonly changedAt: number
}

/** A draft that is being written: a form has one of its own, also where another window has the same record open. */
export interface OpenDraft {
  readonly id: string
  /** Keeps the value of a field, before this returns to whoever typed it. */
  put(path: string, value: unknown, base: string): void
  /** The field has again the value that it had before. */
  drop(path: string): void
  /** It has been saved or given up: nothing of it is left, here or at the server. */
  end(): Promise<void>
  /** The form is gone and the draft stays, to be offered when the form opens again. */
  leave(): void
}

/** Where drafts are kept: in this browser at once, and at the server soon after. */
export interface Drafts {
  begin(place: DraftPlace): OpenDraft
  /** Those that no open form is writing, the newest first. Without a network those of this browser alone. */
  find(place: DraftPlace): Promise<readonly Draft[]>
  discard(id: string): Promise<void>
}

/** A short mark of a value: two values that differ have two marks, for all that matters here. */
export function markOf(value: unknown): string {
  const text = isNothing(value) ? '' : JSON.stringify(value)
  // FNV-1a over two lanes.
  let low = 0x811c9dc5
  let high = 0x9747b28c
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ unit, 0x85ebca6b)
  }
  return `${text.length.toString(36)}.${(low >>> 0).toString(36)}.${(high >>> 0).toString(36)}`
}

/** An empty field and one that was never filled in are the same. */
const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
