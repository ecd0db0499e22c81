import type { Readable } from 'node:stream'
import type { CurrentUser, Translate } from '@runtime/host'
import type { Language } from '@runtime/text'
import type { Call, InputOf, ResponseOf } from '@services/contract/call'
import type { Kysely, Migration, Transaction } from 'kysely'
import type { Bus } from './bus/bus'
import type { Pools } from './database/pools'
import type { Database } from './database/schema'
import type { PasswordDue } from './http/errors'
import type { SharedText } from './http/shared-text'
import type { Locales } from './locales'
import type { Log } from './log'
import type { ServerOptions } from './options'
import type { ProjectRight, Right } from './right'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

/** What a handler knows of its caller. */
export interface CallContext {
  readonly user: SessionUser
  readonly language: Language
  readonly text: Translate
  readonly db: Db
  readonly ip: string
  /** The caller's browser, as it names itself. */
  readonly userAgent: string
  /** The address at which the caller's browser reaches the product (`https://farm.example`), as it says; '' where it does not. */
  readonly origin: string
  readonly requestId: string
  /** The project that the call acts on, by the right that it declares; '' for calls of no project. */
  readonly projectId: string
  /** Writes a row of the audit, or several; pass the transaction so that both stand or fall together. */
  audit(entry: AuditEntry | readonly AuditEntry[], tx?: Tx): Promise<void>
  /**
   * Runs a write of who stands where; refused with 403 where somebody has by it what the caller has not, or the caller reaches
   * records by it that they did not.
   */
  withinOwn<T>(tx: Tx, write: () => Promise<T>): Promise<T>
  /** Whether the caller has a right, by its code. */
  can(right: string): Promise<boolean>
}

export interface SessionUser extends CurrentUser {
  readonly sessionId: string
  readonly isAdministrator: boolean
  /** The epoch of what people may do at which the session was found; absent: the last one is asked for. */
  readonly authorityEpoch?: number
  /** Why the password has to be changed before anything else (`spec/shell-and-monitoring.md §4`); null where it has not. */
  readonly passwordDue: PasswordDue | null
  /** Who really looks, where somebody sees what the person sees: such a session changes nothing. */
  readonly viewedBy?: Pick<CurrentUser, 'userId' | 'userAccount' | 'userName'> | undefined
}

export interface AuditEntry {
  /** `dictionaryData.update`, `record.create`. */
  readonly action: string
  readonly target: string
  readonly before?: unknown
  readonly after?: unknown
  readonly reason?: string
}

/**
 * An answer with a message of its own; a handler may also answer bare data. With a version a browser may keep it, and is
 * told 304 while the version is the same.
 */
export class Reply<T = unknown> {
  readonly data: T
  readonly msg: string
  readonly version: string | undefined
  constructor(data: T, msg: string, version?: string) {
    this.data = data
    this.msg = msg
    this.version = version
  }
}

/** What a call answers that would have changed something and has not (a trial): nobody is told to read again. */
export class UnchangedReply<T = unknown> extends Reply<T> {}

/** Bytes as an answer, for a call whose `wire` is `binary`. With a name it is saved, without one it is shown. */
export class FileReply {
  readonly body: string | Uint8Array | Readable | SharedText
  readonly type: string
  readonly name: string | undefined
  constructor(body: FileReply['body'], type: string, name?: string) {
    this.body = body
    this.type = type
    this.name = name
  }
}

/**
 * Kept bytes as an answer: a browser may ask for a part of them (`Range`), and may keep them while `version` is the same.
 * Shown where `inline`, saved under `name` otherwise.
 */
export class StoredReply {
  readonly size: number
  readonly type: string
  readonly name: string
  readonly inline: boolean
  readonly version: string
  /** Opens the bytes from `start` to `end`, both included. */
  readonly open: (range: { readonly start: number; readonly end: number }) => Promise<Readable>
  constructor(stored: Omit<StoredReply, never>) {
    this.size = stored.size
    this.type = stored.type
    this.name = stored.name
    this.inline = stored.inline
    this.version = stored.version
    this.open = stored.open
  }
}

/** What `input.file` is for a call whose `wire` is `stream`: bytes that are still arriving. */
export interface StreamedFile {
  readonly name: string
  /** As the browser says; not to be trusted. */
  readonly type: string
  readonly body: Readable
}

/** What `input.file` is for a call whose `wire` is `file`; the form's other members stand beside it. */
export interface UploadedFile {
  readonly name: string
  /** As the browser says; not to be trusted. */
  readonly type: string
  readonly bytes: Uint8Array
}

/** A module is a folder `modules/<area>/`: its tables and migrations, its service, thin routes, its specs. */
export interface ServerModule {
  readonly name: string
  /** Named `<area>-<nnn>-<what>`: run in the order of the names over all modules, once each. */
  readonly migrations?: Readonly<Record<string, Migration>>
  /** Works on connections of its own, so that slow screens cannot keep it waiting. */
  readonly pool?: 'field'
  register(server: ModuleServer): void | Promise<void>
}

export type Answer<C extends Call> = ResponseOf<C> | Reply<ResponseOf<C>> | FileReply | StoredReply

/** Names in a call's input. */
export type MemberOf<C> = keyof InputOf<C> & string

/** A right in a project, of whose refusal the module is told: who tried without the level, and what. */
export type RefusalNoted<M extends string> = ProjectRight<M> & {
  refused(context: CallContext, input: never, error: unknown): Promise<void>
}

/** What a module registers with. */
export interface ModuleServer {
  readonly db: Db
  /** Connections by what they are for; who changes tables, views and indexes does it as their owner. */
  readonly pools: Pools
  readonly services: Services
  readonly options: ServerOptions
  readonly locales: Locales
  readonly bus: Bus
  readonly log: Log
  /**
   * Serves a call. The input has been validated and flattened, the right checked with what it names; the answer becomes the
   * envelope. A route whose right says too little for its input does not start the server, and a handler that touches
   * tables which its right does not open is refused by the database's guard.
   */
  handle<C extends Call>(
    call: C,
    right: Right<MemberOf<C>> | RefusalNoted<MemberOf<C>>,
    handler: (context: CallContext, input: InputOf<C>) => Promise<Answer<C>> | Answer<C>,
  ): void
  /** Run once, after migrations and before the server listens (seeding, caches). */
  onReady(work: () => Promise<void>): void
  onClose(work: () => Promise<void>): void
}

/** What modules offer each other, by name; a module augments this interface where it defines its service. */
// biome-ignore lint/suspicious/noEmptyInterface: modules augment it.
export interface Services {}
