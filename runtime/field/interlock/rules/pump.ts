import { TTL_MS } from '../../command/timers'
import type { PumpSettings } from '../../kinds'
import { worstOf } from '../claims'
import { lastingWater } from '../leases'
import type { Limits } from '../limits'
import type { Claim, Situation } from '../situation'
import type { Violation } from '../verdict'
import { flowOf, goodReading, mayRun, ratedOf } from '../water'
import { accessTo } from './access'
import { type Context, nameOf, type Rule, violation, wholeNumber } from './rule'

const HOUR_MS = 3_600_000

/** What stays open for longer than a started pump runs by its lease. */
const waterFor = (
  { situation, limits, water }: Context,
  { until }: Extract<Context['intent'], { kind: 'pump.start' }>,
) => (until === undefined ? water : lastingWater(situation, limits, until))

/** I01: no start with all valves closed, nor for longer than they stay open, nor for less than its message may take. */
export const I01: Rule = (context) => {
  const { intent, situation, water } = context
  if (intent.kind !== 'pump.start') return []
  const { deviceId, until } = intent
  const isOver = until !== undefined && until < situation.now + TTL_MS
  if (!isOver && waterFor(context, intent).open.length > 0) return []
  const word = water.open.length === 0 ? 'noPath' : 'pathEnds'
  return [violation('I01', 'reject', word, { name: nameOf(situation, deviceId) }, deviceId)]
}

/** I03: too few open outlets for even one pump. */
export const I03: Rule = (context) => {
  const { intent, situation, limits } = context
  if (intent.kind !== 'pump.start') return []
  const { open } = waterFor(context, intent)
  const flow = flowOf(open)
  const least = limits.minFlowShare * ratedOf(situation.devices.get(intent.deviceId))
  if (open.length === 0 || flow >= least) return []
  const params = { flow: wholeNumber(flow), least: wholeNumber(least) }
  return [violation('I03', 'reject', 'flowUnder', params, intent.deviceId)]
}

/** I06, I07: a pump that has tripped starts only after somebody has reset it. */
function latched(code: 'I06' | 'I07', word: string): Rule {
  return ({ intent, situation }) =>
    intent.kind === 'pump.start' ? latchesOf(situation, intent.deviceId, code, word) : []
}
const latchesOf = (
  situation: Situation,
  id: string,
  code: 'I06' | 'I07',
  word: string,
): readonly Violation[] =>
  situation.watch.latches
    .filter((latch) => latch.deviceId === id && latch.code === code)
    .map(({ since }) => violation(code, 'reject', word, { name: nameOf(situation, id) }, id, since))

/** Hz that a pump may be asked for whose settings name no bounds. */
export const USUAL_HZ = { least: 20, most: 50 } as const

/** What a pump may be set to: by its own settings, and for the pressure by what the interlocks trip at (I06). */
export function setPointBounds(
  kind: 'pump.setFreq' | 'pump.setPressure',
  settings: object,
  limits: Pick<Limits, 'pressureLow' | 'pressureHigh'>,
): { readonly least: number; readonly most: number; readonly unit: string } {
  const { minHz = USUAL_HZ.least, maxHz = USUAL_HZ.most, maxMpa } = settings as Partial<PumpSettings>
  if (kind === 'pump.setFreq') return { least: minHz, most: maxHz, unit: 'Hz' }
  return {
    least: limits.pressureLow,
    most: Math.min(limits.pressureHigh, maxMpa ?? Number.POSITIVE_INFINITY),
    unit: 'MPa',
  }
}

/** I06: a set point that the interlock would trip at, or that the pump is not made for, is no set point. */
const setPoint: Rule = ({ intent, situation, limits }) => {
  if (intent.kind !== 'pump.setFreq' && intent.kind !== 'pump.setPressure') return []
  const { deviceId, value, kind } = intent
  const { least, most, unit } = setPointBounds(kind, situation.devices.get(deviceId)?.settings ?? {}, limits)
  if (value >= least && value <= most) return []
  const params = { name: nameOf(situation, deviceId), value, least, most, unit }
  const word = kind === 'pump.setFreq' ? 'freqRange' : 'pressureRange'
  return [violation('I06', 'reject', word, params, deviceId)]
}

