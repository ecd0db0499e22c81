import { isSame } from '../../form/formdata/identities'
import { type Address, found, pathOf } from '../address'
import { type Applied, applyCommand, type Command, CommandError, NO_COMMAND } from '../command'
import type { ModelDocument, ModelTree } from '../document'
import type { Taken } from '../history'
import { renumbered } from './renumbered'
import { touchedBy } from './touched'

/** A step that the server has yet to acknowledge. */
export interface PendingStep extends Taken {
  /** Made up here, so that a step that is sent twice is carried out once. */
  readonly key: string
}

/** What two designers have both changed: asked is whose it shall be. Until then it is as the other one has it. */
export interface Clash {
  /** What it is about, in the document as it is. */
  readonly what: Address
  /** One's own steps, left out until the answer. */
  readonly own: readonly PendingStep[]
  readonly mine: unknown
  readonly theirs: unknown
}

export interface Rebased {
  readonly document: ModelDocument
  readonly pending: readonly PendingStep[]
  readonly clashes: readonly Clash[]
  /** Steps that could not be carried out any more. */
  readonly lost: readonly PendingStep[]
}

/** Carries out one's own steps anew on a document that others have changed since `before`. */
export function rebase(pending: readonly PendingStep[], before: ModelTree, after: ModelDocument): Rebased {
  const commands = renumbered(
    pending.map(({ command }) => command),
    before,
    after.tree,
  )
  const clashes: Clash[] = []
  const kept: PendingStep[] = []
  const lost: PendingStep[] = []
  let document = after
  for (const [index, step] of pending.entries()) {
    const own: PendingStep = { ...step, command: commands[index] ?? step.command }
    const what = touchedBy(own.command, before, after.tree)
    if (what) {
      setAside(clashes, what, own, after.tree)
      continue
    }
    const applied = carriedOut(document.tree, own.command)
    if (applied) document = { ...document, tree: applied.tree }
    const last = clashes.at(-1)
    if (applied) kept.push({ ...own, command: applied.command, inverse: applied.inverse })
    else if (applied === null) {
      if (isBackOrForth(own)) kept.push({ ...own, command: NO_COMMAND, inverse: NO_COMMAND })
    } else if (last) clashes[clashes.length - 1] = { ...last, own: [...last.own, own] }
    else lost.push(own)
  }
  return { document, pending: kept, clashes, lost }
}

/** A step back or forth counts also where it changes nothing: the next one goes back from there. */
export function isBackOrForth({ kind }: Pick<Taken, 'kind'>): boolean {
  return kind === 'undo' || kind === 'redo'
}

/** What a command makes of a tree: null where nothing, undefined where it cannot be carried out. */
export function carriedOut(tree: ModelTree, command: Command): Applied | null | undefined {
  try {
    return applyCommand(tree, fitted(tree, command))
  } catch (error) {
    if (error instanceof CommandError) return undefined
    throw error
  }
}

/** A command whose places are within the lists as they are: what was put at the end of one that is shorter now. */
function fitted(tree: ModelTree, command: Command): Command {
  if (command.do === 'group') {
    let next = tree
    const commands = command.commands.map((one) => {
      const fit = fitted(next, one)
      next = applyCommand(next, fit)?.tree ?? next
      return fit
    })
    return { ...command, commands }
  }
  if (command.do !== 'insert' && command.do !== 'move') return command
  const list = found(tree, command.into)
  if (!Array.isArray(list)) return command
  const leaves = command.do === 'move' && isIn(tree, command.what, command.into)
  return { ...command, at: Math.min(command.at, leaves ? list.length - 1 : list.length) }
}

function isIn(tree: ModelTree, what: Address, into: Address): boolean {
  const [item, list] = [pathOf(tree, what), pathOf(tree, into)]
  return item !== undefined && list !== undefined && isSame(item.slice(0, -1), list)
}

function setAside(clashes: Clash[], what: Address, step: PendingStep, tree: ModelTree): void {
  const index = clashes.findIndex((clash) => isSameAddress(clash.what, what))
  const before = clashes[index]
  const mine = givenBy(step.command, what)
  if (before) clashes[index] = { ...before, own: [...before.own, step], mine }
  else clashes.push({ what, own: [step], mine, theirs: found(tree, what) })
}

function isSameAddress(one: Address, other: Address): boolean {
  return one.part === other.part && one.node === other.node && isSame(one.path, other.path)
}

/** The value that a command gives what it sets; undefined where it takes it away, or says nothing of it. */
function givenBy(command: Command, what: Address): unknown {
  if (command.do === 'group')
    return command.commands.map((one) => givenBy(one, what)).findLast((value) => value !== undefined)
  return command.do === 'set' && isSameAddress(command.what, what) ? command.value : undefined
}
