import type { DataCache } from './data/data'
import type { Drafts } from './draft/draft'
import type { FilesHandle, HostFile, PicturesHandle, SheetRows } from './files'
import type { Obstacle } from './obstacles'
import type { Matcher } from './pattern/matches'
import type { Resources } from './resource'
import type { Saves } from './save/saves'
import type { Text, TextParams, Translator } from './text'
import type { NameCache } from './widget/name-cache'
import type { NamedLookup } from './widget/named'
import type { StoredFileLookup } from './widget/stored-file'

/** What a call answered: `data` and the server's message. A refused call is thrown as `CallError`. */
export interface CallResult {
  readonly data: unknown
  readonly msg: string
}

/** A call that the server refused: `code` and message as on the wire, `errors` where fields are at fault. */
export class CallError extends Error {
  readonly code: number
  readonly errors: readonly { readonly path: string; readonly message: string; readonly sentence?: string }[]
  /** `data` of the refusal: a conflict (409) brings the stored record. */
  readonly data: unknown
  /** Milliseconds after which a server that is busy wants to be asked again; null: it did not say. */
  readonly retryAfter: number | null
  constructor(
    code: number,
    message: string,
    errors: CallError['errors'] = [],
    data: unknown = null,
    retryAfter: number | null = null,
  ) {
    super(message)
    this.name = 'CallError'
    this.code = code
    this.errors = errors
    this.data = data
    this.retryAfter = retryAfter
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
  /** Ids from the top down to the unit the person belongs to. */
  readonly organizeIdList?: readonly string[]
  readonly departmentId?: string
  readonly departmentName?: string
  readonly positionIds?: readonly { readonly id: string; readonly name?: string }[]
  readonly positionName?: string
  readonly roleIds?: readonly string[]
  readonly groupIds?: readonly string[]
  readonly managerId?: string
  readonly isAdministrator?: boolean
  readonly [key: string]: unknown
}

/** How far a long piece of work is: a sentence, and of how many; a `total` of 0 is not known yet. */
export interface Progress {
  readonly text: string
  readonly done: number
  readonly total: number
}

/** Work whose progress is shown while it goes on. */
export interface WatchedWork {
  readonly title: string
  /** Asked again and again; null: nothing is known yet. */
  ask(): Promise<Progress | null>
  /** Absent: it cannot be cancelled. */
  cancel?(): Promise<unknown>
}

/** Where the progress of a piece of work is shown. */
export interface ShownWork {
  /** Takes it away. */
  close(): void
  /** Leaves what has become of it standing until the person closes it. */
  end(kind: 'success' | 'error', text: string): void
}

export type ToastKind = 'success' | 'info' | 'warning' | 'error'

/** The project chosen in the top bar (`spec/shell-and-monitoring.md §2.3`). */
export interface ChosenProject {
  /** Empty: none. */
  readonly id: string
  /** The answer ends it. */
  onChange(listener: () => void): () => void
}

/** A page that the person's menu leads to. */
export interface MenuPage {
  readonly id: string
  readonly title: string
  readonly icon: string
  /** Address within the product: `/field/alarms`. */
  readonly path: string
}

/** What the person does with their menu. */
export interface PersonsMenu {
  /** The pages they opened last, the last first. */
  readonly recent: readonly MenuPage[]
  /** Those that they marked, in the order in which they did. */
  readonly favourites: readonly MenuPage[]
  /** The answer ends it. */
  onChange(listener: () => void): () => void
}

/** How the interface looks to the person. */
export interface ChosenTheme {
  readonly dark: boolean
  /** The answer ends it. */
  onChange(listener: () => void): () => void
}

/**
 * The only way by which the runtime and the widgets reach the outside. The browser, a preview, a test and the
 * server each give their own, so that one form runs the same everywhere.
 */
export interface Host extends Translator {
  readonly user: CurrentUser
  /** What is done here is only tried out: forms are left without a question, and nothing is printed; absent: it counts. */
  readonly isTrial?: boolean
  /** What lists of a project are asked for; absent: there are no projects here. */
  readonly project?: ChosenProject
  /** The pages that the person uses; absent: there is no menu here. */
  readonly menu?: PersonsMenu
  /** Milliseconds since 1970. */
  now(): number
  /** The person's time zone (`Asia/Shanghai`), in which dates are read and shown; absent: the machine's own. */
  readonly timeZone?: string
  /** Tests a text with an authored pattern; absent: each test has a budget of its own. A server's counts a request together. */
  readonly matches?: Matcher
  /** What the ids of people, areas and other records stand for, as far as it is known; absent: nothing is. */
  readonly named?: NamedLookup
  /** What the server knows of uploaded files; absent: nothing. */
  readonly file?: StoredFileLookup
  /** The way of files to the server and back; absent: there is none here. */
  readonly files?: FilesHandle
  /** Cutting a picture and writing by hand; absent where there is no screen for them. */
  readonly pictures?: PicturesHandle
  /**
   * The rows of a chosen spreadsheet's first sheet; absent where none can be read.
   * @throws Error in the person's words where the file gives none
   */
  sheetRows?(file: HostFile): Promise<SheetRows>
  /** Where the account keeps how columns of lists are set; absent: this browser alone does. */
  readonly columns?: ColumnsHandle
  /** Where what is typed into forms of records is kept until it is saved; absent: it is kept nowhere. */
  readonly drafts?: Drafts
  /** The way of saved records to the server, where they wait when it does not answer; absent: they do not wait. */
  saves?(): Promise<Saves>
  /** Whether the interface is dark, for pages that show or change it; absent: there is no such choice here. */
  readonly theme?: ChosenTheme
  /** Where widgets have names resolved (in batches) and remember what a person chose. */
  readonly names?: NameCache
  /** Calls `services/contract` by name (`dictionaryData.list`) with one flat input; throws `CallError`. */
  call(
    name: string,
    input?: Readonly<Record<string, unknown>>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<CallResult>
  /** Answers that are kept and shared (`dataOf`); absent: the host's own are kept for as long as there is the host. */
  readonly data?: DataCache
  /** A request of a model's script, below `/api/` of this server and in the person's session; absent: none can be made. */
  request?(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, data: unknown): Promise<CallResult>
  /** What kinds of record there are, for the steps that save, delete and switch them; absent: none. */
  resources?(): Promise<Resources>
  /** Runs a function of a document in the sandbox, given the names; absent: scripts do not run here. Rejects when it fails. */
  runScript?(source: string, names: Readonly<Record<string, unknown>>): Promise<unknown>
  toast(kind: ToastKind, text: string, milliseconds?: number): void
  /** Says why something was refused and what stands in the way, with links there; absent: the sentence alone is shown. */
  showObstacles?(message: string, obstacles: readonly Obstacle[]): void
  /**
   * Tells what was done, with a button that takes it back; answers whether that was pressed while it stood there. Absent:
   * there is no screen for it.
   */
  offerUndo?(text: string, milliseconds: number): Promise<boolean>
  /** Shows how far a piece of work is, beside whatever the person does in the meantime; absent where there is no screen for it. */
  progress?(work: WatchedWork): ShownWork
  /** Asks a yes-or-no question; `danger` marks what cannot be undone. */
  confirm(question: {
    readonly text: string
    readonly title?: string
    /** The word of the button that says yes; absent: the usual one. */
    readonly yes?: string
    readonly danger?: boolean
  }): Promise<boolean>
  /** Asks for a value; null when cancelled. */
  prompt(question: ValuePrompt): Promise<string | number | null>
  /** Shows a record of a model for reading, in the model's own kind of popup; absent where there is no screen for it. */
  openRecord?(record: { readonly modelId: string; readonly id: string }): void
  /**
   * Opens a page document (`system/dictionary`) in a dialog, or one of its own dialogs alone. Resolves when it has been
   * closed, so that what it may have changed is read again; absent where there are no pages.
   */
  openPage?(page: OpenedPage): Promise<void>
  /**
   * Lets the person choose a workflow, of all or of those of a model; null when they do not. Absent where there is no
   * screen for it.
   */
  chooseFlow?(requested?: { readonly modelId?: string }): Promise<ChosenFlow | null>
  /** Lets the person choose rows of a data interface; null when they do not. Absent where there is no screen for it. */
  chooseRows?(requested: RowsPrompt): Promise<readonly Readonly<Record<string, unknown>>[] | null>
  /** Lets the person choose who is to approve; null when they do not. Absent where there is no screen for it. */
  chooseApprover?(requested?: { readonly title?: string }): Promise<ChosenPerson | null>
  /** Lets the person import rows of a spreadsheet; how many there were in the end. Absent where there is no screen for it. */
  importRows?(requested: ImportPrompt): Promise<number>
  /**
   * Whether the person may go to the page of a menu entry (`system.dictionary`), and press one of its buttons. The
   * server checks every call again: this only leaves out what would be refused. Absent: nothing is known, all is offered.
   */
  may?(module: string, button?: string): boolean
  navigate(to: string, options?: { readonly replace?: boolean }): void
  /** Says what stands at an address of the product, for the window, the trail and the tab; absent where there are none. */
  nameAddress?(path: string, name: string): void
  openWindow(url: string): void
  /** Saves what `url` serves under a name. */
  download(url: string, name?: string): Promise<void>
  /** Lets the person choose files; an empty list when they do not. */
  chooseFiles(options: {
    readonly accept?: string
    readonly multiple?: boolean
  }): Promise<readonly HostFile[]>
  copy(text: string): Promise<void>
  /** Prints the page without what stands around it, or only the dialog that is open to be printed. */
  print(part?: 'page' | 'dialog'): void
}

/** What rows of a spreadsheet are imported into. */
export interface ImportPrompt {
  /** The area of the calls: `users` for `users.importPreview` and the others. */
  readonly area: string
  /** What each of its calls is given beside. */
  readonly with?: Readonly<Record<string, unknown>>
  readonly title: string
  /** The model whose flow the rows begin with. */
  readonly flowOf?: string
}

export interface ChosenFlow {
  readonly id: string
  readonly fullName: string
  readonly enCode: string
}

export interface ColumnsHandle {
  /** Columns of a list as the person has set them; none: as the list has them. */
  read(list: string): Promise<readonly unknown[]>
  /** Keeps them; whoever sets many things in a row is waited for. */
  save(list: string, columns: readonly object[]): void
}

export interface ChosenPerson {
  readonly id: string
  readonly fullName: string
}

export interface RowsPrompt {
  /** Id or code. */
  readonly interfaceId: string
  readonly title: string
  readonly columns: readonly { readonly value: string; readonly label: string }[]
  /** Member by which a row is known. */
  readonly key: string
  readonly mode?: 'dialog' | 'drawer'
  /** A CSS length. */
  readonly width?: string
  /** Without pages all rows are asked for at once. */
  readonly paged?: boolean
  /** What is chosen to begin with, by the member `key`. */
  readonly chosen?: readonly string[]
}

export interface OpenedPage {
  /** Path below `schemas/pages`, without `.page.json`. */
  readonly page: string
  readonly title: Text
  /** A CSS length; only of a whole page. */
  readonly width?: string
  /** One of the page's dialogs, by name: it alone is opened, `with` giving its names values. */
  readonly dialog?: string
  readonly with?: Readonly<Record<string, unknown>>
}

export interface ValuePrompt {
  readonly title: string
  readonly kind?: 'text' | 'number'
  readonly value?: string | number
  readonly min?: number
  readonly max?: number
}

/** The parts of a host that need no person: what the server gives to rules and server hooks. */
export type HeadlessHost = Pick<
  Host,
  'user' | 'now' | 'timeZone' | 'matches' | 'named' | 'file' | 'language' | 'text'
>

export type Translate = (text: Text | undefined, params?: TextParams) => string
