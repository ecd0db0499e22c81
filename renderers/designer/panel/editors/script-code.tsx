import { autocompletion } from '@codemirror/autocomplete'
import { javascript } from '@codemirror/lang-javascript'
import { Prec } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'
import type { ScriptPlace } from '@runtime/script'
import type { ScriptEvent } from '@runtime/script/parameters'
import { syntaxFault } from '@runtime/script/syntax'
import type { OfferedName } from '@widgets/shared/code-editor/completion'
import { CodeEditor } from '@widgets/shared/code-editor/editor'
import { faultMarks, markAgain } from '@widgets/shared/code-editor/faults'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useHost } from '../../../host'
import { scriptCompletions } from './script-completion'

/** Where a run of a text failed, and why. */
export interface RunFault {
  readonly source: string
  readonly at: ScriptPlace
  readonly message: string
}

interface ScriptCodeProps {
  readonly id: string
  readonly label: string
  readonly value: string
  /** The same object while it is the same. */
  readonly event: ScriptEvent
  /** The same object while they are the same. */
  readonly names: readonly OfferedName[]
  readonly fault: RunFault | null
  /** Raised by one to bring the caret to the fault. */
  readonly goings: number
  readonly onChange: (text: string) => void
  readonly onRun: () => void
}

const ROWS = { minRows: 12, maxRows: 24 }
const nothing = () => undefined

/** A script of the form or the list under design: what it is given is completed, and what is wrong stands where it is. */
export function ScriptCode({ event, names, fault, goings, onRun, ...props }: ScriptCodeProps) {
  const host = useHost()
  const editor = useRef<EditorView | null>(null)
  const latest = useRef({ fault, onRun })
  useLayoutEffect(() => {
    latest.current = { fault, onRun }
  })
  const extensions = useMemo(
    () => [
      javascript(),
      autocompletion({ override: [...scriptCompletions(event, names, host)], icons: false }),
      faultMarks((text) => {
        const { fault: known } = latest.current
        if (known?.source === text) return { offset: offsetOf(text, known.at), message: known.message }
        const offset = syntaxFault(text)
        return offset === undefined ? null : { offset, message: host.text('@scripts.syntax') }
      }),
      Prec.highest(
        keymap.of([
          {
            key: 'Mod-Enter',
            run: () => {
              latest.current.onRun()
              return true
            },
          },
        ]),
      ),
    ],
    [event, names, host],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new fault is what there is to be marked.
  useEffect(() => {
    if (editor.current) markAgain(editor.current)
  }, [fault])
  useEffect(() => {
    const view = editor.current
    const at = latest.current.fault?.at
    if (goings === 0 || !view || !at) return
    view.dispatch({
      selection: { anchor: offsetOf(view.state.doc.toString(), at) },
      scrollIntoView: true,
    })
    view.focus()
  }, [goings])
  return (
    <CodeEditor
      {...props}
      placeholder=""
      disabled={false}
      readonly={false}
      required={false}
      error={null}
      autoFocus={false}
      extensions={extensions}
      rows={ROWS}
      numbered
      onBlur={nothing}
      onEditor={(view) => {
        editor.current = view
      }}
    />
  )
}

/** A place as a position in the text; what lies beyond it is at its end. */
function offsetOf(text: string, { line, column }: ScriptPlace): number {
  const lines = text.split('\n').slice(0, line)
  const last = lines.at(-1) ?? ''
  return lines.slice(0, -1).reduce((sum, one) => sum + one.length + 1, 0) + Math.min(column - 1, last.length)
}
