import { freshReading } from '../water'
import { type Rule, violation } from './rule'

/** I15: a clogged filter does not keep water from flowing; the person is told. */
export const I15: Rule = ({ intent, situation, limits }) => {
  if (intent.kind !== 'group.start') return []
  return [...situation.devices.values()].flatMap((device) => {
    const dp = freshReading(device, 'dp', situation.now, limits)
    if (dp === null || dp <= limits.filterDp) return []
    return [violation('I15', 'warn', 'filter', { name: device.name, dp, limit: limits.filterDp }, device.id)]
  })
}

/** I16: frost on its way: a person may water against it, a schedule may not. */
export const I16: Rule = ({ intent, situation, limits }) => {
  const { frostSince, air } = situation.watch
  if (frostSince === null || (intent.kind !== 'group.start' && intent.kind !== 'pump.start')) return []
  const level = intent.kind === 'group.start' && intent.isScheduled ? 'reject' : 'warn'
  return [
    violation('I16', level, 'frost', { temp: air?.value ?? '', limit: limits.frostTemp }, null, frostSince),
  ]
}
