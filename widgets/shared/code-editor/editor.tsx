import './code-editor.css'
import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  keymap,
  lineNumbers,
  placeholder as placeholderOf,
  tooltips,
} from '@codemirror/view'
import { type CSSProperties, useEffect, useLayoutEffect, useRef } from 'react'
import type { EditProps } from '../../widget'
import { classes, controlAria } from '../control'
import { highlighting } from './theme'

export interface CodeEditorProps
  extends Pick<
    EditProps<object, string>,
    'id' | 'label' | 'placeholder' | 'disabled' | 'readonly' | 'required' | 'error' | 'autoFocus' | 'onBlur'
  > {
  readonly value: string
  readonly onChange: (text: string) => void
  /** The language and what else the editor can; the same object for the same. */
  readonly extensions: Extension
  readonly rows: { readonly minRows: number; readonly maxRows: number }
  readonly numbered?: boolean
  /** Given the editor when it is made, and null when it goes. */
  readonly onEditor?: (view: EditorView | null) => void
}

/**
 * A text that CodeMirror edits. Tab leaves it, as it leaves every field; what an input method is still composing is not told
 * to the form. What comes in from outside takes the place of what stands there without being answered.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { value, extensions, rows, disabled, readonly, error } = props
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef(props)
  /** The text as the form knows it. */
  const known = useRef(value)
  const language = useRef(new Compartment())
  const state = useRef(new Compartment())
  useLayoutEffect(() => {
    latest.current = props
  })

  useLayoutEffect(() => {
    if (!place.current) return
    const { current } = latest
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: known.current,
        extensions: [
          EditorState.lineSeparator.of('\n'),
          history(),
          drawSelection(),
          bracketMatching(),
          closeBrackets(),
          EditorView.lineWrapping,
          highlighting,
          // Above dialogs, whose place ends where they do.
          tooltips({ parent: document.body, position: 'fixed' }),
          keymap.of([...completionKeymap, ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap]),
          language.current.of(current.extensions),
          state.current.of(stateOf(current)),
          EditorView.updateListener.of(({ view: editor }) => {
            if (!editor.composing) tell(editor)
          }),
          EditorView.domEventHandlers({
            blur: (_event, editor) => {
              tell(editor)
              latest.current.onBlur()
            },
          }),
        ],
      }),
    })
    let told = made.state.doc
    view.current = made
    if (current.autoFocus) made.focus()
    current.onEditor?.(made)
    return () => {
      latest.current.onEditor?.(null)
      made.destroy()
      view.current = null
    }

    function tell(editor: EditorView): void {
      if (editor.state.doc === told) return
      told = editor.state.doc
      const text = told.toString()
      if (text === known.current) return
      known.current = text
      latest.current.onChange(text)
    }
  }, [])

  useEffect(() => {
    const editor = view.current
    if (!editor || value === known.current) return
    known.current = value
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  useLayoutEffect(() => {
    view.current?.dispatch({ effects: language.current.reconfigure(extensions) })
  }, [extensions])

  const { id, label, required, placeholder, numbered } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: what `stateOf` reads.
  useLayoutEffect(() => {
    view.current?.dispatch({ effects: state.current.reconfigure(stateOf(latest.current)) })
  }, [id, label, required, placeholder, numbered, disabled, readonly, error])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only holds keys back that the editor inside has used.
    <div
      ref={place}
      className={classes(
        'loam-code',
        disabled && 'loam-code-disabled',
        readonly && 'loam-code-readonly',
        error !== null && 'loam-code-error',
      )}
      style={{ '--loam-code-min': rows.minRows, '--loam-code-max': rows.maxRows } as CSSProperties}
      // Enter makes a line here; it must not submit or move on.
      onKeyDown={(event) => {
        const isOwn = event.key === 'Enter' && !event.ctrlKey && !event.metaKey
        if (isOwn || event.defaultPrevented) event.stopPropagation()
      }}
    />
  )
}

function stateOf(props: CodeEditorProps): Extension {
  const { id, disabled, readonly, placeholder } = props
  const aria = Object.entries(controlAria(props)).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return [
    EditorView.editable.of(!disabled),
    EditorState.readOnly.of(disabled || readonly),
    EditorView.contentAttributes.of({
      ...Object.fromEntries(aria),
      id,
      tabindex: disabled ? '-1' : '0',
      ...(readonly && { 'aria-readonly': 'true' }),
      ...(disabled && { 'aria-disabled': 'true' }),
    }),
    placeholder && !disabled && !readonly ? placeholderOf(placeholder) : [],
    props.numbered ? lineNumbers() : [],
  ]
}
