import { decimalOf, formatNumber } from '@runtime/widget/number-format'
import { useId } from 'react'
import { Icon } from '../../icon'
import { useNodeContext, useRunning } from '../context'
import type { NodeProps } from '../node'
import { toneOf } from '../tone'
import './item.css'

export function ItemNode({ node }: NodeProps<'item'>) {
  const { screen, scope, runner } = useNodeContext()
  const id = useId()
  const running = useRunning(runner, id)
  const { title, icon, value, unit, text, tone, progress, do: steps } = node
  const number = value && numberText(value.evaluate(scope))
  const below = text && screen.text(text, scope)
  const done = progress?.evaluate(scope) ?? null
  const inside = (
    <>
      {icon && (
        <span className="loam-item-icon">
          <Icon name={icon} />
        </span>
      )}
      <span className="loam-item-title">{screen.text(title, scope)}</span>
      {value && (
        <span className="loam-item-value" data-tone={toneOf(tone, scope)}>
          <strong>{number ?? '—'}</strong>
          {unit && number !== null && screen.text(unit, scope)}
        </span>
      )}
      {below && <span className="loam-item-text">{below}</span>}
      {done !== null && <Bar percent={percentOf(done)} name={screen.text(title, scope)} />}
    </>
  )
  if (!steps) return <div className="loam-item">{inside}</div>
  return (
    <button
      type="button"
      className="loam-item"
      aria-busy={running}
      onClick={() => void runner.run(steps, {}, { source: id })}
    >
      {inside}
    </button>
  )
}

function Bar({ percent, name }: { readonly percent: number; readonly name: string }) {
  return (
    <span
      className="loam-item-bar"
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span style={{ inlineSize: `${percent}%` }} />
    </span>
  )
}

function percentOf(value: unknown): number {
  const percent = Number(value)
  return Number.isFinite(percent) ? Math.min(100, Math.max(0, Math.round(percent))) : 0
}

/** A number as it is to be read; null where there is none. What is no number stands as it is. */
function numberText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  return decimalOf(value) ? formatNumber(value, { thousands: true }) : String(value)
}
