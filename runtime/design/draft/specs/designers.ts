import { attempt, type Edit } from '@tests/fixtures/model-edits'
import { expect } from 'vitest'
import { printLossless } from '../../../lossless'
import { applyCommand, type Command, CommandError } from '../../command'
import { type ModelDocument, type ModelTexts, modelTexts, openModel } from '../../document'
import { History, type Stacks, type Taken } from '../../history'
import { readCommand } from '../../read-command'
import { type Batch, Draft, type KeptStep } from '..'

/** What a draft needs of a session. */
export class Session {
  readonly history: History
  readonly #listeners: ((step: Taken) => void)[] = []
  constructor(texts: ModelTexts) {
    this.history = new History(openModel(texts), (step) => {
      for (const listener of this.#listeners) listener(step)
    })
  }
  run(command: Command) {
    return this.#safely(() => void this.history.run(command)) ?? null
  }
  undo() {
    return this.#safely(() => this.history.undo())
  }
  redo() {
    return this.#safely(() => this.history.redo())
  }
  adopt(document: ModelDocument, stacks: Stacks) {
    this.history.restore(stacks, document)
  }
  onStep(listener: (step: Taken) => void) {
    this.#listeners.push(listener)
    return () => {}
  }
  #safely<T>(act: () => T) {
    try {
      return act()
    } catch (error) {
      if (error instanceof CommandError) return { reason: 'gone' }
      throw error
    }
  }
}

/** The server's part: one after the other, each on the last. */
export class Server {
  document: ModelDocument
  draftVersion = 1
  readonly steps: (KeptStep & { number: number; key: string })[] = []
  constructor(texts: ModelTexts) {
    this.document = openModel(texts)
  }
  take(userId: string, { draftVersion, steps }: Batch) {
    const first = steps.findLastIndex(({ key }) => this.steps.some((step) => step.key === key)) + 1
    const since = this.steps.filter(({ number }) => number > draftVersion)
    if (first === steps.length) return { draftVersion: draftVersion + first }
    if (since.some(({ key }) => !steps.some((step) => step.key === key)))
      return { conflict: { draftVersion: this.draftVersion, steps: since } }
    for (const { key, kind, command } of steps.slice(first)) {
      const applied = applyCommand(this.document.tree, readCommand(command) as Command)
      if (!applied && (kind === 'do' || kind === 'more')) continue
      if (applied) this.document = { ...this.document, tree: applied.tree }
      const nothing = '{"do":"group","commands":[]}'
      this.draftVersion += 1
      this.steps.push({
        ...{ key, kind, userId, number: this.draftVersion },
        command: applied ? command : nothing,
        inverse: applied ? printLossless(applied.inverse) : nothing,
      })
    }
    return { draftVersion: this.draftVersion }
  }
}

let keys = 0
export class Browser {
  readonly session: Session
  readonly draft: Draft
  readonly #server: Server
  readonly #user: string
  constructor(server: Server, user: string, texts = modelTexts(server.document)) {
    this.#server = server
    this.#user = user
    this.session = new Session(texts)
    const newKey = () => `key${++keys}`
    this.draft = new Draft(this.session, { draftVersion: server.draftVersion, newKey })
  }
  get texts() {
    return this.session.history.texts
  }
  edit(edits: readonly Edit[]) {
    for (const edit of edits) {
      attempt(this.session.history, edit)
      if (edit.b % 5 === 0) back(() => this.session.history.undo())
      if (edit.b % 15 === 0) back(() => this.session.history.redo())
    }
  }
  /** Sends what there is; with `loses` the answer does not arrive. */
  send({ loses = false } = {}) {
    const batch = this.draft.take()
    if (!batch) return false
    const answer = this.#server.take(this.#user, batch)
    if (loses) return true
    if (answer.conflict) expect(this.draft.refused(answer.conflict)).not.toBeNull()
    else this.draft.acknowledged(answer)
    return true
  }
}

export function back(step: () => unknown) {
  try {
    step()
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
  }
}

/** A part that was taken away comes back without the white space around it where it was not open then. */
export const trimmed = (texts: ModelTexts) =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([part, text]) => (text === '' ? [] : [[part, text.trim()]])),
  )

export const isModel = ({ history }: Session) =>
  Object.values(history.document.tree).every((value) => typeof value === 'object')
