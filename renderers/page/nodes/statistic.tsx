import { Skeleton } from '@arco-design/web-react'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import { decimalOf, formatNumber } from '@runtime/widget/number-format'
import { type ReactNode, useId } from 'react'
import { Icon } from '../../icon'
import { useNodeContext, useRunning, useSource } from '../context'
import { ErrorNote } from '../error-note'
import type { NodeProps } from '../node'
import { toneOf } from '../tone'
import './statistic.css'

type StatisticPlan = NodeProps<'statistic'>['node']

export function StatisticNode({ node }: NodeProps<'statistic'>) {
  const { screen, scope, runner } = useNodeContext()
  const id = useId()
  const running = useRunning(runner, id)
  const { source = '', title, value, unit, text, do: steps } = node
  const { state, data, error } = useSource(screen, source)
  if (state === 'failed')
    return <ErrorNote message={error} retry={() => void screen.sources.reload([source])} />
  const shown = numberText(value.evaluate(scope), node)
  const isWaiting = state === 'loading' && data === null
  const inside = (
    <>
      <span className="loam-statistic-title">{screen.text(title, scope)}</span>
      {isWaiting ? (
        <Skeleton animation text={{ rows: 1, width: 96 }} />
      ) : (
        <span className="loam-statistic-value" data-tone={toneOf(node.tone, scope)}>
          <strong>{shown ?? '—'}</strong>
          {unit && shown !== null && <span>{screen.text(unit, scope)}</span>}
          <Change node={node} />
        </span>
      )}
      {text && <span className="loam-statistic-text">{screen.text(text, scope)}</span>}
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
