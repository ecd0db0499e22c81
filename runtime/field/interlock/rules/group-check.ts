import { checkOutlets, type Finding, type GroupCheck, outletsOf } from '../../hydraulics/check'
import type { Outlet } from '../../hydraulics/network'
import { isSameOutlet } from '../../hydraulics/valve'
import type { Limits } from '../limits'
import type { GroupNow, Situation } from '../situation'
import type { Violation } from '../verdict'
import { ratedOf } from '../water'

/** m³/h of one pump: the largest of the station, since groups are laid out for those. */
const pumpFlowOf = ({ network, devices }: Situation): number =>
  Math.max(0, ...network.pumps.map((id) => ratedOf(devices.get(id))))

/** m³/h that a station can give: what the project says, else what the pumps that it may count on are rated for. */
export function availableFlow(
  situation: Situation,
  limits: Limits,
  counts: (pumpId: string) => boolean,
): number {
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
): GroupCheck {
  const own = outletsOf(situation.network, group.members)
  const isOwn = (outlet: Outlet) => own.some((one) => isSameOutlet(one, outlet))
  const all = [...own, ...beside.filter((outlet) => !isOwn(outlet))]
  const plant = { pumpFlow: pumpFlowOf(situation), available: availableFlow(situation, limits, () => true) }
  return checkOutlets(situation.network, all, plant, limits)
}

/** What a check has found, as a rule says it. */
export const foundBy = ({ level, text, params }: Finding): Violation => ({
  code: 'I04',
  level: level === 'fail' ? 'reject' : 'warn',
  text,
  params,
  deviceId: null,
  since: null,
})
