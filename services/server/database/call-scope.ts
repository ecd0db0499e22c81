import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Pieces } from '@runtime/pieces'
import { sizeText } from '@runtime/size-text'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../http/errors'
import { PERSON_BYTES } from '../limits'
import { Pace } from './pace'
import { Share } from './share'

export interface ScopeSettings {
  /** Bytes that may come from the database. */
  readonly bytes: number
  /** Whether what one connection has brought is no longer in hand once it is given back: what is read, and answered, in pieces. */
  readonly isPiecewise?: boolean
  /** Whether it waits, and may be refused, while the person's other calls have much in hand. */
  readonly isPatient?: boolean
  readonly share?: Share
  /** The scope inside which this one is: what is spent here is spent there, and with it this one ends. */
  readonly parent?: CallScope | undefined
}

type Listener = (reason: unknown) => void

/**
 * What one call may ask of the database (`design/hardening.md §2`): so many bytes, counted as they come, and the person's share of
 * connections. Once it is ended, for whatever reason, its statements are cancelled and no more are begun.
 */
export class CallScope {
  readonly share: Share
  readonly #settings: ScopeSettings
  readonly #listeners = new Set<Listener>()
  readonly #leave: () => void
  #isPiecewise: boolean
  #bytes = 0
  #total = 0
  #ended: { readonly reason: unknown } | undefined
  #isClosed = false

  constructor(settings: ScopeSettings) {
    this.#settings = settings
    this.share = settings.parent?.share ?? settings.share ?? new Share()
    this.#isPiecewise = settings.isPiecewise ?? false
    this.#leave = settings.parent?.onEnd((reason) => this.end(reason)) ?? (() => undefined)
    if (!settings.parent) this.share.enter(this)
  }

  /** Bytes in hand. */
  get bytes(): number {
    return this.#bytes
  }

  /** Bytes that have come, in hand or not. */
  get total(): number {
    return this.#total
  }

  get isPiecewise(): boolean {
    return this.#isPiecewise
  }

  /** Whether the call is answered: what it has set off, and nobody waits for, is no part of it. What was ended stays so. */
  get isOver(): boolean {
    return this.#isClosed && !this.#ended
  }

  /** From now on what a connection has brought is no longer in hand once it is given back. */
  goPiecewise(): void {
    this.#isPiecewise = true
  }

