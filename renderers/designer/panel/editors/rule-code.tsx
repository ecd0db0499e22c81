import { autocompletion } from '@codemirror/autocomplete'
import { expressionCompletions, type OfferedName } from '@widgets/shared/code-editor/completion'
import { CodeEditor } from '@widgets/shared/code-editor/editor'
import { expressionLanguage } from '@widgets/shared/code-editor/expression-language'
import { faultMarks, type TextFault } from '@widgets/shared/code-editor/faults'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { useHost } from '../../../host'

interface RuleCodeProps {
  readonly id: string
  readonly label: string
  readonly value: string
  /** The same object while they are the same. */
  readonly names: readonly OfferedName[]
  readonly faultOf: (text: string) => TextFault | null
  readonly onChange: (text: string) => void
  readonly onBlur: () => void
}

const ROWS = { minRows: 1, maxRows: 6 }

/** An expression over fields of the form under design. */
export function RuleCode({ names, faultOf, ...props }: RuleCodeProps) {
  const host = useHost()
  const latest = useRef(faultOf)
  useLayoutEffect(() => {
    latest.current = faultOf
  })
  const extensions = useMemo(
    () => [
      expressionLanguage,
      autocompletion({ override: [expressionCompletions(names, host)], icons: false }),
      faultMarks((text) => latest.current(text)),
    ],
    [names, host],
  )
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
    />
  )
}
