import './template.css'
import { autocompletion, type CompletionSource } from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import type { Translator } from '@runtime/text'
import { useMemo, useRef } from 'react'
import { PlainChoice } from '../shared/choice-box'
import { expressionCompletions } from '../shared/code-editor/completion'
import { CodeEditor } from '../shared/code-editor/editor'
import { faultMarks } from '../shared/code-editor/faults'
import type { EditProps } from '../widget'
import { placeChips } from './chips'
import { placeLabel, type TemplateSettings, templateFault } from './definition'

type TemplateProps = EditProps<TemplateSettings, string>

/** A text whose places are chips; a name of the list is put in at the caret, and `${` offers names and functions. */
export function TemplateEdit(props: TemplateProps) {
  const { id, value, settings, label, host, disabled, readonly, onChange } = props
  const { names } = settings
  const editor = useRef<EditorView>(null)
  const extensions = useMemo(
    () => [
      placeChips((source) => placeLabel(source, names, host)),
      autocompletion({ override: [placeCompletions(names, host)], icons: false }),
      faultMarks((text) => templateFault(text, { names }, host)),
    ],
    [names, host],
  )
  const putIn = (name: string) => {
    const view = editor.current
    if (!view) return
    view.dispatch(view.state.replaceSelection(`\${${name}}`), { userEvent: 'input.complete' })
    view.focus()
  }
  return (
    <div className="loam-template">
      <CodeEditor
        {...props}
        value={value ?? ''}
        onChange={(text) => onChange(text === '' ? null : text)}
        extensions={extensions}
        rows={settings.autoSize}
        onEditor={(view) => {
          editor.current = view
        }}
      />
      {names.length > 0 && !disabled && !readonly && (
        <div className="loam-template-names">
          <PlainChoice
            id={`${id}_names`}
            host={host}
            label={`${label} ${host.text('@template.putIn')}`.trim()}
            placeholder={host.text('@template.putIn')}
            searched
            value={null}
            options={names.map((one) => ({
              value: one.name,
              label: one.label === undefined ? one.name : `${host.text(one.label)} ${one.name}`,
            }))}
            onChange={(name) => {
              if (typeof name === 'string') putIn(name)
            }}
          />
        </div>
      )}
    </div>
  )
}

/** Names and functions, within a place that has been begun. */
function placeCompletions(
  names: TemplateSettings['names'],
  translator: Pick<Translator, 'text'>,
): CompletionSource {
  const source = expressionCompletions(names, translator)
  return (context) => {
    const before = context.state.sliceDoc(Math.max(0, context.pos - 500), context.pos)
    const begun = before.lastIndexOf('${')
    if (begun < 0 || before.indexOf('}', begun) >= 0) return null
    // Right behind the sign everything is offered.
    return source(before.endsWith('${') ? Object.assign(Object.create(context), { explicit: true }) : context)
  }
}
