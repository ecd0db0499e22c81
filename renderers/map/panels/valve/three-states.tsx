import { useHost } from '@renderers/host'
import type { Row } from '../../store/snapshot'
import { isGreen } from '../act/holds'
import type { FieldCommand } from '../act/use-command'

/** Directions of a valve in words: a main control valve has one outlet only. */
export function useDirections(row: Row) {
  const { text: translate } = useHost()
  const isThreeWay = row['type'] === 2
  return (direction: unknown, gatage: unknown): string => {
    if (typeof direction !== 'number' && typeof gatage !== 'number') return '–'
    const opening = typeof gatage === 'number' ? ` · ${gatage} %` : ''
    const isClosed = isThreeWay ? direction === 0 || gatage === 0 : !direction && !gatage
    if (!isThreeWay) return `${translate(isClosed ? '@map.closedValve' : '@map.condition_open')}${opening}`
    return `${translate(`@map.direction_${typeof direction === 'number' ? direction : isClosed ? 0 : 1}`)}${opening}`
  }
}

/** Desired, commanded and reported, side by side: never one for the other (`design/field.md §2.1`). */
export function ThreeStates({
  row,
  command,
  stale,
}: {
  readonly row: Row
  readonly command: FieldCommand | null
  /** How old the valve's word is, in words; null: it is fresh. */
  readonly stale: string | null
}) {
  const { text: translate } = useHost()
  const words = useDirections(row)
  const told = command ? words(command.target['direction'], command.target['gatage']) : '–'
  const isOpen = Boolean(row['openDirection'] || row['gatage'])
  const isReported = typeof row['reportedAt'] === 'number'
  return (
    <dl className="loam-act-three">
      <div>
        <dt>{translate('@irrigation.desired')}</dt>
        <dd>{words(row['targetDirection'], row['targetGatage'])}</dd>
      </div>
      <div>
        <dt>{translate('@irrigation.commanded')}</dt>
        <dd>
          {told}
          {command && <small>{translate(`@irrigation.state_${command.state}`)}</small>}
        </dd>
      </div>
      <div
        data-reported={stale !== null || !isReported ? 'stale' : isOpen ? 'open' : 'closed'}
        data-verified={stale === null && isGreen(command, row)}
      >
        <dt>{translate('@irrigation.reported')}</dt>
        <dd>
          {isReported ? words(row['openDirection'], row['gatage']) : translate('@map.never')}
          {isReported && stale !== null && <small>{stale}</small>}
        </dd>
      </div>
    </dl>
  )
}
