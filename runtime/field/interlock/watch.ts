import type { DeviceNow } from '../command/feedback'
import type { SpreaderSettings } from '../kinds'
import { findBurst, pressures, STOPS_BY } from './burst'
import type { Limits } from './limits'
import type { Latch, Situation, WatchState } from './situation'
import type { Trip } from './verdict'
import { believedOpen, flowOf, freshReading, measuredFlow, ratedOf, runs } from './water'

/** Air that is colder than this long ago falls (I16). */
const AIR_COMPARED_MS = 10 * 60_000

/** A condition that has to stand for a while before it trips. */
interface Condition {
  /** Names it in `WatchState.since`; with the device's id it is unique. */
  readonly name: string
  readonly holds: boolean
  readonly forSec: number
  readonly trip: Omit<Trip, 'since'>
}

export interface Watched {
  readonly state: WatchState
  /** What must be done now; said again at every look while its condition stands. */
  readonly trips: readonly Trip[]
}

/**
 * Looks at what runs (I01, I06, I07, I14, I15, I16): to be asked at every change of feedback and once a second while anything
 * runs. Timers are in the state, which is passed in and given back; `situation.watch` is what was known before.
 */
export function watch(situation: Situation, limits: Limits): Watched {
  const { now, watch: before } = situation
  const since: Record<string, number> = {}
  const trips: Trip[] = []
  for (const { name, holds, forSec, trip } of conditionsOf(situation, limits)) {
    if (!holds) continue
    const key = `${name}:${trip.deviceId}`
    const from = before.since[key] ?? now
    since[key] = from
    if (now - from >= forSec * 1000) trips.push({ ...trip, since: from })
  }
  const flow = measuredFlow(situation, limits)
  const hasWater = flow !== null && flow >= limits.fertMinFlow
  return {
    state: {
      since,
      latches: latchesAfter(before.latches, trips, now),
      waterSince: hasWater ? (before.waterSince ?? now) : null,
      ...airAfter(situation, limits),
    },
    trips,
  }
}

function latchesAfter(before: readonly Latch[], trips: readonly Trip[], now: number): readonly Latch[] {
  const added = trips.filter(
    ({ code, deviceId, latch }) =>
      latch && !before.some((known) => known.code === code && known.deviceId === deviceId),
  )
  return [...before, ...added.map(({ code, deviceId }) => ({ code, deviceId, since: now }))]
}

function conditionsOf(situation: Situation, limits: Limits): readonly Condition[] {
  const devices = [...situation.devices.values()]
  return [
    ...pumpConditions(situation, limits),
    ...devices
      .filter(({ kind }) => kind === 'FERT')
      .flatMap((device) => spreaderConditions(device, situation, limits)),
    ...devices.flatMap((device) => filterConditions(device, situation, limits)),
    ...devices.filter(({ kind }) => kind === 'WEATHER').map((device) => frostCondition(device, situation)),
  ]
}

/** How long a run has to end what its lease no longer covers. */
const RUN_FIRST_SEC = 5

function pumpConditions(situation: Situation, limits: Limits): readonly Condition[] {
  const running = situation.network.pumps.filter((id) => runs(situation.devices.get(id)))
  if (running.length === 0) return []
  const open = believedOpen(situation, limits)
  const expected = flowOf(open)
  const rated = running.reduce((sum, id) => sum + ratedOf(situation.devices.get(id)), 0)
  const flow = measuredFlow(situation, limits, STOPS_BY)
  const highest = Math.max(0, ...pressures(situation, limits))
  const burst = findBurst(situation, limits, open)
  const isDry = flow !== null && flow < limits.dryFlowShare * Math.min(expected, rated)
  const round = (value: number) => Math.round(value)
  const flows = { flow: round(flow ?? 0), expected: round(expected) }
  return running.flatMap((deviceId): Condition[] => {
    const name = situation.devices.get(deviceId)?.name ?? deviceId
    const stop = { action: 'pump.stop', deviceId } as const
    return [
      {
        name: 'path',
        holds: open.length === 0,
        forSec: limits.pathLostSec,
        trip: { ...stop, code: 'I01', text: '@interlock.pathLost', params: { name }, latch: false },
      },
      {
        name: 'lease',
        holds: (situation.leases?.endsAt.get(deviceId) ?? Number.POSITIVE_INFINITY) <= situation.now,
        // What a run has started the run ends, in order and with its own words; here it is stopped where that does not happen.
        forSec: situation.owners.has(deviceId) ? RUN_FIRST_SEC : 0,
        trip: { ...stop, code: 'I01', text: '@interlock.leaseOver', params: { name }, latch: false },
      },
      {
        name: 'high',
        holds: highest > limits.pressureHigh,
        forSec: limits.pressureHighSec,
        trip: {
          ...stop,
          code: 'I06',
          text: '@interlock.pressureHigh',
          fault: 'PRESSURE_HIGH',
          params: { name, pressure: highest, limit: limits.pressureHigh },
          latch: true,
        },
      },
      {
        name: 'burst',
        holds: burst !== null,
        forSec: limits.pressureLowSec,
        trip: {
          ...stop,
          code: 'I06',
          text: '@interlock.burst',
          params: {
            name,
            pressure: burst?.pressure ?? 0,
            flow: round(burst?.flow ?? 0),
            expected: round(burst?.expected ?? 0),
          },
          latch: true,
        },
      },
      {
        name: 'dry',
        holds: isDry,
        forSec: limits.dryFlowSec,
        trip: {
          ...stop,
          code: 'I07',
          text: '@interlock.dryRun',
          fault: 'DRY_RUN',
          params: { name, ...flows },
          latch: true,
        },
      },
    ]
  })
}

