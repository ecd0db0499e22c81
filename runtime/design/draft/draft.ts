import { printLossless } from '../../lossless'
import { applyCommand, type Command, CommandError } from '../command'
import { type ModelDocument, type ModelTexts, openModel } from '../document'
import { isSameSetting, type Taken } from '../history'
import { readCommand } from '../read-command'
import type { DesignSession } from '../session'
import { type Clash, isBackOrForth, type PendingStep, type Rebased, rebase } from './rebase'
import { isOneCall, wholeStep, withoutUndone } from './settled'
import {
  isSaid,
  type KeptStep,
  type KnownStacks,
  NO_STEPS,
  type OwnSteps,
  stepped,
  UNREAD_STEPS,
} from './stacks'

/** Steps as `visualDevelopment.step` takes them. */
export interface Batch {
  readonly draftVersion: number
  readonly steps: readonly { readonly key: string; readonly kind: Taken['kind']; readonly command: string }[]
}

export interface Acknowledgement {
  readonly draftVersion: number
}

/** Why steps were refused: what others have done since. */
export interface Conflict {
  readonly draftVersion: number
  /** The first first, one's own that have arrived among them. */
  readonly steps: readonly (Pick<KeptStep, 'kind' | 'command'> & { readonly key: string })[]
}

/** What is not with the server: steps, and those that wait for an answer. */
export interface Unsaved {
  readonly draftVersion: number
  readonly pending: readonly PendingStep[]
  readonly clashes: readonly Clash[]
}

export interface DraftOptions {
  /** The version of the document that the session has. */
  readonly draftVersion: number
  /** A name that no other step has. */
  readonly newKey: () => string
}

/** The version of a draft in which no step has been made. */
const FIRST_VERSION = 1
/** Steps of one call, and characters of their commands: a single one may have more. */
const MOST_STEPS = 500
const MOST_CHARACTERS = 2 ** 20

type Session = Pick<DesignSession, 'history' | 'run' | 'adopt' | 'onStep'>

/**
 * The steps of a session that the server does not have yet, and the document as the server has it. Sends nothing itself:
 * whoever sends takes a batch, and says what became of it.
 */
export class Draft {
  readonly #session: Session
  readonly #newKey: () => string
  readonly #listeners = new Set<() => void>()
  readonly #stop: () => void
  #base: ModelDocument
  /** One's own steps that the server has, the first first, back to those that are not read yet. */
  #own: readonly Taken[] = []
  #baseStacks: KnownStacks
  #mayRedo: boolean
  #draftVersion: number
  #pending: readonly PendingStep[] = []
  /** How many of the first are on their way: they stay as they are. */
  #sent = 0
  #clashes: readonly Clash[] = []
  /** Whether the server has refused what was taken last: then all goes in one call, without what was undone. */
  #isRefused = false
  /** Commands that were undone before the server had them. */
  readonly #withdrawn = new WeakSet<Command>()

  constructor(session: Session, { draftVersion, newKey }: DraftOptions) {
    this.#session = session
    this.#newKey = newKey
    this.#draftVersion = draftVersion
    this.#base = session.history.document
    this.#baseStacks = draftVersion === FIRST_VERSION ? NO_STEPS : UNREAD_STEPS
    this.#mayRedo = this.mayUndo
    this.#stop = session.onStep((step) => this.#taken(step))
  }

  /** The version that the server has of what is not pending. */
  get draftVersion(): number {
    return this.#draftVersion
  }

  get pending(): readonly PendingStep[] {
    return this.#pending
  }

  get clashes(): readonly Clash[] {
    return this.#clashes
  }

