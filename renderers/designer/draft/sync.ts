import { PARTS } from '@runtime/design/document'
import type { Unsaved } from '@runtime/design/draft'
import {
  type Batch,
  type Clash,
  type Conflict,
  Draft,
  EarlierSteps,
  printUnsaved,
  readUnsaved,
  rewound,
  type StepPage,
} from '@runtime/design/draft'
import { misfitOf } from '@runtime/design/fitting'
import type { DesignSession } from '@runtime/design/session'
import { CallError, type Host } from '@runtime/host'
import { newId } from '@runtime/id'
import { CODE, type calls, type ResponseOf } from '@services/client'
import { openPendingStore, type PendingStore } from './pending-store'

/** `waiting`: the server is not reached, it is tried again; `failed`: it refuses, what was done stays in this browser. */
export type SaveState = 'saved' | 'saving' | 'waiting' | 'failed'

type Answer<N extends keyof typeof calls> = ResponseOf<(typeof calls)[N]>
export type Other = Answer<'visualDevelopment.present'>['list'][number]
type StoredStep = Answer<'visualDevelopment.steps'>['list'][number]

export interface SyncState {
  readonly save: SaveState
  /** Why the server refuses, in the person's language. */
  readonly refusal: string
  /** Who else has the draft open. */
  readonly others: readonly Other[]
  /** What both have changed, to be asked about. */
  readonly clash: Clash | null
  /** Steps that could not be carried out after those of others. */
  readonly lost: number
  /** The version of the draft that the server has, as far as this browser knows. */
  readonly draftVersion: number
}

export interface SyncOptions {
  readonly modelId: string
  readonly draftVersion: number
  /** Opens the place that outlives the tab. */
  readonly store?: typeof openPendingStore
}

/** Milliseconds without a step after which what was done is sent. */
const PAUSE = 800
/** Milliseconds between two words that somebody is here. */
const PRESENCE = 20_000
/** Milliseconds after which a server that is not reached is tried again: the first time, and at most. */
const RETRY = { first: 1000, most: 30_000 }
const PAGE = 200
/** What the server says of steps themselves: coming again changes nothing. */
const REFUSALS: ReadonlySet<number> = new Set([CODE.badRequest, CODE.forbidden, CODE.notFound])

/** Brings the steps of a session to the server, and those of others into it. */
export class DraftSync {
  readonly draft: Draft
  readonly #host: Pick<Host, 'call' | 'text' | 'user'>
  readonly #session: DesignSession
  readonly #options: SyncOptions
  readonly #earlier: EarlierSteps
  readonly #tab = newId()
  readonly #listeners = new Set<() => void>()
  #state: SyncState
  #store: PendingStore | null = null
  #isOpen = false
  #isEnded = false
  #sending: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #presence: ReturnType<typeof setInterval> | undefined
  #tries = 0