  /** @throws what it was ended with */
  demandOpen(): void {
    if (this.#ended) throw this.#ended.reason
  }

  /** Told once, at once where it has ended; the answer takes the listener back. */
  onEnd(listener: Listener): () => void {
    if (this.#ended) listener(this.#ended.reason)
    else this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  end(reason: unknown): void {
    if (this.#ended) return
    this.#ended = { reason }
    const listeners = [...this.#listeners]
    this.#listeners.clear()
    for (const listener of listeners) listener(reason)
  }

  /** Its answer is out, or nobody waits for it: nothing of it is in hand. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#leave()
    if (this.#settings.parent) return
    this.share.count(-this.#bytes)
    this.share.leave(this)
  }

  /** Takes note of bytes that have come; too many end it. */
  spend(bytes: number): void {
    if (this.#isClosed) return
    this.#bytes += bytes
    this.#total += bytes
    const { bytes: most, parent, isPatient } = this.#settings
    if (parent) parent.spend(bytes)
    else {
      this.share.count(bytes)
      if (isPatient) this.share.pace?.read(bytes)
    }
    if (this.#bytes > most) this.end(answerTooLarge(most))
    else if (this.#isTooMuchBesideOthers()) this.end(tooManyLarge())
  }

  #isTooMuchBesideOthers(): boolean {
    if (!this.#settings.isPatient || this.#bytes < PERSON_BYTES.large) return false
    return this.share.bytes > PERSON_BYTES.most && !this.share.isFirst(this)
  }

  /** Takes note of bytes that have been worked off. */
  giveBack(bytes: number): void {
    if (this.#isClosed) return
    this.#bytes -= bytes
    const { parent } = this.#settings
    if (parent) parent.giveBack(bytes)
    else this.share.count(-bytes)
  }

  /** Milliseconds for which nothing more is to be read for it. */
  get rest(): number {
    const { parent, isPatient } = this.#settings
    if (parent) return parent.rest
    return isPatient ? (this.share.pace?.rest ?? 0) : 0
  }

  /** Does work on much that was read, a piece at a time: others have their turn after each, and several while it rests. */
  async paced<T>(pieces: Pieces<T>): Promise<T> {
    for (;;) {
      if (this.rest > 0) await sleep(this.rest)
      else await nextTurn()
      this.demandOpen()
      const began = performance.now()
      const step = pieces.next()
      if (step.done) return step.value
      this.#work(performance.now() - began)
    }
  }

  #work(milliseconds: number): void {
    const { parent, isPatient } = this.#settings
    if (parent) parent.#work(milliseconds)
    else if (isPatient) this.share.pace?.work(milliseconds)
  }

  /** Waits, before something is asked, until the person's other calls have less in hand, and for the person's rest. */
  async awaitShare(): Promise<void> {
    const { parent, isPatient } = this.#settings
    if (parent) await parent.awaitShare()
    else if (isPatient) {
      await this.share.fall(PERSON_BYTES.calm, this)
      if (this.rest > 0) await sleep(this.rest)
      this.demandOpen()
    }
  }
}

const scopes = new AsyncLocalStorage<CallScope | undefined>()

export const currentScope = (): CallScope | undefined => scopes.getStore()

export const withScope = <T>(scope: CallScope | undefined, work: () => T): T => scopes.run(scope, work)

/**
 * Runs what is done once for several who ask at the same time, or kept for those who come later: none of them ends it for the others
 * by going away, and none pays for it alone.
 */
export const forEverybody = <T>(work: () => T): T => scopes.run(undefined, work)

/**
 * Runs work that may bring so many bytes and, from when it says that it begins, take so many milliseconds, whatever else the call may.
 * @param late what it is ended with when it takes longer
 */
export async function limitedTo<T>(
  { bytes, time, late }: { readonly bytes: number; readonly time: number; readonly late: () => Error },
  work: (begin: () => void) => Promise<T>,
): Promise<T> {
  const scope = new CallScope({ bytes, parent: currentScope() })
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    timer ??= setTimeout(() => scope.end(late()), time)
  }
  try {
    return await withScope(scope, () => work(begin))
  } catch (error) {
    scope.end(error)
    throw error
  } finally {
    clearTimeout(timer)
    scope.close()
  }
}

/** Shares of those who have calls under way, or have read much of late. */
export class Shares {
  readonly #shares = new Map<string, Share>()
  readonly #hasOthers: (userId: string) => boolean

  /** @param hasOthers whether somebody else than a person asks anything of late: then the person's calls are paced */
  constructor(hasOthers: (userId: string) => boolean = () => false) {
    this.#hasOthers = hasOthers
  }

  of(userId: string): Share {
    // Who is not known has nothing in common with others who are not.
    if (userId === '') return new Share()
    for (const [id, share] of this.#shares) if (share.isSpare) this.#shares.delete(id)
    const share = this.#shares.get(userId) ?? new Share(this.#paceOf(userId))
    this.#shares.set(userId, share)
    return share
  }

  #paceOf(userId: string): Pace {
    return new Pace({ now: () => performance.now(), hasOthers: () => this.#hasOthers(userId) })
  }
}

/** @param most bytes */
export const answerTooLarge = (most: number) =>
  new ApiError(CODE.badRequest, '@server.answerTooLarge', { params: { limit: sizeText(most) } })

const tooManyLarge = () =>
  new ApiError(CODE.tooMany, '@server.tooManyLarge', { status: CODE.tooMany, data: { retryAfter: 2 } })
