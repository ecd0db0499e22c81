import { isRecord } from '../../json'
import { CARRIED_NESTING } from '../../limits'
import { printLossless, readLossless } from '../../lossless'
import type { ModelDocument, ModelTree } from '../document'
import { readCommand } from '../read-command'
import type { Unsaved } from './draft'
import { type Clash, carriedOut, type PendingStep } from './rebase'

/** What is unsaved as text, for a place that outlives the tab. */
export function printUnsaved(unsaved: Unsaved): string {
  return printLossless(unsaved)
}

/** What an earlier tab has left; undefined where the text says nothing of the kind. */
export function readUnsaved(text: string): Unsaved | undefined {
  const read = readLossless(text, CARRIED_NESTING)
  if (read.fault || !isRecord(read.value)) return undefined
  const { draftVersion, pending, clashes } = read.value
  if (!Number.isSafeInteger(draftVersion) || !Array.isArray(pending) || !Array.isArray(clashes))
    return undefined
  if (!pending.every(isPending) || !clashes.every(isClash)) return undefined
  return { draftVersion: draftVersion as number, pending, clashes }
}

const KINDS: ReadonlySet<unknown> = new Set(['do', 'more', 'undo', 'redo'])

function isPending(value: unknown): value is PendingStep {
  if (!isRecord(value) || typeof value['key'] !== 'string' || !KINDS.has(value['kind'])) return false
  return [value['command'], value['inverse']].every((one) => readCommand(printLossless(one)) !== undefined)
}

function isClash(value: unknown): value is Clash {
  if (!isRecord(value) || !isRecord(value['what'])) return false
  const what = { do: 'remove', what: value['what'] }
  return (
    readCommand(printLossless(what)) !== undefined &&
    Array.isArray(value['own']) &&
    value['own'].every(isPending)
  )
}

/**
 * A document as it was before steps that are kept, the newest first; undefined where one of them does not say.
 */
export function rewound(
  document: ModelDocument,
  steps: readonly { readonly inverse: string }[],
): ModelDocument | undefined {
  let tree: ModelTree = document.tree
  for (const { inverse } of steps) {
    const command = readCommand(inverse)
    const applied = command && carriedOut(tree, command)
    if (applied === undefined) return undefined
    tree = applied?.tree ?? tree
  }
  return { ...document, tree }
}