function spreaderConditions(spreader: DeviceNow, situation: Situation, limits: Limits): readonly Condition[] {
  if (spreader.reported.st !== 1) return []
  const { now, waterEndsAt } = situation
  const flow = measuredFlow(situation, limits)
  const channels = (spreader.settings as Partial<SpreaderSettings>).channels ?? []
  const low = channels.filter(({ no }) => {
    const level = freshReading(spreader, `tank${no}`, now, limits, STOPS_BY)
    return (spreader.reported.rates?.[no - 1] ?? 0) > 0 && level !== null && level <= limits.tankLow
  })
  const stop = (text: string, params: Trip['params']): Condition['trip'] => ({
    code: 'I14',
    action: 'fert.stop',
    deviceId: spreader.id,
    text: `@interlock.${text}`,
    params: { name: spreader.name, ...params },
    latch: false,
  })
  return [
    {
      name: 'noWater',
      holds: flow === null || flow < limits.fertMinFlow,
      forSec: 0,
      trip: stop('fertNoWater', { flow: Math.round(flow ?? 0), least: limits.fertMinFlow }),
    },
    {
      name: 'flush',
      holds: waterEndsAt !== null && waterEndsAt - now <= limits.flushSec * 1000,
      forSec: 0,
      trip: stop('fertFlush', { minutes: Math.round(limits.flushSec / 60) }),
    },
    {
      name: 'tank',
      holds: low.length > 0,
      forSec: 0,
      trip: stop('fertTankLow', { tank: low.map((channel) => channel.name).join('、') }),
    },
  ]
}

/** A clogged filter is washed first; one that stays clogged is an alarm. */
function filterConditions(device: DeviceNow, { now }: Situation, limits: Limits): readonly Condition[] {
  const dp = freshReading(device, 'dp', now, limits)
  if (dp === null) return []
  const holds = dp > limits.filterDp
  const params = { name: device.name, dp, limit: limits.filterDp }
  const trip = { code: 'I15', deviceId: device.id, params, latch: false } as const
  return [
    { name: 'dp', holds, forSec: 0, trip: { ...trip, action: 'filter.backwash', text: '@interlock.filter' } },
    {
      name: 'clogged',
      holds,
      forSec: limits.backwashSec,
      trip: { ...trip, action: 'warn', text: '@interlock.filterStays' },
    },
  ]
}

function frostCondition(station: DeviceNow, { watch: { frostSince, air } }: Situation): Condition {
  return {
    name: 'frost',
    holds: frostSince !== null,
    forSec: 0,
    trip: {
      code: 'I16',
      action: 'warn',
      deviceId: station.id,
      text: '@interlock.frostNear',
      params: { name: station.name, temp: air?.value ?? '' },
      latch: false,
    },
  }
}

/** Frost begins below the limit when the air is colder than it was, and ends above the limit. */
function airAfter(situation: Situation, limits: Limits): Pick<WatchState, 'air' | 'frostSince'> {
  const { now, watch: before } = situation
  const temperatures = [...situation.devices.values()].flatMap((device) =>
    device.kind === 'WEATHER' ? (freshReading(device, 'airTemp', now, limits) ?? []) : [],
  )
  if (temperatures.length === 0) return { air: before.air, frostSince: before.frostSince }
  const value = Math.min(...temperatures)
  const falls = before.air !== null && value < before.air.value
  const isDue = before.air === null || now - before.air.at >= AIR_COMPARED_MS
  const isFrost = value < limits.frostTemp && (before.frostSince !== null || falls)
  return {
    air: isDue ? { value, at: now } : before.air,
    frostSince: isFrost ? (before.frostSince ?? now) : null,
  }
}
