import type { Reason } from '../dialect'
import type { Beyond, DesignSession, Went } from '../session'
import type { Draft } from './draft'
import { type KeptStep, ownSteps } from './stacks'

/** Steps as they are kept, the newest first. */
export interface StepPage {
  readonly list: readonly (KeptStep & { readonly number: number })[]
  /** Whether older ones are kept. */
  readonly hasMore: boolean
}

export interface EarlierOptions {
  readonly userId: string
  /** Own steps at least of those that are kept before a number. Rejects where they cannot be had now. */
  readonly read: (before: number) => Promise<StepPage>
}

type Kind = 'undo' | 'redo'
type Session = Pick<DesignSession, 'history' | 'onStep' | Kind>

/** With fewer known steps to be undone than these, older ones are read: about as many as a held key takes back meanwhile. */
const NEAR = 50
const UNREACHED: Reason = { reason: '@design.earlierUnreached' }

/**
 * Reads the steps of before a session a page at a time, as they are undone. What is asked for before its page is there waits,
 * in order; it is not done any more where something else is done first, or the page cannot be had.
 */
export class EarlierSteps implements Beyond {
  readonly #session: Session
  readonly #draft: Draft
  readonly #options: EarlierOptions
  readonly #stop: () => void
  #waiting: { readonly kind: Kind; readonly settle: (went: Went) => void }[] = []
  /** Whether it could be read; null while nothing is. */
  #reading: Promise<boolean> | null = null
  #oldest: number | undefined
  #isEnded = false

  constructor(session: Session, draft: Draft, options: EarlierOptions) {
    this.#session = session
    this.#draft = draft
    this.#options = options
    this.#stop = session.onStep(({ kind }) => {
      if (kind === 'undo') this.#readNear()
      else if (kind !== 'redo') this.#drop(null)
    })
  }

  get mayUndo(): boolean {
    return this.#draft.mayUndo
  }

  get mayRedo(): boolean {
    return this.#draft.mayRedo
  }

  /** Waits for a draft to be opened, which takes its newest page. */
  begin(opening: Promise<unknown>): void {
    this.#hold(
      opening.then(
        () => true,
        () => false,
      ),
    )
    void this.#reading?.then(() => this.#readNear())
  }

  /** Takes a page before those that have been taken; the first one before what the draft has. */
  take({ list, hasMore }: StepPage): void {
    this.#oldest = list.at(-1)?.number ?? this.#oldest ?? this.#draft.draftVersion + 1
    this.#draft.remember(ownSteps(list.toReversed(), this.#options.userId, hasMore))
  }

  go(kind: Kind): Promise<Went> {
    if (this.#waiting.length === 0 && this.#isKnown(kind)) return Promise.resolve(this.#session[kind]())
    return new Promise((settle) => {
      this.#waiting.push({ kind, settle })
      if (this.#waiting.length === 1) void this.#serve()
    })
  }

  end(): void {
    this.#isEnded = true
    this.#stop()
    this.#drop(null)
  }

  /** Whether it is known what comes next, or that nothing does. */
  #isKnown(kind: Kind): boolean {
    const { canUndo, canRedo } = this.#session.history
    return kind === 'undo' ? canUndo || !this.mayUndo : canRedo || !this.mayRedo
  }

  async #serve(): Promise<void> {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if (this.#isKnown(next.kind)) {
        this.#waiting.shift()
        next.settle(this.#session[next.kind]())
      } else if (!(await this.#readMore())) this.#drop(UNREACHED)
    }
  }

  #drop(went: Went): void {
    for (const { settle } of this.#waiting.splice(0)) settle(went)
  }

  #readNear(): void {
    if (this.#session.history.steps.length < NEAR) void this.#readMore()
  }

  /** Whether there is more than before, or no more to be had. */
  #readMore(): Promise<boolean> {
    return this.#reading ?? this.#hold(this.#readPage())
  }

  #hold(reading: Promise<boolean>): Promise<boolean> {
    this.#reading = reading.finally(() => {
      this.#reading = null
    })
    return this.#reading
  }

  async #readPage(): Promise<boolean> {
    if (!this.mayUndo) return true
    try {
      const before = this.#oldest ?? this.#draft.draftVersion + 1
      const { list, hasMore } = await this.#options.read(before)
      if (!this.#isEnded) this.take({ list, hasMore: hasMore && list.length > 0 })
      return !this.#isEnded
    } catch {
      return false
    }
  }
}
