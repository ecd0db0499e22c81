import type { Intent } from '../../command/intent'
import { LEAST_OPENING, letsOut, type OpenOutlet, openedBy } from '../../hydraulics/valve'
import { DIRECTION } from '../../kinds'
import { endingBefore, lastingWater, lastPumpEnd } from '../leases'
import type { Limits } from '../limits'
import type { Situation } from '../situation'
import { flowOf, mayRun, pumpsThatMayRun, ratedOf, waterOf } from '../water'
import { type Context, nameOf, type Rule, violation, wholeNumber } from './rule'

type ValveSet = Extract<Intent, { kind: 'valve.set' }>

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

/** What stays open once a valve has done what it is told; while a valve turns, nothing of it is sure. */
function openAfter(
  context: Context,
  { deviceId, direction, gatage, until }: ValveSet,
  pumpUntil: number | null,
): readonly OpenOutlet[] {
  const { situation, limits, water } = context
  const ending = endingBefore(situation, pumpUntil)
  const others = waterOf(situation, limits, new Set([...ending, deviceId])).open
  if (ending.has(deviceId) || endsTooSoon(situation, until, pumpUntil)) return others
  if (direction === DIRECTION.none || !keeps(context, deviceId, direction)) return others
  const own = water.open
    .filter((outlet) => outlet.valveId === deviceId)
    .map(({ opening, ...outlet }) =>
      openedBy({ ...outlet, designFlow: outlet.designFlow / opening }, Math.min(gatage, opening * 100)),
    )
  return [...others, ...own.filter(({ opening }) => opening * 100 >= LEAST_OPENING)]
}

/** Whether a valve that is set for so long closes before a pump that runs until then is over. */
const endsTooSoon = ({ leases }: Situation, until: number | undefined, pumpUntil: number | null): boolean =>
  leases !== undefined &&
  until !== undefined &&
  pumpUntil !== null &&
  until < pumpUntil + leases.times.marginMs

/** m³/h that a running pump needs open outlets for: the largest of those that may run. */
const needOf = (situation: Situation, limits: Limits, pumps: readonly string[]): number =>
  limits.minFlowShare * Math.max(0, ...pumps.map((id) => ratedOf(situation.devices.get(id))))

/**
 * I02: the last open outlet is neither closed, turned away nor throttled while a pump runs; stopping the pump first is offered. What
 * closes by itself before the pump's lease is over does not count as open. What is throttled is no full way: where nothing else is left but such, what stays has to be enough.
 */
export const I02: Rule = (context) => {
  const { intent, situation, limits, water } = context
  if (intent.kind !== 'valve.set') return []
  const { deviceId } = intent
  const isMain = situation.network.mainValves.includes(deviceId)
  const direction = intent.gatage === 0 ? DIRECTION.none : intent.direction
  const running = pumpsThatMayRun(situation)
  const pumpUntil = lastPumpEnd(situation, running)
  const isOpened = isMain && direction !== DIRECTION.none && intent.gatage >= LEAST_OPENING
  if (isOpened && !endsTooSoon(situation, intent.until, pumpUntil)) return []
  if (!isMain && !carries(context, deviceId)) return []
  if (running.length === 0) return []
  const after = isMain
    ? waterOf(situation, limits, new Set([...endingBefore(situation, pumpUntil), deviceId])).open
    : openAfter(context, { ...intent, direction }, pumpUntil)
  const before = pumpUntil === null ? water : lastingWater(situation, limits, pumpUntil)
  const isLess = flowOf(after) < flowOf(before.open)
  const isShort =
    after.some(({ opening }) => opening < 1) && flowOf(after) < needOf(situation, limits, running)
  const isKept = !isMain && keeps(context, deviceId, direction)
  if (isKept && !isLess) return []
  if (after.length > 0 && !isShort) return []
  const params = {
    name: nameOf(situation, deviceId),
    pumps: running.map((id) => nameOf(situation, id)).join('、'),
  }
  if (after.length === 0)
    return [{ ...violation('I02', 'offer', 'lastOutlet', params, deviceId), stopFirst: running }]
  const left = {
    flow: wholeNumber(flowOf(after)),
    least: wholeNumber(needOf(situation, limits, running)),
  }
  return [{ ...violation('I02', 'offer', 'throttled', { ...params, ...left }, deviceId), stopFirst: running }]
}

/** I03, while a pump runs: what stays open may be too little for it. */
export const lowFlowAfterClose: Rule = (context) => {
  const { intent, situation, limits, water } = context
  if (intent.kind !== 'valve.set') return []
  const pumps = situation.network.pumps.filter((id) => mayRun(situation, id))
  if (pumps.length === 0) return []
  const direction = intent.gatage === 0 ? DIRECTION.none : intent.direction
  if (direction !== DIRECTION.none && !keeps(context, intent.deviceId, direction)) return []
  const after = openAfter(context, { ...intent, direction }, null)
  const flow = flowOf(after)
  const least = needOf(situation, limits, pumps)
  if (after.length === 0 || after.some(({ opening }) => opening < 1)) return []
  if (flow >= least || flow >= flowOf(water.open)) return []
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