  constructor(session: DesignSession, host: Pick<Host, 'call' | 'text' | 'user'>, options: SyncOptions) {
    this.#session = session
    this.#host = host
    this.#options = options
    const { draftVersion } = options
    this.#state = { save: 'saved', refusal: '', others: [], clash: null, lost: 0, draftVersion }
    this.draft = new Draft(session, { draftVersion, newKey: newId })
    this.draft.onChange(() => this.#changed())
    this.#earlier = new EarlierSteps(session, this.draft, {
      userId: host.user.userId,
      read: (before) => this.#call('visualDevelopment.steps', { before, pageSize: PAGE, own: 1 }),
    })
  }

  get state(): SyncState {
    return this.#state
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes up what earlier tabs have left and what can be undone, then sends. */
  open(): Promise<void> {
    const opening = this.#open()
    this.#earlier.begin(opening)
    this.#session.reach(this.#earlier)
    return opening
  }

  async #open(): Promise<void> {
    const { modelId, store = openPendingStore } = this.#options
    const { userId } = this.#host.user
    const opened = await store({ userId, modelId, tab: this.#tab })
    if (this.#isEnded) return opened?.close()
    this.#store = opened
    this.#keep()
    const [left, stored] = await Promise.all([opened?.left() ?? [], this.#stored()])
    if (this.#isEnded) return
    for (const { text, forget } of left) {
      const unsaved = readUnsaved(text)
      if (unsaved) this.#resume(unsaved, stored.list)
      // It is this tab's now, and kept as such.
      this.#keep()
      forget()
    }
    const known = stored.list.filter(({ number }) => number <= this.draft.draftVersion)
    this.#earlier.take({ list: known, hasMore: stored.hasMore })
    this.#isOpen = true
    this.#presence = setInterval(() => this.present(), PRESENCE)
    this.present()
    this.flush()
  }

  /** Sends at once what is there to be sent. */
  readonly flush = (): void => {
    clearTimeout(this.#timer)
    if (this.#isOpen && !this.#isEnded) this.#sending ??= this.#send().finally(() => (this.#sending = null))
  }

  answer(clash: Clash, keep: 'mine' | 'theirs'): void {
    this.#lose(this.draft.answer(clash, keep).length)
  }

  /** Says that somebody is here; hears who else is, and whether they have gone on. */
  async present(leaves: 0 | 1 = 0): Promise<void> {
    try {
      const { list, draftVersion } = await this.#call('visualDevelopment.present', { tab: this.#tab, leaves })
      if (this.#isEnded) return
      this.#become({ others: list })
      // One's own steps hear of it when they are sent.
      if (draftVersion > this.draft.draftVersion && this.draft.pending.length === 0 && !this.#sending)
        await this.#catchUp()
    } catch {
      // The next word says it.
    }
  }

  end(): void {
    this.flush()
    void this.present(1)
    this.#isEnded = true
    this.#earlier.end()
    clearInterval(this.#presence)
    clearTimeout(this.#timer)
    const close = () => {
      this.draft.end()
      this.#store?.close()
    }
    if (this.#sending) void this.#sending.then(close)
    else close()
  }

  #changed(): void {
    this.#keep()
    const isDone = this.draft.pending.length === 0
    this.#become({
      clash: this.draft.clashes[0] ?? null,
      draftVersion: this.draft.draftVersion,
      save: isDone ? 'saved' : this.#state.save === 'waiting' ? 'waiting' : 'saving',
    })
    if (!isDone && !this.#sending) this.#later(PAUSE)
  }

  #keep(): void {
    const { unsaved } = this.draft
    if (unsaved.pending.length + unsaved.clashes.length > 0) this.#store?.put(printUnsaved(unsaved))
    else this.#store?.remove()
  }

  #later(pause: number): void {
    clearTimeout(this.#timer)
    if (!this.#isEnded) this.#timer = setTimeout(this.flush, pause)
  }

  async #send(): Promise<void> {
    for (let batch = this.#next(); batch; batch = this.#next()) {
      try {
        this.draft.acknowledged(await this.#call('visualDevelopment.step', { ...batch }))
      } catch (error) {
        if (!(await this.#refused(error))) return
      }
      this.#tries = 0
      // What has been done meanwhile waits for its own pause.
      if (this.#isEnded) return
    }
  }

  /** What is to be sent now. What would make the model one that cannot be kept is said here, and not sent. */
  #next(): Batch | null {
    const { draft } = this
    const misfit =
      draft.isUnderWay || draft.pending.length === 0 ? null : misfitOf(this.#session.history.texts)
    if (!misfit) return draft.take()
    this.#refuse(this.#host.text(misfit.reason, misfit.params))
    return null
  }

  #refuse(refusal: string): void {
    this.draft.refusedAsItIs()
    this.#become({ save: 'failed', refusal })
  }

  /** Whether it can be sent again at once. */
  async #refused(error: unknown): Promise<boolean> {
    const code = error instanceof CallError ? error.code : 0
    if (code === CODE.conflict) {
      try {
        await this.#rebase((error as CallError).data as Conflict)
        return true
      } catch {
        return this.#wait(null)
      }
    }
    if (!REFUSALS.has(code)) return this.#wait(error instanceof CallError ? error.retryAfter : null)
    this.#refuse((error as CallError).message)
    return false
  }

  #wait(retryAfter: number | null): false {
    this.#become({ save: 'waiting' })
    this.#later(retryAfter ?? Math.min(RETRY.first * 2 ** this.#tries, RETRY.most))
    this.#tries += 1
    return false
  }

  async #rebase({
    draftVersion,
    steps,
  }: {
    draftVersion: number
    steps: Conflict['steps'] | null
  }): Promise<void> {
    const lost = steps && this.draft.refused({ draftVersion, steps })
    if (lost) return this.#lose(lost.length)
    const info = await this.#call('visualDevelopment.info', {})
    const designed = PARTS.filter((part) => part !== 'settings')
    const texts = Object.fromEntries(designed.map((part) => [part, info[part]]))
    this.#lose(this.draft.replaced(texts, info.draftVersion).length)
  }

  async #catchUp(): Promise<void> {
    const { draftVersion: from } = this.draft
    const { list, hasMore } = await this.#call('visualDevelopment.steps', { pageSize: PAGE })
    if (this.draft.pending.length > 0 || from !== this.draft.draftVersion) return
    const since = list.filter(({ number }) => number > from).toReversed()
    const isWhole = hasMore && since.length === list.length
    const draftVersion = since.at(-1)?.number ?? from
    await this.#rebase({ draftVersion, steps: isWhole ? null : since })
  }

  /** The newest steps; none where they cannot be had: then they are read when they are to be undone. */
  async #stored(): Promise<StepPage & { readonly list: readonly StoredStep[] }> {
    try {
      const { list, hasMore } = await this.#call('visualDevelopment.steps', { pageSize: PAGE })
      return { list: list.filter(({ number }) => number <= this.#options.draftVersion), hasMore }
    } catch {
      return { list: [], hasMore: true }
    }
  }

  /** The first is taken up as it was; of further tabs' steps each that the server does not know is taken anew. */
  #resume(unsaved: Unsaved, stored: readonly StoredStep[]): void {
    const { draftVersion } = this.#options
    const isFirst = this.draft.pending.length === 0 && this.draft.draftVersion === draftVersion
    const since = stored.filter(({ number }) => number > unsaved.draftVersion)
    const isWhole = since.length === draftVersion - unsaved.draftVersion
    const before = isFirst && isWhole ? rewound(this.#session.history.document, since) : undefined
    const fresh = unsaved.pending.filter(({ key }) => !stored.some((step) => step.key === key))
    const lost = before
      ? this.draft.resume(unsaved, before)
      : fresh.filter(({ command }) => this.#session.run(command))
    this.#lose(lost.length)
  }

  #lose(count: number): void {
    if (count > 0) this.#become({ lost: this.#state.lost + count })
  }

  async #call<N extends keyof typeof calls & string>(name: N, input: Readonly<Record<string, unknown>>) {
    const { data } = await this.#host.call(name, { id: this.#options.modelId, ...input })
    return data as Answer<N>
  }

  #become(change: Partial<SyncState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of [...this.#listeners]) listener()
  }
}
