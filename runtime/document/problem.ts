/** What is wrong with a document, where, and what to do about it (`design/architecture.md`, "Errors point"). */
export interface DocumentProblem {
  /** Path below `schemas/`: `pages/system/dictionary.page.json`. */
  readonly file: string
  /** 1-based; 0 when the file is not there. */
  readonly line: number
  readonly column: number
  /** JSON pointer: `/dialogs/item/form`. */
  readonly pointer: string
  /** Locale key and parameters: what is wrong. */
  readonly message: string
  readonly params?: Readonly<Record<string, unknown>>
  /** What was expected there, in words of the language. */
  readonly expected?: string
  /** The nearest valid choice, when one is near. */
  readonly nearest?: string
}

/** A document as the server hands it out: its content when it is sound, its problems when it is not. */
export interface LoadedDocument {
  readonly file: string
  /** Changes whenever the file does. */
  readonly version: string
  readonly content: unknown
  readonly problems: readonly DocumentProblem[]
}
