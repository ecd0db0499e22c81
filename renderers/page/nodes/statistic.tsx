import { Skeleton } from '@arco-design/web-react'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import { decimalOf, formatNumber } from '@runtime/widget/number-format'
import { type ReactNode, useId } from 'react'
import { Icon } from '../../icon'
import { useNodeContext, useRunning, useSource } from '../context'
import { ErrorNote } from '../error-note'
import type { NodeProps } from '../node'
import { Spark } from '../spark'
import { isMissing } from '../stale-source'
import { toneOf } from '../tone'
import './statistic.css'

type StatisticPlan = NodeProps<'statistic'>['node']

export function StatisticNode({ node }: NodeProps<'statistic'>) {
  const { screen, scope, runner } = useNodeContext()
  const id = useId()
  const running = useRunning(runner, id)
  const { source = '', title, value, unit, text, do: steps } = node
  const asked = useSource(screen, source)
  if (isMissing(asked))
    return <ErrorNote message={asked.error} retry={() => void screen.sources.reload([source])} />
  if (asked.state === 'loading' && asked.data === null) return <Waiting node={node} />
  const shown = numberText(value.evaluate(scope), node)
  const tone = toneOf(node.tone, scope)
  const below = text && screen.text(text, scope)
  const verdict = node.verdict && screen.text(node.verdict, scope)
  const inside = (
    <>
      <span className="loam-statistic-line">
        <span className="loam-statistic-title">{screen.text(title, scope)}</span>
        {verdict && (
          <span className="loam-statistic-verdict" data-tone={tone}>
            {verdict}
          </span>
        )}
      </span>
      <span className="loam-statistic-line">
        <span className="loam-statistic-value" data-tone={verdict ? undefined : tone}>
          <strong>{shown ?? '—'}</strong>
          {unit && shown !== null && <span>{screen.text(unit, scope)}</span>}
          <Change node={node} />
        </span>
        <Trend node={node} />
      </span>
      {below && <span className="loam-statistic-text">{below}</span>}
    </>
  )
  if (!steps) return <div className="loam-statistic">{inside}</div>
  return (
    <button
      type="button"
      className="loam-statistic"
      aria-busy={running}
      onClick={() => void runner.run(steps, {}, { source: id })}
    >
      {inside}
    </button>
  )
}

/** What comes, in its shape: of texts that are made of what has not come yet nothing is shown. */
function Waiting({ node: { title, text } }: { readonly node: StatisticPlan }) {
  const { screen, scope } = useNodeContext()
  return (
    <div className="loam-statistic" aria-busy>
      <span className="loam-statistic-line">
        <span className="loam-statistic-title">{screen.text(title, scope)}</span>
      </span>
      <Skeleton
        className="loam-statistic-waiting"
        animation
        text={{ rows: text ? 2 : 1, width: text ? [96, 128] : 96 }}
      />
    </div>
  )
}

/** Its last days as a small line. */
function Trend({
  node: { trend, trendOpen, trendText, title },
}: {
  readonly node: StatisticPlan
}): ReactNode {
  const { screen, scope } = useNodeContext()
  const values = trend?.evaluate(scope)
  if (!Array.isArray(values) || values.length < 2) return null
  const days = values.map((value) => decimalOf(value)?.toNumber() ?? null)
  return <Spark values={days} isOpen={trendOpen} name={screen.text(trendText ?? title, scope)} />
}

/** By how much it changed: an arrow and a number, with a colour only where one way is known to be good. */
function Change({ node }: { readonly node: StatisticPlan }): ReactNode {
  const { screen, scope } = useNodeContext()
  const { change, better } = node
  const by = change && decimalOf(change.evaluate(scope))
  if (!by) return null
  if (by.isZero()) return <span className="loam-statistic-change">{screen.host.text('@page.unchanged')}</span>
  const way = by.isNegative() ? 'down' : 'up'
  return (
    <span className="loam-statistic-change" data-good={better === undefined ? undefined : better === way}>
      <Icon name={way === 'up' ? 'ArrowUp' : 'ArrowDown'} />
      {screen.host.text(way === 'up' ? '@page.rose' : '@page.fell', {
        number: numberText(by.abs().toNumber(), node) ?? '',
      })}
    </span>
  )
}

/** A number as it is to be read; null where there is none. What is no number stands as it is. */
function numberText(
  value: unknown,
  { decimals, thousands }: Pick<StatisticPlan, 'decimals' | 'thousands'>,
): string | null {
  if (value === null || value === undefined || value === '') return null
  if (!decimalOf(value)) return String(value)
  return formatNumber(value, { thousands, ...(decimals !== undefined && { precision: decimals }) })
}