  get unsaved(): Unsaved {
    return { draftVersion: this.#draftVersion, pending: this.#pending, clashes: this.#clashes }
  }

  /** Whether the server may have older steps to be undone than those that are known. */
  get mayUndo(): boolean {
    return !this.#baseStacks.isDoneWhole
  }

  /** Whether among those older ones may be some that have been undone, and nothing done since. */
  get mayRedo(): boolean {
    return this.#mayRedo
  }

  /** Called whenever `unsaved` is another. Answers what ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  end(): void {
    this.#stop()
    this.#listeners.clear()
  }

  /** Whether steps may be with the server of which it has said nothing. */
  get isUnderWay(): boolean {
    return this.#sent > 0
  }

  /** The next steps to be sent; those on their way again while nothing has been said of them. Null: there are none. */
  take(): Batch | null {
    if (this.#sent === 0 && this.#isRefused) this.#settle()
    else if (this.#sent === 0) {
      let characters = 0
      for (const { command } of this.#pending.slice(0, MOST_STEPS)) {
        characters += printLossless(command).length
        if (this.#sent > 0 && characters > MOST_CHARACTERS) break
        this.#sent += 1
      }
    }
    if (this.#sent === 0) return null
    const steps = this.#pending.slice(0, this.#sent)
    return {
      draftVersion: this.#draftVersion,
      steps: steps.map(({ key, kind, command }) => ({ key, kind, command: printLossless(command) })),
    }
  }

  /** The server has what was taken last. */
  acknowledged({ draftVersion }: Acknowledgement): void {
    this.#arrived(this.#sent)
    this.#sent = 0
    this.#isRefused = false
    this.#draftVersion = draftVersion
    this.#tell()
  }

  /** What was taken last, or what would be taken next, cannot be kept by the server: it has none of it, and waits for a change. */
  refusedAsItIs(): void {
    this.#sent = 0
    this.#isRefused = true
  }

  /** Brings all that there is into one call: its end is judged, not what a step of it would have been by itself. */
  #settle(): void {
    const before = this.#pending
    this.#pending = withoutUndone(before, this.#withdrawn)
    if (!isOneCall(this.#pending, MOST_STEPS))
      this.#pending = [wholeStep(this.#base, this.#session.history.document, this.#newKey())]
    this.#sent = this.#pending.length
    if (this.#pending.length < before.length) this.#tell()
  }

  /**
   * Others have been before: their steps are carried out, then one's own again. What both have changed is asked.
   * @returns the steps that could not be carried out any more; null where the conflict does not say enough (`replaced`)
   */
  refused({ draftVersion, steps }: Conflict): readonly PendingStep[] | null {
    const arrived = this.#pending.findLastIndex(({ key }) => steps.some((step) => step.key === key)) + 1
    const own = new Set(this.#pending.slice(0, arrived).map(({ key }) => key))
    const theirs = steps.filter(({ key }) => !own.has(key)).map(({ command }) => readCommand(command))
    this.#arrived(arrived)
    let next = this.#base
    for (const command of theirs) {
      const applied = command && replayed(next, command)
      if (!applied) return null
      next = applied
    }
    return this.#rebase(next, draftVersion)
  }

  /** The draft is another altogether, as it has been read anew. Answers as `refused` does. */
  replaced(texts: ModelTexts, draftVersion: number): readonly PendingStep[] {
    return this.#rebase(openModel(texts), draftVersion)
  }

  /** Says whose something shall be that both have changed; one's own steps are taken again. Answers those that cannot be. */
  answer(clash: Clash, keep: 'mine' | 'theirs'): readonly PendingStep[] {
    if (!this.#clashes.includes(clash)) return []
    this.#clashes = this.#clashes.filter((one) => one !== clash)
    const lost = keep === 'mine' ? clash.own.filter(({ command }) => this.#session.run(command)) : []
    this.#tell()
    return lost
  }

  /**
   * Takes up what an earlier tab has left, made from the document that the session was opened with, or from an older one.
   * @param before the document of that version, where it is not the session's
   */
  resume({ draftVersion, pending, clashes }: Unsaved, before?: ModelDocument): readonly PendingStep[] {
    const later = this.#pending
    if (before) this.#base = before
    this.#draftVersion = draftVersion
    this.#pending = pending
    this.#clashes = [...clashes, ...this.#clashes]
    this.#sent = 0
    const { document, pending: kept, lost } = rebase(pending, this.#base.tree, this.#base)
    const now = rebase(later, document.tree, document)
    this.#become({ ...now, pending: [...kept, ...now.pending], lost })
    return [...lost, ...now.lost]
  }

  /** Takes in the person's steps before those that are known: from before this session, and none of it is a step. */
  remember({ steps, isWhole }: OwnSteps): void {
    this.#own = [...steps, ...this.#own]
    this.#baseStacks = stepped(isWhole ? NO_STEPS : UNREAD_STEPS, this.#own)
    this.#adopt(this.#session.history.document)
  }

  #taken(step: Taken): void {
    if (step.kind === 'do' || step.kind === 'more') this.#mayRedo = false
    const last = this.#pending.length > this.#sent ? this.#pending.at(-1) : undefined
    const isOne = step.kind === 'more' && last && !isBackOrForth(last)
    if (last && isOne && isSameSetting(last.command, step.command)) {
      const before = this.#pending.slice(0, -1)
      const isNothing = last.kind === 'do' && isSaid(step.command, last.inverse)
      this.#pending = isNothing ? before : [...before, { ...last, command: step.command }]
    } else {
      const isNew = step.kind === 'redo' && this.#withdrawn.delete(step.command)
      this.#pending = [...this.#pending, { key: this.#newKey(), ...step, ...(isNew && { kind: 'do' }) }]
    }
    this.#tell()
  }

  /** The first steps are with the server: its document has them too. */
  #arrived(count: number): void {
    const kept = this.#pending.slice(0, count).filter((step) => {
      const applied = applyCommand(this.#base.tree, step.command)
      if (applied) this.#base = { ...this.#base, tree: applied.tree }
      return applied || isBackOrForth(step)
    })
    this.#own = [...this.#own, ...kept]
    this.#baseStacks = stepped(this.#baseStacks, kept)
    this.#pending = this.#pending.slice(count)
    this.#sent = Math.max(0, this.#sent - count)
  }

  #rebase(next: ModelDocument, draftVersion: number): readonly PendingStep[] {
    const rebased = rebase(this.#pending, this.#base.tree, next)
    this.#base = next
    this.#draftVersion = draftVersion
    this.#become(rebased)
    return rebased.lost
  }

  #become({ document, pending, clashes }: Rebased): void {
    this.#sent = 0
    this.#pending = pending
    this.#clashes = [...this.#clashes, ...clashes]
    this.#adopt(document)
    this.#tell()
  }

  #adopt(document: ModelDocument): void {
    const stacks = stepped(this.#baseStacks, this.#pending)
    this.#mayRedo = !stacks.isUndoneWhole
    this.#session.adopt(document, stacks)
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}

/** A document after what the server has carried out; undefined where it cannot be the same one. */
function replayed(document: ModelDocument, command: Command): ModelDocument | undefined {
  try {
    const applied = applyCommand(document.tree, command)
    return applied ? { ...document, tree: applied.tree } : document
  } catch (error) {
    if (error instanceof CommandError) return undefined
    throw error
  }
}
