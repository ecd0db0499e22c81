import { type Applied, applyCommand, type Command, CommandError, NO_COMMAND } from '@runtime/design/command'
import { type ModelDocument, type ModelTexts, modelTexts, PARTS, type Part } from '@runtime/design/document'
import { readCommand } from '@runtime/design/read-command'
import { wholeCommand } from '@runtime/design/whole'
import { readJson } from '@runtime/json-text'
import { printLossless } from '@runtime/lossless'
import { jsonEqual } from '@runtime/schema'
import type { modelStepCalls } from '@services/contract/areas/lowcode/model-steps'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { MODEL_NESTING } from '@services/contract/limits'
import { ApiError } from '../../../http/errors'
import { demandFitting } from './fitting'

export type StepInput = InputOf<(typeof modelStepCalls)['visualDevelopment.step']>
export type SentStep = StepInput['steps'][number]

/** What steps have made of a document. */
export interface Run {
  readonly document: ModelDocument
  /** Texts of the parts that they changed. */
  readonly changed: ModelTexts
  /** Those to be kept, with their exact inverses. */
  readonly kept: readonly (SentStep & { readonly inverse: string })[]
}

/**
 * Carries out steps on a document as the browser does. One that goes back or forth is kept also where it changes nothing
 * (somebody else has undone it already): the history of its person counts it.
 * @param position of the first of them among those that were sent, for what is said of a wrong one
 * @throws ApiError 400 naming the step that is wrong
 */
export function runSteps(before: ModelDocument, steps: readonly (SentStep & { readonly at: number })[]): Run {
  let document = before
  const kept: Run['kept'][number][] = []
  for (const { at, ...step } of steps) {
    const applied = run(document, step, at)
    if (applied) document = { ...document, tree: applied.tree }
    if (applied || step.kind === 'undo' || step.kind === 'redo')
      kept.push({
        ...step,
        command: printLossless(applied?.command ?? NO_COMMAND),
        inverse: printLossless(applied?.inverse ?? NO_COMMAND),
      })
  }
  return { document, changed: changedTexts(before, document), kept }
}

function run({ tree, read }: ModelDocument, { command: text }: SentStep, at: number): Applied | null {
  const command = readCommand(text)
  if (!command) throw wrongStep(at, '@design.stepNoCommand')
  const parts = partsOf(command)
  // Settings are none of a draft's texts; what cannot be read is saved as a whole.
  for (const part of parts)
    if (part === 'settings' || (tree[part] === undefined && isUnread(read, part)))
      throw wrongStep(at, '@design.stepElsewhere')
  try {
    return applyCommand(tree, command)
  } catch (error) {
    if (error instanceof CommandError || error instanceof RangeError) throw wrongStep(at, '@design.stepGone')
    throw error
  }
}

function isUnread(read: ModelDocument['read'], part: Part): boolean {
  const { text } = { text: '', ...read[part] }
  return text.trim() !== ''
}

function partsOf(command: Command): ReadonlySet<Part> {
  switch (command.do) {
    case 'group':
      return new Set(command.commands.flatMap((one) => [...partsOf(one)]))
    case 'insert':
      return new Set([command.into.part])
    case 'remove':
    case 'set':
      return new Set([command.what.part])
    case 'move':
      return new Set([command.what.part, command.into.part])
  }
}

/** Texts that say what the tree does: how a command says that something is written may be made up. */
function changedTexts(before: ModelDocument, after: ModelDocument): ModelTexts {
  const changed = PARTS.filter((part) => before.tree[part] !== after.tree[part])
  if (changed.length === 0) return {}
  const texts = modelTexts(after)
  demandFitting(texts)
  for (const part of changed) {
    const value = after.tree[part]
    if (value === undefined) continue
    const text = texts[part] ?? ''
    const read = readJson(text, MODEL_NESTING)
    if (read.fault || typeof value !== 'object' || value === null || !jsonEqual(read.value, value))
      throw new ApiError(CODE.badRequest, '@design.stepsNoDocument')
  }
  return Object.fromEntries(changed.map((part) => [part, texts[part] ?? '']))
}

/** A save of whole texts as a step; empty where no command says it: a text that is no JSON. */
export function wholeStep(
  before: ModelDocument,
  after: ModelDocument,
  changed: readonly Part[],
): { readonly command: string; readonly inverse: string } {
  const isSaid = [before, after].every((document) => changed.every((part) => !isUnread(document.read, part)))
  if (!isSaid) return { command: '', inverse: '' }
  const said = ({ tree }: ModelDocument) => printLossless(wholeCommand(tree, changed))
  return { command: said(after), inverse: said(before) }
}

function wrongStep(at: number, message: string): ApiError {
  return new ApiError(CODE.badRequest, message, { params: { step: at + 1 }, data: { step: at } })
}
