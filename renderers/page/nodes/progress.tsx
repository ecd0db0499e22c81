import { Progress } from '@arco-design/web-react'
import '@arco-design/web-react/es/Progress/style/css.js'
import { decimalOf } from '@runtime/widget/number-format'
import { useNodeContext, useSource } from '../context'
import { ErrorNote } from '../error-note'
import type { NodeProps } from '../node'

const STATUSES = ['success', 'warning', 'error'] as const

export function ProgressNode({ node }: NodeProps<'progress'>) {
  const { screen, scope } = useNodeContext()
  const { source = '', title, value, total, text, kind, status } = node
  const { state, error } = useSource(screen, source)
  if (state === 'failed')
    return <ErrorNote message={error} retry={() => void screen.sources.reload([source])} />
  const percent = percentOf(value.evaluate(scope), total.evaluate(scope))
  const told = status?.evaluate(scope)
  const known = STATUSES.find((one) => one === told) ?? (percent === 100 ? 'success' : 'normal')
  const name = screen.text(title, scope)
  const beside = text ? screen.text(text, scope) : `${percent}%`
  return (
    <div className="loam-node-progress">
      <span aria-hidden>{name}</span>
      {/* The library's own says how far it is, but not of what. */}
      <div
        role="progressbar"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={beside}
      >
        <div aria-hidden>
          <Progress type={kind} percent={percent} status={known} formatText={() => beside} />
        </div>
      </div>
    </div>
  )
}

/** Whole per cent from nought to a hundred; what is not done yet is never a hundred. */
function percentOf(value: unknown, total: unknown): number {
  const [done, whole] = [decimalOf(value), decimalOf(total)]
  if (!done || !whole || whole.lte(0) || done.lte(0)) return 0
  return done.gte(whole) ? 100 : Math.min(99, done.div(whole).mul(100).floor().toNumber())
}
