import { isRecord } from '../json'
import type { JsonFault } from '../json-text'
import { printText, readLossless } from '../lossless'

/** The texts that a model is stored as. */
export const PARTS = ['settings', 'formData', 'columnData', 'appColumnData', 'tables'] as const
export type Part = (typeof PARTS)[number]

export type ModelTexts = Readonly<Partial<Record<Part, string>>>

/** The values of the texts, by part: what is designed. Never changed in place (`runtime/lossless`). */
export type ModelTree = Readonly<Partial<Record<Part, unknown>>>

/** A model under design: its stored texts read as one tree. There is no second model beside it. */
export interface ModelDocument {
  readonly tree: ModelTree
  readonly read: Readonly<Partial<Record<Part, ReadPart>>>
}

/** White space around a part's text; or the text of one that is not designed, and why it cannot be where it should be JSON. */
export type ReadPart =
  | { readonly before: string; readonly after: string }
  | { readonly text: string; readonly fault?: JsonFault }

/** Reads a model's texts. One that is empty, or no JSON, is kept as it is: the others are designed none the less. */
export function openModel(texts: ModelTexts): ModelDocument {
  const tree: Partial<Record<Part, unknown>> = {}
  const read: Partial<Record<Part, ReadPart>> = {}
  for (const part of PARTS) {
    const text = texts[part]
    if (text === undefined) continue
    const found = readLossless(text)
    if (found.fault) read[part] = { text, ...(text.trim() !== '' && { fault: found.fault }) }
    else if (!isRecord(found.value) && !Array.isArray(found.value)) read[part] = { text }
    else {
      tree[part] = found.value
      read[part] = { before: found.before, after: found.after }
    }
  }
  return { tree, read }
}

/** The texts to store: of what was not touched every byte is as it was. */
export function modelTexts({ tree, read }: ModelDocument): ModelTexts {
  return Object.fromEntries(
    PARTS.flatMap((part) => {
      const value = tree[part]
      const { before, after, text } = { before: '', after: '', text: undefined, ...read[part] }
      if (value !== undefined) return [[part, printText({ value, before, after })]]
      return text === undefined ? [] : [[part, text]]
    }),
  )
}
