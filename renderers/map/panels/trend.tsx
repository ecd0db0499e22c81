import { useHost } from '@renderers/host'
import type { Trail, TrailPoint } from './trails'

const WIDTH = 76
const HEIGHT = 24

/** A line of what came; nothing is drawn where nothing was reported. */
export function Trend({
  trail,
  name,
  value,
}: {
  readonly trail: Trail
  readonly name: string
  readonly value: string
}) {
  const { text: translate } = useHost()
  const points = trail.flat()
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 2) return null
  const values = points.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = ({ time }: TrailPoint) =>
    2 + ((time - first.time) / Math.max(1, last.time - first.time)) * (WIDTH - 6)
  const y = ({ value }: TrailPoint) =>
    high === low ? HEIGHT / 2 : HEIGHT - 3 - ((value - low) / (high - low)) * (HEIGHT - 6)
  return (
    <svg
      className="loam-map-trend"
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={translate('@map.trendOf', { name, value })}
    >
      <title>{translate('@map.lastDay')}</title>
      {trail.map((part) => (
        <polyline
          key={part[0]?.time}
          points={part.map((point) => `${x(point)},${y(point)}`).join(' ')}
          fill="none"
        />
      ))}
      <circle cx={x(last)} cy={y(last)} r="2.2" />
    </svg>
  )
}
