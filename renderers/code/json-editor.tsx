import { autocompletion, type Completion, type CompletionSource } from '@codemirror/autocomplete'
import { json } from '@codemirror/lang-json'
import { type Diagnostic, setDiagnostics } from '@codemirror/lint'
import type { EditorView } from '@codemirror/view'
import type { DocumentCompletion } from '@runtime/document'
import { CodeEditor } from '@widgets/shared/code-editor/editor'
import { useEffect, useId, useMemo, useState } from 'react'

/** Something wrong in the text; lines and columns from 1. */
export interface TextProblem {
  readonly line: number
  readonly column: number
  readonly message: string
}

export interface JsonEditorProps {
  readonly label: string
  readonly text: string
  readonly onChange: (text: string) => void
  /** What is underlined. */
  readonly problems: readonly TextProblem[]
  /** What may be written at an offset; the same function while nothing changes. */
  readonly complete: (text: string, offset: number) => DocumentCompletion | null
  /** Lines that are seen without scrolling, at most. */
  readonly lines: number
}

const nothing = () => undefined

/** JSON that is written: coloured, completed, and underlined where it is wrong. */
export function JsonEditor({ label, text, onChange, problems, complete, lines }: JsonEditorProps) {
  const id = useId()
  const [view, setView] = useState<EditorView | null>(null)
  const extensions = useMemo(
    () => [json(), autocompletion({ override: [sourceOf(complete)], icons: false })],
    [complete],
  )
  useEffect(() => {
    view?.dispatch(setDiagnostics(view.state, diagnosticsOf(view, problems)))
  }, [view, problems])
  return (
    <CodeEditor
      id={id}
      label={label}
      value={text}
      onChange={onChange}
      onBlur={nothing}
      onEditor={setView}
      readonly={false}
      placeholder=""
      error={null}
      autoFocus={false}
      disabled={false}
      required={false}
      extensions={extensions}
      rows={{ minRows: Math.min(8, lines), maxRows: lines }}
      numbered
    />
  )
}

/** What was found wrong may be of a text that has changed since: it is kept within this one. */
function diagnosticsOf(view: EditorView, problems: readonly TextProblem[]): readonly Diagnostic[] {
  const { doc } = view.state
  return problems.flatMap(({ line, column, message }) => {
    if (line < 1 || line > doc.lines) return []
    const { from, to } = doc.line(line)
    const start = Math.min(from + Math.max(0, column - 1), to)
    return [{ from: start, to: Math.min(to, start + 1), severity: 'error' as const, message }]
  })
}

function sourceOf(complete: JsonEditorProps['complete']): CompletionSource {
  return ({ state, pos, explicit }) => {
    const found = complete(state.doc.toString(), pos)
    if (!found || (!explicit && found.from === found.to)) return null
    return { from: found.from, to: found.to, options: found.choices.map(optionOf) }
  }
}

/** Its JSON is what the written text is compared with, quotes and all. */
function optionOf({ label, insert, kind, means }: DocumentCompletion['choices'][number]): Completion {
  return {
    label: insert,
    displayLabel: label,
    type: kind === 'key' ? 'property' : 'constant',
    ...(means !== undefined && { info: means }),
    apply(view, completion, from, to) {
      const isNamed = kind === 'value' || /^\s*:/.test(view.state.sliceDoc(to, to + 20))
      const written = isNamed ? completion.label : `${completion.label}: `
      view.dispatch({
        changes: { from, to, insert: written },
        selection: { anchor: from + written.length },
        userEvent: 'input.complete',
      })
    },
  }
}
