import { Skeleton } from '@arco-design/web-react'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import { openModel, type Part } from '@runtime/design/document'
import { partText } from '@runtime/design/text'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { RadioRow } from '@widgets/shared/radio-row'
import { useMemo, useState } from 'react'
import { useHost } from '../../host'
import type { ComparisonProps } from './compared'

/** The code editor comes when a text is wanted. */
const CodeComparison = lazy(async () => (await import('../../code/code-comparison')).CodeComparison)

const TEXTS: readonly Part[] = ['formData', 'columnData', 'appColumnData', 'tables']
const LINES = 40

/** The texts of two designs side by side, laid out so that each member has a line. */
export function TextComparison({ before, after, titles }: ComparisonProps) {
  const host = useHost()
  const [part, setPart] = useState<Part>('formData')
  const texts = useMemo(
    () => [before, after].map((side) => laidOut(side[part] ?? '', part)),
    [before, after, part],
  )
  const [old = '', next = ''] = texts
  const label = (title: string) => host.text('@diff.textOf', { title })
  return (
    <div className="loam-comparison-texts">
      <RadioRow
        type="button"
        size="small"
        aria-label={host.text('@diff.textPart')}
        value={part}
        onChange={(chosen: Part) => setPart(chosen)}
        options={TEXTS.map((value) => ({ value, label: host.text(`@design.text.${value}`) }))}
      />
      {old === '' && next === '' ? (
        <p>{host.text('@diff.noText')}</p>
      ) : (
        <LazyFallback shown={<Skeleton animation text={{ rows: 8 }} />}>
          <CodeComparison
            before={{ label: label(titles.before), text: old }}
            after={{ label: label(titles.after), text: next }}
            language="json"
            lines={LINES}
          />
        </LazyFallback>
      )}
    </div>
  )
}

function laidOut(text: string, part: Part): string {
  return text.trim() === '' ? '' : partText(openModel({ [part]: text }), part)
}
