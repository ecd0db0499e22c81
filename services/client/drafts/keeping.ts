import type { CallResult } from '@runtime/host'
import type { DraftDatabase, KeptDraft, KeptValue } from './database'
import type { Held } from './held'

export type Call = (name: string, input: Readonly<Record<string, unknown>>) => Promise<CallResult>

/** What all drafts of one person in this browser share: its database, and the way to the server. */
export class DraftKeeping {
  readonly owner: string
  readonly call: Call
  readonly #held: Held
  /** Null: this browser keeps nothing; the server alone does. */
  readonly #opening: Promise<DraftDatabase | null>
  #database: DraftDatabase | null = null
  /** Written before the database was open; null: there is none. */
  #early: (() => void)[] | null = []

  constructor(owner: string, call: Call, held: Held, opening: Promise<DraftDatabase>) {
    this.owner = owner
    this.call = call
    this.#held = held
    this.#opening = opening.then(
      (database) => {
        this.#database = database
        for (const write of this.#early?.splice(0) ?? []) write()
        return database
      },
      () => {
        this.#early = null
        return null
      },
    )
  }

  hold(draft: string): () => void {
    return this.#held.hold(draft)
  }

  write(draft: KeptDraft, values: readonly KeptValue[], dropped: readonly string[]): void {
    const write = () => {
      try {
        this.#database?.put(draft, values, dropped)
      } catch {
        // Closed for a newer product in another window, or full: the server has it still.
      }
    }
    if (this.#database) write()
    else this.#early?.push(write)
  }

  async kept(): Promise<readonly KeptDraft[]> {
    return (await (await this.#opening)?.find(this.owner)) ?? []
  }

  async values(draft: string): Promise<readonly KeptValue[]> {
    return (await (await this.#opening)?.values(draft)) ?? []
  }

  async forget(draft: string): Promise<void> {
    await (await this.#opening)?.remove(draft)
  }

  /** Those that open forms are writing. */
  others(): Promise<ReadonlySet<string>> {
    return this.#held.others()
  }

  /** Forgets a draft here and at the server. That it is to go is kept for as long as the server has not heard of it. */
  async discard(draft: KeptDraft): Promise<void> {
    await this.forget(draft.id)
    this.write({ ...draft, ended: true }, [], [])
    try {
      await this.call('recordDraft.delete', { id: draft.id })
      await this.forget(draft.id)
    } catch {
      // Without a network: `kept` has it as ended, and it is told again when drafts are looked for.
    }
  }
}
