/** A document that shows a node at work, with all that it needs: no server is asked for anything. */
export interface NodeExample {
  /** The node, as a page would have it. */
  readonly body: Readonly<Record<string, unknown>>
  /** Sources, state and dialogs of the page around it. */
  readonly page?: Readonly<Record<string, unknown>>
  /** What its calls answer, by name. */
  readonly answers?: Readonly<Record<string, unknown>>
  /** The forms and lists that it names, by their paths below `schemas/`. */
  readonly files?: Readonly<Record<string, unknown>>
}

/** Call and source that examples ask for their rows. */
export const ROWS = 'example.rows'
export const source = { rows: { call: ROWS } }

export const text = (zh: string, zhtw: string, en: string) => ({ zh, zhtw, en })
