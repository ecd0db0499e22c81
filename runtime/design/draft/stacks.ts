import { printLossless } from '../../lossless'
import type { Command } from '../command'
import { isSameSetting, type Stacks, type Step, type Taken } from '../history'
import { readCommand } from '../read-command'

/**
 * What can be undone and done again of steps whose older ones may not have been read. What hangs on those is left out: each
 * stack is sure, and the end of the whole one.
 */
export interface KnownStacks extends Stacks {
  /** Whether nothing unread is below what was done; where it is not, the same is asked of what was undone. */
  readonly isDoneWhole: boolean
  readonly isUndoneWhole: boolean
}

export const NO_STEPS: KnownStacks = { done: [], undone: [], isDoneWhole: true, isUndoneWhole: true }
export const UNREAD_STEPS: KnownStacks = { ...NO_STEPS, isDoneWhole: false, isUndoneWhole: false }

/** A step as the server keeps it; its commands as `printLossless` writes them, empty where none says it. */
export interface KeptStep {
  readonly kind: Taken['kind'] | 'whole'
  readonly command: string
  readonly inverse: string
  readonly userId: string
}

/** A person's own steps, the first first. */
export interface OwnSteps {
  readonly steps: readonly Taken[]
  /** Whether none that can be undone is before them. */
  readonly isWhole: boolean
}

/** What can be undone and done again after steps, as a `History` that took them has it. */
export function stepped(before: KnownStacks, steps: Iterable<Taken>): KnownStacks {
  const [done, undone] = [[...before.done], [...before.undone]]
  const { isDoneWhole } = before
  let { isUndoneWhole } = before
  for (const { kind, command, inverse } of steps) {
    if (kind === 'undo') {
      const top = done.pop()
      if (top) undone.push(top)
      else {
        undone.length = 0
        isUndoneWhole = isDoneWhole
      }
    } else if (kind === 'redo') {
      const again = undone.pop()
      if (again) done.push(again)
      // An unread one stands above all that was done.
      else if (!isUndoneWhole) done.length = 0
    } else {
      const top = done.at(-1)
      if (kind === 'more' && top && isSameSetting(top.command, command)) {
        done.pop()
        // Typed back to what it was: the step came to nothing.
        if (!isSaid(command, top.inverse)) done.push({ command, inverse: top.inverse })
        // What is typed on in a step that is unread is that one's.
      } else if (kind === 'do' || top || isDoneWhole) done.push({ command, inverse })
      undone.length = 0
      isUndoneWhole = true
    }
  }
  return { done, undone, isDoneWhole, isUndoneWhole }
}

/** Whether what is given the settings is what the inverse of an earlier step gives them, by its text. */
export function isSaid(one: Command, inverse: Command): boolean {
  const [given, before] = [setsIn(one), setsIn(inverse).toReversed()]
  return (
    given.length === before.length &&
    given.every((set, index) => {
      const other = before[index]
      return set !== null && !!other && other.value !== undefined && textOf(set) === textOf(other)
    })
  )
}

/** What a command gives values, in its order; null stands for what is something else. */
function setsIn(command: Command): readonly (Extract<Command, { readonly do: 'set' }> | null)[] {
  if (command.do === 'group') return command.commands.flatMap(setsIn)
  return [command.do === 'set' && command.value !== undefined ? command : null]
}

function textOf({ value, spelling }: Extract<Command, { readonly do: 'set' }>): string {
  return spelling?.text ?? printLossless(value)
}

/**
 * A person's own of steps that are kept, the first first. What no command says cannot be undone, nor what was before it.
 * @param hasMore whether older ones are kept
 */
export function ownSteps(kept: readonly KeptStep[], userId: string, hasMore = false): OwnSteps {
  const read = kept.filter((step) => step.userId === userId).map(readStep)
  const from = read.lastIndexOf(undefined) + 1
  const steps = read.slice(from).filter((step) => step !== undefined)
  return { steps, isWhole: from > 0 || !hasMore }
}

/** What a person can undo and do again of all steps that are kept, the first first. */
export function historyOf(steps: readonly KeptStep[], userId: string): Stacks {
  const { done, undone } = stepped(NO_STEPS, ownSteps(steps, userId).steps)
  return { done, undone }
}

function readStep({ kind, command, inverse }: KeptStep): Taken | undefined {
  const step: Partial<Step> = {
    command: readCommand(command),
    inverse: readCommand(inverse),
  } as Partial<Step>
  if (!step.command || !step.inverse) return undefined
  return { kind: kind === 'whole' ? 'do' : kind, command: step.command, inverse: step.inverse }
}
