import { useHost } from '@renderers/host'

/** A three-way valve as the wire has it (`design/field.md §3.4`). */
export interface DialProps {
  /** Reported, in degrees; null: never. */
  readonly angle: number | null
  readonly places: {
    readonly closed?: number | null
    readonly a: number
    readonly b: number
    readonly both: number
  }
  /** The direction asked for last; null: none. */
  readonly target: number | null
  readonly isStale: boolean
}

const CENTRE = 60
const RIM = 44
const at = (degrees: number, radius: number): readonly [number, number] => {
  const turn = (degrees * Math.PI) / 180
  return [CENTRE + Math.sin(turn) * radius, CENTRE - Math.cos(turn) * radius]
}

/** Where the valve says it stands, and the places that it knows; what was asked for is an empty ring, never the hand. */
export function Dial({ angle, places, target, isStale }: DialProps) {
  const { text: translate } = useHost()
  const known = [
    { direction: 0, degrees: places.closed ?? null, word: '@irrigation.dialClosed' },
    { direction: 1, degrees: places.a, word: '@irrigation.dialA' },
    { direction: 2, degrees: places.b, word: '@irrigation.dialB' },
    { direction: 3, degrees: places.both, word: '@irrigation.dialBoth' },
  ]
  const words =
    angle === null ? translate('@irrigation.angleUnknown') : translate('@irrigation.angleIs', { angle })
  const [handX, handY] = at(angle ?? 0, RIM - 8)
  return (
    <svg className="loam-dial" viewBox="0 0 120 120" role="img" aria-label={words} data-stale={isStale}>
      <circle cx={CENTRE} cy={CENTRE} r={RIM} className="loam-dial-rim" />
      {known.map(({ direction, degrees, word }) => {
        if (degrees === null) return null
        const [x, y] = at(degrees, RIM)
        const [textX, textY] = at(degrees, RIM + 11)
        return (
          <g key={direction}>
            <circle cx={x} cy={y} r={direction === target ? 6 : 3} data-target={direction === target} />
            <text x={textX} y={textY + 4} textAnchor="middle">
              {translate(word)}
            </text>
          </g>
        )
      })}
      {angle !== null && <line x1={CENTRE} y1={CENTRE} x2={handX} y2={handY} className="loam-dial-hand" />}
      <circle cx={CENTRE} cy={CENTRE} r="4" className="loam-dial-pin" />
    </svg>
  )
}
