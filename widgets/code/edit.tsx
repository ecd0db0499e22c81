import { autocompletion } from '@codemirror/autocomplete'
import { javascript } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { PostgreSQL, sql } from '@codemirror/lang-sql'
import type { Extension } from '@codemirror/state'
import type { Translator } from '@runtime/text'
import { useMemo } from 'react'
import { expressionCompletions } from '../shared/code-editor/completion'
import { CodeEditor } from '../shared/code-editor/editor'
import { expressionLanguage } from '../shared/code-editor/expression-language'
import { faultMarks } from '../shared/code-editor/faults'
import type { EditProps } from '../widget'
import { type CodeSettings, codeFault } from './definition'

type CodeProps = EditProps<CodeSettings, string>

/** Code that is coloured, completed and validated by its language. */
export function CodeEdit(props: CodeProps) {
  const { value, settings, host, onChange } = props
  const { language, names } = settings
  const extensions = useMemo(() => extensionsOf({ language, names }, host), [language, names, host])
  return (
    <CodeEditor
      {...props}
      value={value ?? ''}
      onChange={(text) => onChange(text === '' ? null : text)}
      extensions={extensions}
      rows={settings.autoSize}
      numbered={settings.lineNumbers}
    />
  )
}

function extensionsOf(
  settings: Pick<CodeSettings, 'language' | 'names'>,
  translator: Pick<Translator, 'text'>,
): Extension {
  const marks = faultMarks((text) => codeFault(text, settings, translator))
  switch (settings.language) {
    case 'json':
      return [json(), marks]
    case 'sql':
      return [sql({ dialect: PostgreSQL, upperCaseKeywords: true }), autocompletion()]
    case 'javascript':
      return [javascript(), autocompletion()]
    case 'expression':
      return [
        expressionLanguage,
        autocompletion({ override: [expressionCompletions(settings.names, translator)], icons: false }),
        marks,
      ]
    default:
      return []
  }
}
