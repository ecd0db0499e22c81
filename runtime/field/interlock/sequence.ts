import type { Intent } from '../command/intent'
import { outletsOf } from '../hydraulics/check'
import type { ValveSettings } from '../kinds'
import { choosePumps } from './rules/pump'
import type { Context } from './rules/rule'
import type { GroupMember, Situation } from './situation'
import type { SequenceStep } from './verdict'
import { flowOf, pumpsThatMayRun, ratedOf, waterOf } from './water'

const step = (stage: number, afterSec: number, intent: Intent): SequenceStep => ({ stage, afterSec, intent })

/** The safe order of an intent. `needsStop`: what was wished would close the last outlet of a running pump (I02). */
export function sequenceOf(context: Context, needsStop: boolean): readonly SequenceStep[] {
  const { intent, situation } = context
  switch (intent.kind) {
    case 'stopAll':
      return stopAll(situation)
    case 'group.save':
      return []
    case 'group.start':
      return startGroup(context, intent.groupId, intent.runId)
    case 'group.stop':
      return stopGroup(context, intent.groupId, intent.runId)
    case 'group.switch':
      return switchGroup(context, intent.fromGroupId, intent.groupId, intent.runId)
    default:
      return needsStop
        ? [...stopPumps(pumpsThatMayRun(situation), 0), step(1, 0, intent)]
        : [step(0, 0, intent)]
  }
}

const stopPumps = (ids: readonly string[], stage: number): SequenceStep[] =>
  ids.map((deviceId) => step(stage, 0, { kind: 'pump.stop', deviceId }))

const membersOf = ({ situation }: Context, groupId: string): readonly GroupMember[] =>
  situation.groups.get(groupId)?.members ?? []

/** Valves one after the other (I05), so that no water hammer follows. */
const openValves = (
  members: readonly GroupMember[],
  stage: number,
  staggerSec: number,
  runId: string | undefined,
): SequenceStep[] =>
  members.map(({ valveId: deviceId, direction, gatage }, index) =>
    step(stage, index * staggerSec, { kind: 'valve.set', deviceId, direction, gatage, ...as(runId) }),
  )
const closeValves = (
  ids: readonly string[],
  stage: number,
  staggerSec: number,
  runId: string | undefined,
): SequenceStep[] =>
  ids.map((deviceId, index) =>
    step(stage, index * staggerSec, { kind: 'valve.set', deviceId, direction: 0, gatage: 0, ...as(runId) }),
  )
const as = (runId: string | undefined) => (runId === undefined ? {} : { runId })

/** Whether a valve has a closed place at all (`design/field.md §3.1`). */
export function canClose(situation: Situation, id: string): boolean {
  const { angles } = (situation.devices.get(id)?.settings ?? {}) as ValveSettings
  return angles === undefined || angles.closed !== undefined
}

/** Outlets first, then pumps, one after the other. */
function startGroup(context: Context, groupId: string, runId: string | undefined): readonly SequenceStep[] {
  const { situation, limits } = context
  const members = membersOf(context, groupId)
  const flow = flowOf(outletsOf(situation.network, members))
  const pumps = choosePumps(flow, situation, limits, runId).pumpIds
  return [
    ...openValves(members, 0, limits.staggerSec, runId),
    ...pumps.map((deviceId, index) =>
      step(1, index * limits.staggerSec, { kind: 'pump.start', deviceId, ...as(runId) }),
    ),
  ]
}

/** Pumps first, then valves; pumps stay on where enough of others' outlets stays open. */
function stopGroup(context: Context, groupId: string, runId: string | undefined): readonly SequenceStep[] {
  const { situation, limits } = context
  const valves = membersOf(context, groupId).map((member) => member.valveId)
  const running = pumpsThatMayRun(situation)
  const staysOpen = flowOf(waterOf(situation, limits, new Set(valves)).open)
  const least = limits.minFlowShare * Math.max(0, ...running.map((id) => ratedOf(situation.devices.get(id))))
  const pumps = staysOpen > 0 && staysOpen >= least ? [] : running
  const closing = valves.filter((id) => canClose(situation, id))
  return [...stopPumps(pumps, 0), ...closeValves(closing, 1, limits.staggerSec, runId)]
}

/** Make before break: the next group's outlets first, then the old one's that the next does not need. */
function switchGroup(
  context: Context,
  fromGroupId: string,
  groupId: string,
  runId: string | undefined,
): readonly SequenceStep[] {
  const { situation, limits } = context
  const next = membersOf(context, groupId)
  const kept = new Set(next.map((member) => member.valveId))
  const leaving = membersOf(context, fromGroupId)
    .map((member) => member.valveId)
    .filter((id) => !kept.has(id) && canClose(situation, id))
  return [
    ...openValves(next, 0, limits.staggerSec, runId),
    ...closeValves(leaving, 1, limits.staggerSec, runId),
  ]
}

/** Fertilizer and pumps at once, whatever is known of them; valves once the pumps are verified to stand. */
function stopAll(situation: Situation): readonly SequenceStep[] {
  const { network, devices } = situation
  const spreaders = [...devices.values()].filter((device) => device.kind === 'FERT')
  const valves = [...network.outletsOfValve.keys()].filter((id) => canClose(situation, id))
  return [
    ...spreaders.map(({ id }) => step(0, 0, { kind: 'fert.stop', deviceId: id })),
    ...stopPumps(network.pumps, 0),
    ...closeValves(
      valves.filter((id) => !isKnownClosed(situation, id)),
      1,
      0,
      undefined,
    ),
  ]
}

/** Closed by its own last word: nothing to close, though it may be old. */
const isKnownClosed = ({ devices, pending }: Situation, id: string): boolean => {
  const reported = devices.get(id)?.reported
  return !pending.has(id) && reported?.mov !== 1 && (reported?.dir === 0 || reported?.gat === 0)
}
