import type { Draft } from '@runtime/draft/draft'
import { CallError, type CallResult } from '@runtime/host'
import { saveCall } from '@runtime/save/save-call'
import type { RecordSave, Saves, Sending, WaitingSave } from '@runtime/save/saves'
import { CODE } from '../../contract/code'
import { SAVE_DAYS } from '../../contract/limits'
import { type KeptSave, openSaveDatabase, type SaveDatabase } from './database'

export interface SavesOptions {
  /** Whose saves these are: of another's in the same browser nothing is seen, and none is sent. */
  readonly owner: string
  readonly call: (name: string, input: Readonly<Record<string, unknown>>) => Promise<CallResult>
  /** The draft of a save that the server has is to go. */
  readonly discard: (draft: string) => Promise<void>
  /** One that waited has been refused. */
  readonly onRefused?: (message: string) => void
  readonly database?: Promise<SaveDatabase>
}

const DATABASE = 'loam_saves'
const DAY = 86_400_000
/** Milliseconds after which what nobody answered is sent again, time after time. */
const AGAIN = [2_000, 5_000, 15_000, 30_000] as const

export async function createSaves(options: SavesOptions): Promise<Saves & { end(): void }> {
  const { database = openSaveDatabase(DATABASE) } = options
  const queue = new SaveQueue(options, await database.catch(() => null))
  await queue.begin()
  return queue
}

/** Keeps a save before it is sent and until it is answered: a window that dies in between leaves it to the next. */
class SaveQueue implements Saves {
  readonly #options: SavesOptions
  /** Null: this browser keeps nothing, and no save waits. */
  readonly #database: SaveDatabase | null
  readonly #listeners = new Set<() => void>()
  /** Those that a form of this window is sending by itself. */
  readonly #own = new Set<string>()
  #waiting: readonly KeptSave[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #flushing: Promise<void> | null = null
  #isOver = false

  constructor(options: SavesOptions, database: SaveDatabase | null) {
    this.#options = options
    this.#database = database
  }

  get waiting(): readonly WaitingSave[] {
    return this.#waiting
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async begin(): Promise<void> {
    addEventListener('online', this.#flushSoon)
    document.addEventListener('visibilitychange', this.#whenShown)
    await this.#read()
    this.#flushSoon()
  }

  end(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    removeEventListener('online', this.#flushSoon)
    document.removeEventListener('visibilitychange', this.#whenShown)
  }

  async send(save: RecordSave, typed: Draft | null): Promise<Sending> {
    if (!typed || !(await this.#keep(save, typed))) return this.#call(save)
    try {
      if (this.#waiting.some(isDue)) await this.flush()
      // What was saved before it still waits: this one does, too.
      if (this.#waiting.some(isDue)) return { state: 'waiting' }
      const sent = await this.#call(save)
      await this.#remove(save.id)
      return sent
    } catch (error) {
      if (isUnanswered(error)) return { state: 'waiting' }
      await this.#remove(save.id)
      throw error
    } finally {
      this.#own.delete(save.id)
      await this.#read()
      this.#plan()
    }
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#flushing ??= this.#inTurn(() => this.#sendAll()).finally(() => {
      this.#flushing = null
      this.#plan()
    })
    return this.#flushing
  }

  async forget(id: string): Promise<void> {
    await this.#remove(id)
    await this.#read()
  }

  /** Whether it has been written down. */
  async #keep(save: RecordSave, typed: Draft): Promise<boolean> {
    if (!this.#database) return false
    this.#own.add(save.id)
    const { owner } = this.#options
    try {
      await this.#database.put({ ...save, owner, typed, at: Date.now(), refusal: null })
      return true
    } catch {
      // Full, or closed for a newer product in another window: it is sent, and cannot wait.
      this.#own.delete(save.id)
      return false
    }
  }

  async #remove(id: string): Promise<void> {
    await this.#database?.remove(id).catch(() => undefined)
  }

  async #read(): Promise<void> {
    const kept = (await this.#database?.find(this.#options.owner).catch(() => [])) ?? []
    this.#waiting = kept.filter(({ id }) => !this.#own.has(id))
    for (const listener of this.#listeners) listener()
  }

  /** Windows take turns. Where the browser has no locks two may send one save, which the server carries out once. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const { locks } = globalThis.navigator ?? {}
    return locks ? locks.request(`loam.saves.${this.#options.owner}`, work) : work()
  }

  async #sendAll(): Promise<void> {
    await this.#read()
    for (const save of this.#waiting.filter(isDue)) {
      if (this.#isOver) return
      try {
        if (save.at < Date.now() - (SAVE_DAYS - 1) * DAY) await this.#refuse(save, TOO_OLD)
        else await this.#sendWaiting(save)
        this.#failures = 0
      } catch (error) {
        if (isUnanswered(error)) {
          this.#failures += 1
          break
        }
        if (!(error instanceof CallError)) throw error
        await this.#refuse(save, error)
      }
    }
    await this.#read()
  }

  async #sendWaiting(save: KeptSave): Promise<void> {
    await this.#call(save)
    // The draft first: of a save that is forgotten nobody knows any more which one it was.
    await this.#options.discard(save.typed.id)
    await this.#remove(save.id)
  }

  async #refuse({ id }: KeptSave, { code, message, errors }: CallError): Promise<void> {
    await this.#database?.refuse(id, { code, message, errors })
    this.#options.onRefused?.(message)
  }

  async #call(save: RecordSave): Promise<Sending> {
    const { data, msg } = await this.#options.call(...saveCall(save))
    return { state: 'saved', data, message: msg }
  }

  readonly #flushSoon = () => {
    if (this.#waiting.some(isDue)) void this.flush()
  }

  readonly #whenShown = () => {
    // Another window may have sent them.
    if (document.visibilityState === 'visible') void this.#read().then(this.#flushSoon)
  }

  #plan(): void {
    clearTimeout(this.#timer)
    if (this.#isOver || !this.#waiting.some(isDue)) return
    const wait = AGAIN[Math.min(this.#failures, AGAIN.length - 1)]
    this.#timer = setTimeout(this.#flushSoon, wait)
  }
}

const isDue = ({ refusal }: WaitingSave) => refusal === null

/** By then the server may not know a save again that it has carried out. */
const TOO_OLD = new CallError(0, '')

/** Nothing answered, or nobody who could have carried it out: a proxy without a server, a server that is busy, a session that is over. */
function isUnanswered(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  const { code } = error
  return UNANSWERED.has(code) || code >= CODE.noSession
}
const UNANSWERED: ReadonlySet<number> = new Set([0, CODE.tooMany, 502, 503, 504])
