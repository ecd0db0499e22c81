import {
  advance,
  type Command,
  type CommandEvent,
  draft,
  type Intent,
  isTerminal,
  messageExpiry,
  type Target,
} from '../../command/index'

import type { Told } from './farm'

/** How the farm's devices are reached. */
export const WAITS = { linkClass: 'IP', uplinkEverySec: 5 } as const
const TTL_MS = 60_000
const SOONEST = () => 0

export const isGreen = ({ state }: Command): boolean => state === 'VERIFIED' || state === 'LATE_VERIFIED'

/** How far it lets through what it is told to, 0–1; of the pump 1: it starts. */
export const openingOf = ({ op, direction, gatage = 100 }: Target): number =>
  op === 'valve.set' ? (direction ? gatage / 100 : 0) : op === 'pump.start' ? 1 : 0

export const toldBy = (target: Target): Told => ({
  lets: openingOf(target),
  until: target.until ?? null,
  renews: target.isRenewal ?? false,
})

export function targetOf(intent: Intent): Target {
  if (intent.kind === 'valve.set')
    return { op: 'valve.set', direction: intent.direction, gatage: intent.gatage, ...leaseOf(intent) }
  return intent.kind === 'pump.start' ? { op: 'pump.start', ...leaseOf(intent) } : { op: 'pump.stop' }
}
const leaseOf = ({ until }: Extract<Intent, { kind: 'valve.set' | 'pump.start' }>) =>
  until !== undefined && { until }

/** A command's id ends with the run that wants it. */
export const runOf = ({ id }: Command): string | null => id.split('@')[1] || null

export function intentOf(command: Command, deviceId: string): Intent {
  const { target } = command
  const runId = runOf(command)
  const by = runId ? { runId } : {}
  const { op, direction = 0, gatage = 0, until, isRenewal } = target
  const lease = { ...(until !== undefined && { until }), ...(isRenewal && { renews: true }) }
  if (op === 'valve.set') return { kind: 'valve.set', deviceId, direction, gatage, ...lease, ...by }
  return op === 'pump.start'
    ? { kind: 'pump.start', deviceId, ...lease, ...by }
    : { kind: 'pump.stop', deviceId, ...by }
}

/** Runs the machine without any answer, as fast as its dice let it, and compares its end with that of its message. */
export function isGivenUpEarly(): boolean {
  const given = {
    id: 'c',
    actuatorId: 'P',
    seq: 1,
    target: { op: 'pump.start' } as const,
    risk: 'C' as const,
  }
  let command = draft({
    ...given,
    isEssential: false,
    ...WAITS,
    angles: null,
    issuedAt: 0,
    expiresAt: TTL_MS,
  })
  let now = 0
  const be = (event: CommandEvent) => {
    const { command: after, effects } = advance(command, event, now, SOONEST)
    command = after
    if (effects.some((effect) => effect.type === 'send')) be({ type: 'published' })
  }
  be({ type: 'queue' })
  while (!isTerminal(command.state)) {
    now += 100
    be({ type: 'tick' })
  }
  return now < messageExpiry(command, 0)
}
