import { letsOut } from '../../hydraulics/valve'
import { DIRECTION } from '../../kinds'
import { flowOf, mayRun, pumpsThatMayRun, ratedOf, waterOf } from '../water'
import { type Context, nameOf, type Rule, violation, wholeNumber } from './rule'

/** Whether a three-way valve lets water through, or might: what it would take away by moving. */
function carries({ situation, water }: Context, valveId: string): boolean {
  const outlets = situation.network.outletsOfValve.get(valveId) ?? []
  return outlets.some((outlet) => water.stateOf(outlet) !== 'closed')
}

/** Whether a three-way valve is known to stand where it is told to: then it does not move. */
function keeps({ situation, water }: Context, valveId: string, direction: number): boolean {
  const outlets = situation.network.outletsOfValve.get(valveId) ?? []
  return outlets.every(
    (outlet) => water.stateOf(outlet) === (letsOut(direction, outlet.side) ? 'open' : 'closed'),
  )
}

/** I02: the last open outlet is neither closed nor turned away while a pump runs; stopping the pump first is offered. */
export const I02: Rule = (context) => {
  const { intent, situation, limits } = context
  if (intent.kind !== 'valve.set') return []
  const { deviceId } = intent
  const direction = intent.gatage === 0 ? DIRECTION.none : intent.direction
  const isMain = situation.network.mainValves.includes(deviceId)
  if (isMain && direction !== DIRECTION.none) return []
  if (!isMain && (!carries(context, deviceId) || keeps(context, deviceId, direction))) return []
  const running = pumpsThatMayRun(situation)
  if (running.length === 0) return []
  if (waterOf(situation, limits, new Set([deviceId])).open.length > 0) return []
  const params = {
    name: nameOf(situation, deviceId),
    pumps: running.map((id) => nameOf(situation, id)).join('、'),
  }
  return [{ ...violation('I02', 'offer', 'lastOutlet', params, deviceId), stopFirst: running }]
}

/** I03, while a pump runs: what stays open may be too little for it. */
export const lowFlowAfterClose: Rule = ({ intent, situation, limits, water }) => {
  if (intent.kind !== 'valve.set' || (intent.direction !== DIRECTION.none && intent.gatage !== 0)) return []
  const rated = situation.network.pumps
    .filter((id) => mayRun(situation, id))
    .map((id) => ratedOf(situation.devices.get(id)))
  if (rated.length === 0) return []
  const after = waterOf(situation, limits, new Set([intent.deviceId])).open
  const flow = flowOf(after)
  const least = limits.minFlowShare * Math.max(...rated)
  if (after.length === 0 || flow >= least || flow === flowOf(water.open)) return []
  return [
    violation(
      'I03',
      'warn',
      'flowUnder',
      { flow: wholeNumber(flow), least: wholeNumber(least) },
      intent.deviceId,
    ),
  ]
}
