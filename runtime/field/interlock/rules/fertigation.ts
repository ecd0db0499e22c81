import type { Fertigation } from '../../command/intent'
import type { SpreaderSettings } from '../../kinds'
import type { Limits } from '../limits'
import type { Situation } from '../situation'
import type { Violation } from '../verdict'
import { freshReading, measuredFlow } from '../water'
import { accessTo } from './access'
import { type Context, nameOf, type Rule, violation, wholeNumber } from './rule'

/** What is to be injected, and by which spreader. */
type Injection = Pick<Fertigation, 'deviceId' | 'rates'>
type Start = Context & { readonly intent: Extract<Context['intent'], { kind: 'fert.start' }> }

/** I14: fertilizer goes only into water that has flowed long enough and will flow long enough to rinse. */
export const I14: Rule = (context) => {
  const { intent, situation, limits } = context
  if (intent.kind === 'fert.start')
    return [
      ...noWater(context as Start),
      ...tooLate(context as Start),
      ...emptyTanks(intent, situation, limits),
    ]
  if ((intent.kind !== 'group.start' && intent.kind !== 'group.switch') || !intent.fertigation) return []
  const { fertigation, minutes } = intent
  return [
    ...(minutes === undefined ? [] : tooShort(fertigation, minutes, limits)),
    ...accessTo({ deviceId: fertigation.deviceId, kind: 'start' }, situation, limits, intent.runId),
    ...emptyTanks(fertigation, situation, limits),
  ]
}

/** Whole minutes that a turn takes at least that is to have all of its fertilizer: water, the injection, clear water. */
export const minutesToFeed = ({ minutes }: Pick<Fertigation, 'minutes'>, limits: Limits): number =>
  minutes + Math.ceil((limits.preWaterSec + limits.flushSec) / 60)

function tooShort(fertigation: Fertigation, minutes: number, limits: Limits): readonly Violation[] {
  const need = minutesToFeed(fertigation, limits)
  if (minutes >= need) return []
  return [violation('I14', 'reject', 'turnTooShort', { minutes, need }, fertigation.deviceId)]
}

function noWater({ intent, situation, limits }: Start): readonly Violation[] {
  const { deviceId } = intent
  const flow = measuredFlow(situation, limits)
  const least = limits.fertMinFlow
  if (flow === null) return [violation('I14', 'reject', 'noFlowKnown', {}, deviceId)]
  if (flow < least)
    return [violation('I14', 'reject', 'waterUnder', { flow: wholeNumber(flow), least }, deviceId)]
  const { waterSince } = situation.watch
  const waited = waterSince === null ? 0 : (situation.now - waterSince) / 1000
  if (waited >= limits.preWaterSec) return []
  const params = {
    minutes: Math.round(limits.preWaterSec / 60),
    seconds: Math.ceil(limits.preWaterSec - waited),
  }
  return [violation('I14', 'reject', 'preWater', params, deviceId, waterSince)]
}

function tooLate({ intent, situation, limits }: Start): readonly Violation[] {
  if (situation.waterEndsAt === null) return []
  if ((situation.waterEndsAt - situation.now) / 1000 > limits.flushSec) return []
  return [violation('I14', 'reject', 'flush', { minutes: Math.round(limits.flushSec / 60) }, intent.deviceId)]
}

function emptyTanks(
  { deviceId, rates }: Injection,
  situation: Situation,
  limits: Limits,
): readonly Violation[] {
  const spreader = situation.devices.get(deviceId)
  if (!spreader) return []
  const channels = (spreader.settings as Partial<SpreaderSettings>).channels ?? []
  return channels.flatMap(({ no, name }): Violation[] => {
    if (!rates[no - 1]) return []
    const level = freshReading(spreader, `tank${no}`, situation.now, limits)
    if (level !== null && level > limits.tankLow) return []
    const params = { name: nameOf(situation, deviceId), tank: name, level: level ?? '?' }
    return [violation('I14', 'reject', 'tankLow', params, deviceId)]
  })
}
