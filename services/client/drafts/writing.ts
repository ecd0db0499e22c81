import type { DraftPlace, OpenDraft } from '@runtime/draft/draft'
import { CallError } from '@runtime/host'
import { newId } from '@runtime/id'
import { RECORD_LIMIT } from '../../contract/limits'
import type { KeptDraft, KeptValue } from './database'
import type { DraftKeeping } from './keeping'

/** Milliseconds without a change after which the server is told, and those after which it is in any case. */
const QUIET = 2_000
const LONGEST = 10_000
/** Milliseconds after which a server that did not answer is told again. */
const AGAIN = 15_000

/** One form's draft: each change goes to this browser's database at once, and to the server when the person pauses. */
export class DraftWriting implements OpenDraft {
  readonly #keeping: DraftKeeping
  readonly #place: DraftPlace
  readonly id = newId()
  readonly #values = new Map<string, KeptValue>()
  #revision = 0
  #changedAt = 0
  #release: (() => void) | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Since when the server has not been told. */
  #untold: number | null = null
  #telling: Promise<void> = Promise.resolve()
  #ended = false
  /** The server does not want it: the right is gone, or the record. */
  #refused = false

  constructor(keeping: DraftKeeping, place: DraftPlace) {
    this.#keeping = keeping
    this.#place = place
    addEventListener('online', this.#tellSoon)
    document.addEventListener('visibilitychange', this.#whenHidden)
  }

  put(path: string, value: unknown, base: string): void {
    if (this.#ended) return
    const kept = { draft: this.id, path, value: JSON.stringify(value ?? null), base }
    if (this.#values.get(path)?.value === kept.value) return
    this.#values.set(path, kept)
    this.#changed([kept], [])
  }

  drop(path: string): void {
    if (this.#ended || !this.#values.delete(path)) return
    this.#changed([], [path])
  }

  async end(): Promise<void> {
    if (this.#ended) return
    const wasKept = this.#revision > 0
    this.#close()
    // What is under way would bring it back at the server.
    await this.#telling
    if (wasKept) await this.#keeping.discard(this.#draft())
  }

  leave(): void {
    if (this.#ended) return
    if (this.#untold !== null) this.#tell()
    this.#close()
  }

  #close(): void {
    this.#ended = true
    clearTimeout(this.#timer)
    removeEventListener('online', this.#tellSoon)
    document.removeEventListener('visibilitychange', this.#whenHidden)
    this.#release?.()
  }

  #changed(values: readonly KeptValue[], dropped: readonly string[]): void {
    this.#release ??= this.#keeping.hold(this.id)
    this.#revision += 1
    this.#changedAt = Date.now()
    this.#keeping.write(this.#draft(), values, dropped)
    const now = Date.now()
    this.#untold ??= now
    this.#tellIn(Math.min(QUIET, Math.max(0, this.#untold + LONGEST - now)))
  }

  #draft(): KeptDraft {
    return {
      ...{ id: this.id, owner: this.#keeping.owner, ...this.#place },
      ...{ revision: this.#revision, changedAt: this.#changedAt },
    }
  }

  #tellIn(milliseconds: number): void {
    clearTimeout(this.#timer)
    if (!this.#refused) this.#timer = setTimeout(() => this.#tell(), milliseconds)
  }

  readonly #tellSoon = () => {
    if (this.#untold !== null) this.#tellIn(0)
  }

  /** Whoever turns away may not come back. */
  readonly #whenHidden = () => {
    if (document.visibilityState === 'hidden') this.#tellSoon()
  }

  #tell(): void {
    clearTimeout(this.#timer)
    this.#telling = this.#telling.then(() => this.#send())
  }

  async #send(): Promise<void> {
    if (this.#untold === null || this.#refused) return
    const since = this.#untold
    this.#untold = null
    const values = textOf(this.#values, ({ value }) => value)
    // Too large for the server: it stays here alone, as the record itself would.
    if (values.length > RECORD_LIMIT) return
    try {
      await this.#keeping.call('recordDraft.save', {
        ...{ modelId: this.#place.modelId, id: this.id, revision: this.#revision, values },
        bases: textOf(this.#values, ({ base }) => JSON.stringify(base)),
        ...(this.#place.recordId !== null && { recordId: this.#place.recordId }),
      })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      this.#refused = error.code >= 400 && error.code < 500 && error.code !== TOO_MANY
      if (this.#refused) return
      this.#untold ??= since
      if (!this.#ended) this.#tellIn(error.retryAfter ?? AGAIN)
    }
  }
}

const TOO_MANY = 429

/** JSON text of an object, whose members are JSON text already. */
function textOf(values: ReadonlyMap<string, KeptValue>, member: (value: KeptValue) => string): string {
  return `{${Array.from(values.values(), (value) => `${JSON.stringify(value.path)}:${member(value)}`).join()}}`
}
