import { checkOutlets, outletsOf } from '../../hydraulics/check'
import type { Outlet } from '../../hydraulics/network'
import { isSameOutlet } from '../../hydraulics/valve'
import type { Limits } from '../limits'
import type { GroupNow, Situation } from '../situation'
import type { Violation } from '../verdict'
import { flowOf, pumpsThatMayRun, ratedOf } from '../water'
import { choosePumps, pumpBlocks } from './pump'
import { type Context, groupOf, type Rule, violation, wholeNumber } from './rule'

/** m³/h of one pump: the largest of the station, since groups are laid out for those. */
const pumpFlowOf = ({ network, devices }: Situation): number =>
  Math.max(0, ...network.pumps.map((id) => ratedOf(devices.get(id))))

/** m³/h that a station can give: what the project says, else what the pumps that it may count on are rated for. */
function availableFlow(situation: Situation, limits: Limits, counts: (pumpId: string) => boolean): number {
  if (limits.availableFlow > 0) return limits.availableFlow
  const { network, devices } = situation
  return network.pumps.filter(counts).reduce((sum, id) => sum + ratedOf(devices.get(id)), 0)
}

/** What a group's outlets do to the pipes: at its saving alone, at its start together with what is open beside it. */
export function checkGroup(
  group: GroupNow,
  situation: Situation,
  limits: Limits,
  beside: readonly Outlet[] = [],
) {
  const own = outletsOf(situation.network, group.members)
  const isOwn = (outlet: Outlet) => own.some((one) => isSameOutlet(one, outlet))
  const all = [...own, ...beside.filter((outlet) => !isOwn(outlet))]
  const plant = { pumpFlow: pumpFlowOf(situation), available: availableFlow(situation, limits, () => true) }
  return checkOutlets(situation.network, all, plant, limits)
}

/** What stays open when a group begins: all that may be open, but for the group that it takes over from. */
function besideOf({ intent, situation, water }: Context): readonly Outlet[] {
  if (intent.kind === 'group.save') return []
  const from = intent.kind === 'group.switch' ? situation.groups.get(intent.fromGroupId) : undefined
  const leaving = new Set(from?.members.map((member) => member.valveId))
  return water.perhapsOpen.filter((outlet) => !leaving.has(outlet.valveId))
}

/** I04: more than pumps give or pipes bear. */
export const I04: Rule = (context) => {
  const { intent, situation, limits } = context
  if (intent.kind === 'valve.set') return flowBeyondPumps(context)
  const group = groupOf(context)
  if (!group) return []
  const { findings } = checkGroup(group, situation, limits, besideOf(context))
  return findings.map(({ level, text, params }) => ({
    code: 'I04',
    level: level === 'fail' ? 'reject' : 'warn',
    text,
    params,
    deviceId: null,
    since: null,
  }))
}

/** A single valve is not refused for the flow, but the person is told what the running pumps cannot give. */
function flowBeyondPumps({ intent, situation, limits, water }: Context): readonly Violation[] {
  if (intent.kind !== 'valve.set' || intent.direction === 0 || intent.gatage === 0) return []
  const running = new Set(pumpsThatMayRun(situation))
  if (running.size === 0) return []
  const own = outletsOf(situation.network, [{ ...intent, valveId: intent.deviceId }])
  const others = water.perhapsOpen.filter((outlet) => outlet.valveId !== intent.deviceId)
  const flow = flowOf([...own, ...others])
  const available = availableFlow(situation, limits, (id) => running.has(id))
  if (flow <= available) return []
  return [
    violation('I04', 'warn', 'flowOver', { flow: wholeNumber(flow), available: wholeNumber(available) }),
  ]
}

/** A group needs pumps that may start: what keeps each from it is told when there are too few (I04, I08–I12). */
export const pumpsForGroup: Rule = (context) => {
  const { intent, situation, limits } = context
  const group = groupOf(context)
  if (!group || intent.kind !== 'group.start') return []
  const flow = flowOf(outletsOf(situation.network, group.members))
  const chosen = choosePumps(flow, situation, limits, intent.runId)
  const given =
    limits.availableFlow || chosen.reduce((sum, id) => sum + ratedOf(situation.devices.get(id)), 0)
  if (chosen.length > 0 && given >= flow) return []
  const blocks = situation.network.pumps.flatMap((id) => pumpBlocks(id, situation, limits, intent.runId))
  if (chosen.length === 0 && blocks.length > 0) return blocks
  const params = { flow: wholeNumber(flow), available: wholeNumber(given) }
  return [
    violation('I04', 'reject', 'flowOver', params),
    ...blocks.map((found) => ({ ...found, level: 'warn' as const })),
  ]
}

/** I01 for a group: open main control valves must lead to its outlets. */
export const groupPath: Rule = (context) => {
  const group = groupOf(context)
  if (!group || context.intent.kind === 'group.save') return []
  const outlets = outletsOf(context.situation.network, group.members)
  const cut = outlets.filter((outlet) => context.water.reached[outlet.vertex] !== 1)
  if (cut.length <= outlets.length * (1 - context.limits.makeShare)) return []
  return [
    violation('I01', 'reject', 'cutOff', { group: group.name, count: cut.length, total: outlets.length }),
  ]
}