const latchedPressure = latched('I06', 'latchedPressure')
export const I06: Rule = (context) => [...latchedPressure(context), ...setPoint(context)]
export const I07: Rule = latched('I07', 'latchedDry')

/** I08: rest between starts, and not too many of them. */
export function restOf(id: string, situation: Situation, limits: Limits): readonly Violation[] {
  const history = situation.pumpHistory.get(id)
  if (!history || mayRun(situation, id)) return []
  const { now } = situation
  const name = nameOf(situation, id)
  const restedAt = (history.stoppedAt ?? Number.NEGATIVE_INFINITY) + limits.pumpRestSec * 1000
  if (restedAt > now) {
    const seconds = Math.ceil((restedAt - now) / 1000)
    return [violation('I08', 'reject', 'rest', { name, seconds }, id, history.stoppedAt)]
  }
  const starts = history.starts.filter((at) => now - at < HOUR_MS)
  if (starts.length < limits.pumpStartsPerHour) return []
  const seconds = Math.ceil((Math.min(...starts) + HOUR_MS - now) / 1000)
  return [violation('I08', 'reject', 'starts', { name, count: starts.length, seconds }, id)]
}
export const I08: Rule = ({ intent, situation, limits }) =>
  intent.kind === 'pump.start' ? restOf(intent.deviceId, situation, limits) : []

/** What keeps a pump from being started now, whatever the outlets say. */
export const pumpBlocks = (
  id: string,
  situation: Situation,
  limits: Limits,
  runId?: string,
): readonly Violation[] => [
  ...accessTo({ deviceId: id, kind: 'start' }, situation, limits, runId),
  ...latchesOf(situation, id, 'I06', 'latchedPressure'),
  ...latchesOf(situation, id, 'I07', 'latchedDry'),
  ...restOf(id, situation, limits),
]

/** Pumps that are there for a run, and m³/h that they are rated for. */
export interface Chosen {
  readonly pumpIds: readonly string[]
  readonly rated: number
}

/**
 * Pumps enough for a flow in m³/h: those that run already first, then the least started. Short when there are not enough. What runs
 * that were granted before and have no pumps yet will choose is theirs.
 * @param before all other runs, unless it is the turn of one that has been granted itself
 */
export function choosePumps(
  flow: number,
  situation: Situation,
  limits: Limits,
  runId?: string,
  before: readonly Claim[] = grantedBefore(situation, runId),
): Chosen {
  const taken = new Set<string>()
  for (const claim of before) {
    if (claim.pumpIds.length > 0) continue
    const demand = flowOf(worstOf(situation, claim.groupIds))
    for (const id of pick(demand, situation, limits, claim.runId, taken).pumpIds) taken.add(id)
  }
  return pick(flow, situation, limits, runId, taken)
}

function grantedBefore({ claims = [] }: Situation, runId: string | undefined): readonly Claim[] {
  const own = claims.findIndex((claim) => claim.runId === runId)
  return own < 0 ? claims : claims.slice(0, own)
}

function pick(
  flow: number,
  situation: Situation,
  limits: Limits,
  runId: string | undefined,
  taken: ReadonlySet<string>,
): Chosen {
  const usable = situation.network.pumps
    .filter((id) => !taken.has(id) && pumpBlocks(id, situation, limits, runId).length === 0)
    .sort((one, other) => startsOf(situation, one) - startsOf(situation, other))
  const pumpIds: string[] = []
  let rated = 0
  for (const id of usable) {
    if (rated >= flow) break
    pumpIds.push(id)
    rated += ratedOf(situation.devices.get(id))
  }
  return { pumpIds, rated }
}

/** m³/h that a run's pumps give it: what the project says of its station, else what they are rated for; none give nothing. */
export const givenBy = ({ pumpIds, rated }: Chosen, { availableFlow }: Limits): number =>
  pumpIds.length === 0 ? 0 : availableFlow || rated

function startsOf(situation: Situation, id: string): number {
  const pump = situation.devices.get(id)
  return mayRun(situation, id) ? -1 : ((pump && goodReading(pump, 'starts')?.value) ?? 0)
}
