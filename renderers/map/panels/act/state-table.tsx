import { useHost } from '@renderers/host'
import { desiredOf, type Target } from '@runtime/field/command'
import type { Reported } from '@runtime/field/kinds'
import type { Row } from '../../store/snapshot'
import { reportedOf } from './holds'
import type { FieldCommand } from './use-command'

/** One thing that a device can be: what was wanted of it, what the newest command told it, what it says. */
export interface Aspect {
  /** A locale key. */
  readonly label: string
  readonly desired: string | null
  /** Null: the newest command is not about this. */
  readonly commanded: string | null
  /** Null: it has never said so. */
  readonly reported: string | null
}

/** Makes aspects of a device: `words` says one of what was wanted, told or reported; null where that says nothing of it. */
export function aspectMaker(row: Row, command: FieldCommand | null) {
  const wanted = (row['desired'] ?? {}) as Partial<Reported>
  const told = command ? desiredOf(command.target as unknown as Target) : {}
  const reported = reportedOf(row)
  return (label: string, words: (of: Partial<Reported>) => string | null): Aspect => ({
    label,
    desired: words(wanted),
    commanded: words(told),
    reported: words(reported),
  })
}

/** Whether anybody has said anything of it. */
export const isReported = ({ desired, commanded, reported }: Aspect): boolean =>
  (desired ?? commanded ?? reported) !== null

/** Desired, commanded and reported of each aspect, side by side: never one for the other (`design/field.md §2.1`). */
export function StateTable({
  aspects,
  command,
  isOn,
  isVerified,
  stale,
}: {
  readonly aspects: readonly Aspect[]
  readonly command: FieldCommand | null
  /** By its own word. */
  readonly isOn: boolean
  /** Whether what it reports is what a verified command asked for. */
  readonly isVerified: boolean
  /** How old its word is, in words; null: it is fresh. */
  readonly stale: string | null
}) {
  const { text: translate } = useHost()
  return (
    <table className="loam-act-states">
      <thead>
        <tr>
          <td />
          {['desired', 'commanded', 'reported'].map((column) => (
            <th key={column} scope="col">
              {translate(`@irrigation.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {aspects.map(({ label, desired, commanded, reported }) => (
          <tr key={label}>
            <th scope="row">{translate(label)}</th>
            <td>{desired ?? '–'}</td>
            <td>
              {commanded ?? '–'}
              {commanded !== null && command && (
                <small>{translate(`@irrigation.state_${command.state}`)}</small>
              )}
            </td>
            <td
              data-reported={reported === null || stale !== null ? 'stale' : isOn ? 'open' : 'closed'}
              data-verified={isVerified && stale === null && commanded !== null}
            >
              {reported ?? translate('@map.never')}
              {reported !== null && stale !== null && <small>{stale}</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
