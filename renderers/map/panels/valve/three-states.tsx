import { useHost } from '@renderers/host'
import { type CommandState, isVerified } from '@runtime/field/command'
import type { Row } from '../../store/snapshot'
import type { FieldCommand } from '../act/use-command'

/** Directions of a valve in words: a main control valve has one outlet only. */
export function useDirections(row: Row) {
  const { text: say } = useHost()
  const isThreeWay = row['type'] === 2
  return (direction: unknown, gatage: unknown): string => {
    if (typeof direction !== 'number' && typeof gatage !== 'number') return '–'
    const opening = typeof gatage === 'number' ? ` · ${gatage} %` : ''
    const isClosed = direction === 0 || gatage === 0
    if (!isThreeWay) return `${say(isClosed ? '@map.closedValve' : '@map.condition_open')}${opening}`
    return `${say(`@map.direction_${typeof direction === 'number' ? direction : isClosed ? 0 : 1}`)}${opening}`
  }
}

/** Desired, commanded and reported, side by side: never one for the other (`design/field.md §2.1`). */
export function ThreeStates({
  row,
  command,
  isStale,
}: {
  readonly row: Row
  readonly command: FieldCommand | null
  readonly isStale: boolean
}) {
  const { text: say } = useHost()
  const words = useDirections(row)
  const told = command ? words(command.target['direction'], command.target['gatage']) : '–'
  const isOpen = Boolean(row['openDirection'] || row['gatage'])
  return (
    <dl className="loam-act-three">
      <div>
        <dt>{say('@irrigation.desired')}</dt>
        <dd>{words(row['targetDirection'], row['targetGatage'])}</dd>
      </div>
      <div>
        <dt>{say('@irrigation.commanded')}</dt>
        <dd>
          {told}
          {command && <small>{say(`@irrigation.state_${command.state}`)}</small>}
        </dd>
      </div>
      <div
        data-reported={isStale ? 'stale' : isOpen ? 'open' : 'closed'}
        data-verified={command !== null && isVerified(command.state as CommandState)}
      >
        <dt>{say('@irrigation.reported')}</dt>
        <dd>
          {words(row['openDirection'], row['gatage'])}
          {isStale && <small>{say('@map.stale')}</small>}
        </dd>
      </div>
    </dl>
  )
}
