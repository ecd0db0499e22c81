import { type Diagnostic, linter } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** Something wrong at a place of a text; `offset` counts from 0. */
export interface TextFault {
  readonly offset: number
  readonly message: string
}

/** Underlines what `faultOf` finds, while one writes; its sentence stands there on hover. */
export function faultMarks(faultOf: (text: string) => TextFault | null): Extension {
  return linter(({ state }: EditorView): readonly Diagnostic[] => {
    const text = state.doc.toString()
    if (text.trim() === '') return []
    const fault = faultOf(text)
    if (!fault) return []
    const from = Math.min(fault.offset, text.length)
    // A fault at the end has nothing to underline but what stands before it.
    const [start, end] = from < text.length ? [from, wordEnd(text, from)] : [Math.max(0, from - 1), from]
    return [{ from: start, to: end, severity: 'error', message: fault.message }]
  })
}

function wordEnd(text: string, from: number): number {
  const word = /^[\p{L}\p{N}_]+/u.exec(text.slice(from, from + 100))?.[0] ?? ' '
  return from + word.length
}
