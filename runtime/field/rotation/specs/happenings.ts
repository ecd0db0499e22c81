import type { Happening } from './explore'
import { type Farm, PUMP } from './farm'
import type { ModelFarm } from './model-farm'

/** How much of what may go wrong on the way is let happen. */
export interface Ways {
  /** Reports are kept on their way and heard late, or again. */
  readonly late?: boolean
  /** Acks come, at any time or never; without, reports alone tell. */
  readonly acks?: boolean
  readonly silence?: boolean
}

/** Places of what is not on the spot: the valves, and the pump if it is slow. */
const farOff = (farm: ModelFarm): readonly number[] =>
  farm.ids.flatMap((_, place) => (place === PUMP && !farm.options.isPumpSlow ? [] : [place]))

/** What happens on the way to a device and back, in any order. */
export const link = (farm: ModelFarm, { late, acks, silence = true }: Ways = {}): readonly Happening[] =>
  farOff(farm).flatMap((place) => {
    const id = farm.ids[place]
    const each: (Happening | false)[] = [
      { name: `${id} hears`, to: (at) => farm.deliver(at, place) },
      { name: `${id} hears what is old`, to: (at) => farm.deliverOld(at, place) },
      { name: `what is old for ${id} is lost`, to: (at) => farm.loseOld(at, place) },
      place !== PUMP && { name: `${id} arrives`, to: (at) => farm.arrive(at, place) },
      { name: `${id} reports`, to: (at) => farm.report(at, place, true) },
      !!late && { name: `${id} reports, late`, to: (at) => farm.report(at, place, false) },
      !!late && { name: `${id} is heard late`, to: (at) => farm.hearLate(at, place) },
      !!acks && { name: `${id} has accepted`, to: (at) => farm.acknowledge(at, place, 'ACCEPTED') },
      !!acks && { name: `${id} has done`, to: (at) => farm.acknowledge(at, place, 'DONE') },
      silence && { name: `${id} falls silent`, to: (at) => farm.fallSilent(at, place) },
      { name: `${id} is told again`, to: (at) => farm.tellAgain(at, place) },
      { name: `${id} is given up`, to: (at) => farm.giveUp(at, place) },
    ]
    return each.filter((one) => one !== false)
  })

/** The server's own: its seconds, its starting anew, and sending, where that is not one with judging. */
export const server = (farm: ModelFarm): readonly Happening[] => [
  { name: 'a second', to: (at) => farm.second(at) },
  { name: 'the server restarts', to: (at) => farm.restart(at) },
  ...(farm.options.sendsAtOnce
    ? []
    : farm.ids.map((id, place) => ({
        name: `${id} is sent to`,
        to: (at: Farm) => farm.dispatch(at, place),
      }))),
]

/** Time in which leases end, and a pump that hears while nobody hears of it. */
export const leases = (farm: ModelFarm): readonly Happening[] => [
  { name: 'a second', to: (at) => farm.second(at) },
  { name: 'a while passes', to: (at) => farm.aWhile(at) },
  ...(farm.options.isPumpSlow ? [] : [{ name: 'P hears', to: (at: Farm) => farm.deliver(at, PUMP) }]),
]

/** % that is too little for a pump. */
const CRACK = 10

/** Anybody wants anything, at any time. */
export const persons = (farm: ModelFarm): readonly Happening[] => [
  ...farm.ids.slice(1).flatMap((deviceId) =>
    [100, 0, ...(farm.options.throttles ? [CRACK] : [])].map((gatage) => ({
      name: `${gatage === 100 ? 'open' : gatage === 0 ? 'close' : 'throttle'} ${deviceId}`,
      to: (at: Farm) =>
        farm.want(at, { kind: 'valve.set', deviceId, direction: gatage === 0 ? 0 : 1, gatage }),
    })),
  ),
  { name: 'start the pump', to: (at) => farm.want(at, { kind: 'pump.start', deviceId: 'P' }) },
  stopPump(farm),
]
export const stopPump = (farm: ModelFarm): Happening => ({
  name: 'stop the pump',
  to: (at) => farm.want(at, { kind: 'pump.stop', deviceId: 'P' }),
})

/** Valves close without having been told. */
export const hands = (farm: ModelFarm): readonly Happening[] =>
  farm.ids.slice(1).map((id, index) => ({
    name: `${id} closes by itself`,
    to: (at) => farm.closeByItself(at, index + 1),
  }))

/** Time the pump needs to rest, and the hour within which its starts are counted, are over (I08). */
export const rest: readonly Happening[] = [
  {
    name: 'the pump has rested',
    to: (at) => (at.rest.isResting ? { ...at, rest: { ...at.rest, isResting: false } } : at),
  },
  {
    name: 'an hour is over',
    to: (at) => (at.rest.starts > 0 ? { ...at, rest: { ...at.rest, starts: 0 } } : at),
  },
]

/** A run of the first group, its clocks, and a person who stops it. */
export const runOf = (farm: ModelFarm): readonly Happening[] => [
  { name: 'run the first group', to: (at) => farm.startRun(at, 0, ['G0']) },
  { name: 'stop the run', to: (at) => farm.stopRun(at, 0) },
  { name: 'the run goes on', to: (at) => farm.runOut(at, 0, 'lastValveAt') },
  { name: 'the run has had enough', to: (at) => farm.runOut(at, 0, 'wateredSince') },
]

/** A run of both groups and one of either, at will, their clocks, and a person who stops them. */
export const runs = (farm: ModelFarm): readonly Happening[] => [
  { name: 'run both groups', to: (at) => farm.startRun(at, 0, ['G0', 'G1']) },
  { name: 'run the first group', to: (at) => farm.startRun(at, 1, ['G0']) },
  { name: 'run the second group', to: (at) => farm.startRun(at, 1, ['G1']) },
  ...[0, 1].flatMap((slot): Happening[] => [
    { name: `stop run ${slot}`, to: (at) => farm.stopRun(at, slot) },
    { name: `run ${slot} goes on`, to: (at) => farm.runOut(at, slot, 'lastValveAt') },
    { name: `run ${slot} loses patience`, to: (at) => farm.runOut(at, slot, 'phaseSince') },
    { name: `run ${slot} has had enough`, to: (at) => farm.runOut(at, slot, 'wateredSince') },
  ]),
]
