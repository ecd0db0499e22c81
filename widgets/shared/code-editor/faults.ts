import { type Diagnostic, forceLinting, linter } from '@codemirror/lint'
import { type Extension, StateEffect } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** Something wrong at a place of a text; `offset` counts from 0. */
export interface TextFault {
  readonly offset: number
  readonly message: string
}

const look = StateEffect.define<null>()

/** Marks what is found now, though the text is the same. */
export function markAgain(editor: EditorView): void {
  editor.dispatch({ effects: look.of(null) })
  forceLinting(editor)
}

/** Underlines what `faultOf` finds, while one writes; its sentence stands there on hover. */
export function faultMarks(faultOf: (text: string) => TextFault | null): Extension {
  const marks = ({ state }: EditorView): readonly Diagnostic[] => {
    const text = state.doc.toString()
    if (text.trim() === '') return []
    const fault = faultOf(text)
    if (!fault) return []
    const from = Math.min(fault.offset, text.length)
    // A fault at the end has nothing to underline but what stands before it.
    const [start, end] = from < text.length ? [from, wordEnd(text, from)] : [Math.max(0, from - 1), from]
    return [{ from: start, to: end, severity: 'error', message: fault.message }]
  }
  return linter(marks, {
    needsRefresh: ({ transactions }) =>
      transactions.some(({ effects }) => effects.some((one) => one.is(look))),
  })
}

function wordEnd(text: string, from: number): number {
  const word = /^[\p{L}\p{N}_]+/u.exec(text.slice(from, from + 100))?.[0] ?? ' '
  return from + word.length
}
