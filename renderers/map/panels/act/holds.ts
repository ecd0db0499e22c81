import { meets, type Target } from '@runtime/field/command'
import type { AngleTable, Reported } from '@runtime/field/kinds'
import type { Row } from '../../store/snapshot'
import type { FieldCommand } from './use-command'

/** What a device of the map says of itself; valves say it by the documented names of the wire. */
export function reportedOf(row: Row): Partial<Reported> {
  if (row['type'] === undefined) return (row['reported'] ?? {}) as Partial<Reported>
  if (typeof row['reportedAt'] !== 'number') return {}
  const { openDirection, gatage, angle, moving } = row as {
    readonly openDirection?: number
    readonly gatage?: number
    readonly angle?: number | null
    readonly moving?: number
  }
  return {
    ...(openDirection !== undefined && { dir: openDirection }),
    ...(gatage !== undefined && { gat: gatage }),
    ...(typeof angle === 'number' && { ang: angle }),
    ...(moving !== undefined && { mov: moving }),
  }
}

/** Whether what a command asked for is what its device reports now, by the rule that verifies commands. */
export function holds(command: FieldCommand, row: Row): boolean {
  const target = command.target as unknown as Target
  return meets(reportedOf(row), { target, angles: anglesOf(row) })
}

/**
 * The only green (`design/field.md §2.2`): verified, and still so. Once somebody has turned the valve by hand, the green word of
 * yesterday would be a lie.
 */
export const isGreen = (command: FieldCommand | null, row: Row): boolean =>
  command?.state === 'VERIFIED' && holds(command, row)

function anglesOf(row: Row): AngleTable | null {
  const { closed, ...angles } = (row['defaultAngular'] ?? {}) as {
    readonly closed?: number | null
    readonly a?: number
    readonly b?: number
    readonly both?: number
    readonly tolerance?: number
  }
  const { a, b, both, tolerance } = angles
  if (a === undefined || b === undefined || both === undefined) return null
  return {
    ...{ a, b, both },
    ...(typeof closed === 'number' && { closed }),
    ...(tolerance !== undefined && { tolerance }),
  }
}
