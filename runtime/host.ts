import type { Text, TextParams, Translator } from './text'

/** What a call answered: `data` and the server's message. A refused call is thrown as `CallError`. */
export interface CallResult {
  readonly data: unknown
  readonly msg: string
}

/** A call that the server refused: `code` and message as on the wire, `errors` where fields are at fault. */
export class CallError extends Error {
  readonly code: number
  readonly errors: readonly { readonly path: string; readonly message: string }[]
  /** `data` of the refusal: a conflict (409) brings the stored record. */
  readonly data: unknown
  constructor(code: number, message: string, errors: CallError['errors'] = [], data: unknown = null) {
    super(message)
    this.name = 'CallError'
    this.code = code
    this.errors = errors
    this.data = data
  }
}

/** The signed-in person as documents, open-data fields and expressions see them (`spec/shell-and-monitoring.md §3`). */
export interface CurrentUser {
  readonly userId: string
  readonly userAccount: string
  readonly userName: string
  readonly headIcon?: string
  readonly organizeId?: string
  readonly organizeName?: string
  readonly departmentId?: string
  readonly departmentName?: string
  readonly positionIds?: readonly { readonly id: string; readonly name?: string }[]
  readonly positionName?: string
  readonly isAdministrator?: boolean
  readonly [key: string]: unknown
}

export type ToastKind = 'success' | 'info' | 'warning' | 'error'

/**
 * The only way by which the runtime and the widgets reach the outside. The browser, a preview, a test and the
 * server each give their own, so that one form runs the same everywhere.
 */
export interface Host extends Translator {
  readonly user: CurrentUser
  /** Milliseconds since 1970. */
  now(): number
  /** The person's time zone (`Asia/Shanghai`), in which dates are read and shown; absent: the machine's own. */
  readonly timeZone?: string
  /** Tests a text with a model's own pattern; absent: plainly. A server's gives up on one that takes too long. */
  matches?(pattern: RegExp, text: string): boolean
  /** Calls `services/contract` by name (`dictionaryData.list`) with one flat input; throws `CallError`. */
  call(
    name: string,
    input?: Readonly<Record<string, unknown>>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<CallResult>
  toast(kind: ToastKind, text: string, milliseconds?: number): void
  /** Asks a yes-or-no question; `danger` marks what cannot be undone. */
  confirm(question: {
    readonly text: string
    readonly title?: string
    readonly danger?: boolean
  }): Promise<boolean>
  /** Asks for a value; null when cancelled. */
  prompt(question: PromptQuestion): Promise<string | number | null>
  navigate(to: string, options?: { readonly replace?: boolean }): void
  openWindow(url: string): void
  /** Saves what `url` serves under a name. */
  download(url: string, name?: string): Promise<void>
  /** Lets the person choose files; an empty list when they do not. */
  chooseFiles(options: {
    readonly accept?: string
    readonly multiple?: boolean
  }): Promise<readonly HostFile[]>
  copy(text: string): Promise<void>
  print(): void
}

export interface PromptQuestion {
  readonly title: string
  readonly kind?: 'text' | 'number'
  readonly value?: string | number
  readonly min?: number
  readonly max?: number
}

/** A file a person chose, without the DOM's type: the browser's `File` fits. */
export interface HostFile {
  readonly name: string
  readonly size: number
  readonly type: string
  arrayBuffer(): Promise<ArrayBuffer>
  text(): Promise<string>
}

/** The parts of a host that need no person: what the server gives to rules and server hooks. */
export type HeadlessHost = Pick<Host, 'user' | 'now' | 'timeZone' | 'matches' | 'language' | 'text'>

export type Say = (text: Text | undefined, params?: TextParams) => string
