import { javascript } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { PostgreSQL, sql } from '@codemirror/lang-sql'
import type { Extension } from '@codemirror/state'
import { CodeEditor } from '@widgets/shared/code-editor/editor'
import { expressionLanguage } from '@widgets/shared/code-editor/expression-language'
import { useId } from 'react'

const LANGUAGES = {
  text: [],
  json: json(),
  sql: sql({ dialect: PostgreSQL }),
  javascript: javascript(),
  expression: expressionLanguage,
} as const satisfies Readonly<Record<string, Extension>>

export interface CodeViewProps {
  readonly label: string
  readonly text: string
  readonly language: keyof typeof LANGUAGES
  /** Lines that are seen without scrolling, at most. */
  readonly lines: number
}

const unchanged = () => undefined

/** Code to be read, in the colours of its language. */
export function CodeView({ label, text, language, lines }: CodeViewProps) {
  const id = useId()
  return (
    <CodeEditor
      id={id}
      label={label}
      value={text}
      onChange={unchanged}
      onBlur={unchanged}
      readonly
      placeholder=""
      error={null}
      autoFocus={false}
      disabled={false}
      required={false}
      extensions={LANGUAGES[language]}
      rows={{ minRows: 1, maxRows: lines }}
      numbered={language !== 'text'}
    />
  )
}
