import './code-comparison.css'
import { CodeView, type CodeViewProps } from './code-view'

interface Side {
  readonly label: string
  readonly text: string
}

export interface CodeComparisonProps extends Pick<CodeViewProps, 'language' | 'lines'> {
  readonly before: Side
  readonly after: Side
}

/** Two texts to be read side by side; on a narrow screen one under the other. */
export function CodeComparison({ before, after, language, lines }: CodeComparisonProps) {
  return (
    <div className="loam-code-comparison">
      {[before, after].map(({ label, text }, index) => (
        <CodeView
          key={index === 0 ? 'before' : 'after'}
          label={label}
          text={text}
          language={language}
          lines={lines}
        />
      ))}
    </div>
  )
}
