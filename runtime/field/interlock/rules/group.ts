import { outletsOf } from '../../hydraulics/check'
import type { Violation } from '../verdict'
import { flowOf, pumpsThatMayRun } from '../water'
import { availableFlow, checkGroup, foundBy } from './group-check'
import { type Context, groupOf, type Rule, violation, wholeNumber } from './rule'

/** I04 of a group that is saved: more than pumps give or pipes bear. Of one that begins, see `overlap`; of a valve, below. */
export const I04: Rule = (context) => {
  const { intent, situation, limits } = context
  if (intent.kind === 'valve.set') return flowBeyondPumps(context)
  const group = intent.kind === 'group.save' ? groupOf(context) : undefined
  return group ? checkGroup(group, situation, limits).findings.map(foundBy) : []
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
