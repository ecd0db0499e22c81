import { sparkParts } from '@runtime/figure/spark'
import './spark.css'

const BOX = { width: 72, height: 24 }

/**
 * The last days of a number as a small line; a day that is not known is a gap, the last one a dot. `isOpen`: that day is not
 * over, so that the way to it is dashed and its dot hollow.
 */
export function Spark({
  values,
  isOpen = false,
  name,
}: {
  readonly values: readonly (number | null)[]
  readonly isOpen?: boolean
  readonly name: string
}) {
  const parts = sparkParts(values, BOX)
  const end = values.at(-1) === null ? undefined : parts.at(-1)
  const last = end?.at(-1)
  const open = isOpen && end ? end.slice(-2) : []
  return (
    <svg
      className="loam-spark"
      viewBox={`-3 -3 ${BOX.width + 6} ${BOX.height + 6}`}
      width={BOX.width + 6}
      height={BOX.height + 6}
      role="img"
      aria-label={name}
    >
      <title>{name}</title>
      {parts.map((points) => (
        <Line key={points[0]?.[0]} points={isOpen && points === end ? points.slice(0, -1) : points} />
      ))}
      {open.length > 1 && <Line points={open} isOpen />}
      {last && <circle cx={last[0]} cy={last[1]} r={2.5} data-open={isOpen} />}
    </svg>
  )
}

function Line({
  points,
  isOpen = false,
}: {
  readonly points: readonly (readonly [number, number])[]
  readonly isOpen?: boolean
}) {
  return <polyline points={points.map((point) => point.join(',')).join(' ')} data-open={isOpen} />
}
