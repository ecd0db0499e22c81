import { autocompletion, type Completion } from '@codemirror/autocomplete'
import { javascript } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { PostgreSQL, type SQLNamespace, sql } from '@codemirror/lang-sql'
import type { Extension } from '@codemirror/state'
import type { Translator } from '@runtime/text'
import type { Option } from '@runtime/widget/definition'
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
  const { value, settings, options, host, onChange } = props
  const { language, names } = settings
  const extensions = useMemo(
    () => extensionsOf({ language, names }, options, host),
    [language, names, options, host],
  )
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
  options: readonly Option[],
  translator: Pick<Translator, 'text'>,
): Extension {
  const marks = faultMarks((text) => codeFault(text, settings, translator))
  switch (settings.language) {
    case 'json':
      return [json(), marks]
    case 'sql':
      return [
        sql({ dialect: PostgreSQL, upperCaseKeywords: true, schema: tablesOf(options, translator) }),
        autocompletion(),
      ]
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

/** Tables with their columns as the language knows them; a dot in a name does not part it. */
function tablesOf(options: readonly Option[], { text }: Pick<Translator, 'text'>): SQLNamespace {
  return Object.fromEntries(
    options.map(({ value, label, children = [] }) => {
      const name = String(value)
      const columns = children.map((column) => named(String(column.value), text(column.label), 'property'))
      return [name.replaceAll('.', '\\.'), { self: named(name, text(label), 'type'), children: columns }]
    }),
  )
}

/** A name is written as the database reads it: what is no plain one in quotes. */
function named(name: string, detail: string, type: string): Completion {
  const apply = /^[a-z_][a-z_\d]*$/.test(name) ? name : `"${name}"`
  return { label: name, apply, type, ...(detail !== '' && detail !== name && { detail }) }
}
