import { textBytes } from '../../json-size'
import { MODEL_LIMIT } from '../../limits'
import { printLossless } from '../../lossless'
import type { Command } from '../command'
import { type ModelDocument, PARTS } from '../document'
import { wholeCommand } from '../whole'
import type { PendingStep } from './rebase'

/**
 * Steps that the server has none of, without those that were taken back: what was undone because it was refused need not be
 * carried out there first.
 * @param withdrawn commands that were left out so, to which these are added: done again, they are new to the server
 */
export function withoutUndone(
  pending: readonly PendingStep[],
  withdrawn: WeakSet<Command>,
): readonly PendingStep[] {
  const kept: PendingStep[] = []
  for (const step of pending) {
    const last = step.kind === 'undo' ? kept.at(-1) : undefined
    const first = last?.command === step.inverse ? startOf(kept) : -1
    if (first < 0) {
      const isNew = step.kind === 'redo' && withdrawn.delete(step.command)
      kept.push(isNew ? { ...step, kind: 'do' } : step)
      continue
    }
    if (kept[first]?.kind === 'do') withdrawn.add(step.inverse)
    kept.length = first
  }
  return kept
}

/** Where the last step began, which may have been typed on in; -1: not among these. */
function startOf(steps: readonly PendingStep[]): number {
  const start = steps.findLastIndex(({ kind }) => kind !== 'more')
  return steps[start]?.kind === 'undo' ? -1 : start
}

/** Whether steps fit into one call. */
export function isOneCall(steps: readonly PendingStep[], most: number): boolean {
  if (steps.length > most) return false
  let bytes = 0
  for (const { command } of steps) bytes += textBytes(printLossless(command))
  return bytes <= MODEL_LIMIT
}

/** One step that says all that has become of a document. */
export function wholeStep(before: ModelDocument, after: ModelDocument, key: string): PendingStep {
  const changed = PARTS.filter((part) => before.tree[part] !== after.tree[part])
  return {
    ...{ key, kind: 'do' },
    command: wholeCommand(after.tree, changed),
    inverse: wholeCommand(before.tree, changed),
  }
}
