import type { SpreaderSettings } from '../../kinds'
import type { Violation } from '../verdict'
import { freshReading, measuredFlow } from '../water'
import { type Context, nameOf, type Rule, violation, wholeNumber } from './rule'

type Start = Context & { readonly intent: Extract<Context['intent'], { kind: 'fert.start' }> }

/** I14: fertilizer goes only into water that has flowed long enough and will flow long enough to rinse. */
export const I14: Rule = (context) =>
  context.intent.kind === 'fert.start'
    ? [...noWater(context as Start), ...tooLate(context as Start), ...emptyTanks(context as Start)]
    : []

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

function emptyTanks({ intent, situation, limits }: Start): readonly Violation[] {
  const spreader = situation.devices.get(intent.deviceId)
  if (!spreader) return []
  const channels = (spreader.settings as Partial<SpreaderSettings>).channels ?? []
  return channels.flatMap(({ no, name }): Violation[] => {
    if (!intent.rates[no - 1]) return []
    const level = freshReading(spreader, `tank${no}`, situation.now, limits)
    if (level !== null && level > limits.tankLow) return []
    const params = { name: nameOf(situation, intent.deviceId), tank: name, level: level ?? '?' }
    return [violation('I14', 'reject', 'tankLow', params, intent.deviceId)]
  })
}
