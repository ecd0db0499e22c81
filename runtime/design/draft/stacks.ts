import { printLossless } from '../../lossless'
import type { Command } from '../command'
import { isSameSetting, type Stacks, type Step, type Taken } from '../history'
import { readCommand } from '../read-command'

export const NO_STEPS: Stacks = { done: [], undone: [] }

/** A step as the server keeps it; its commands as `printLossless` writes them, empty where none says it. */
export interface KeptStep {
  readonly kind: Taken['kind'] | 'whole'
  readonly command: string
  readonly inverse: string
  readonly userId: string
}

/** What can be undone and done again after a step, as a `History` that took it has it. */
export function stepped({ done, undone }: Stacks, { kind, command, inverse }: Taken): Stacks {
  const top = done.at(-1)
  const again = undone.at(-1)
  if (kind === 'undo')
    return top ? { done: done.slice(0, -1), undone: [...undone, top] } : { done, undone: [] }
  if (kind === 'redo')
    return again ? { done: [...done, again], undone: undone.slice(0, -1) } : { done, undone }
  if (kind === 'do' || !top || !isSameSetting(top.command, command))
    return { done: [...done, { command, inverse }], undone: [] }
  const below = done.slice(0, -1)
  // Typed back to what it was: the step came to nothing.
  const isNothing = isSaid(command, top.inverse)
  return { done: isNothing ? below : [...below, { command, inverse: top.inverse }], undone: [] }
}

/** Whether both give a setting the same value, by its text. */
export function isSaid(one: Command, other: Command): boolean {
  if (one.do !== 'set' || other.do !== 'set' || other.value === undefined) return false
  return textOf(one) === textOf(other)
}

function textOf({ value, spelling }: Extract<Command, { readonly do: 'set' }>): string {
  return spelling?.text ?? printLossless(value)
}

/**
 * What a person can undo and do again of the steps that are kept, the first first: their own. What no command says cannot
 * be undone, nor what was before it.
 */
export function historyOf(steps: readonly KeptStep[], userId: string): Stacks {
  let stacks = NO_STEPS
  for (const step of steps) {
    if (step.userId !== userId) continue
    const read = readStep(step)
    stacks = read ? stepped(stacks, read) : NO_STEPS
  }
  return stacks
}

function readStep({ kind, command, inverse }: KeptStep): Taken | undefined {
  const step: Partial<Step> = {
    command: readCommand(command),
    inverse: readCommand(inverse),
  } as Partial<Step>
  if (!step.command || !step.inverse) return undefined
  return { kind: kind === 'whole' ? 'do' : kind, command: step.command, inverse: step.inverse }
}
