import { describe, expect, it } from 'vitest'
import { type DeviceNow, type Intent, LEASE_TIMES } from '../command/index'
import { buildNetwork } from '../hydraulics/index'
import {
  limitsOf,
  longestPumpLease,
  NO_WATCH,
  type Pending,
  type Situation,
  type Standing,
  singleRenewals,
  validate,
  watch,
  withLease,
} from '../interlock/index'
import { newRun, type Run } from './run'
import { stepRun } from './step'

const NOW = Date.parse('2026-07-10T00:00:00Z')
const MINUTE = 60_000
const limits = limitsOf()
const VALVES = ['V0', 'V1']
const line = { startLongitude: 87, startLatitude: 43, endLongitude: 87.01, endLatitude: 43 }
const SETTINGS: Readonly<Record<string, object>> = {
  P: { ratedM3h: 120 },
  M: { mainPipeId: 'pipe' },
  V0: { designFlowA: 60, designFlowB: 0 },
  V1: { designFlowA: 60, designFlowB: 0 },
}
const KINDS = { P: 'PUMP', M: 'VALVE_MAIN', V0: 'VALVE_TWB', V1: 'VALVE_TWB' } as const
const IDS = ['P', 'M', 'V0', 'V1'] as const
const network = buildNetwork({
  pipes: [{ id: 'pipe', parentId: null, ...line, lengthM: 100, innerDmm: 300 }],
  nodes: VALVES.map((valveId, index) => ({
    ...{ id: `N${index}`, pipeId: 'pipe', chainageM: 10 * (index + 1), valveId },
    ...{ sideABlockId: null, sideBBlockId: null },
  })),
  blocks: [],
  devices: IDS.map((id) => ({
    ...{ id, kind: KINDS[id], longitude: null, latitude: null, nodeId: null },
    settings: SETTINGS[id] ?? {},
  })),
})
const REPORTED = {
  P: { st: 2, cmd: 'P' },
  M: { gat: 100, mov: 0, cmd: 'M' },
  V0: { dir: 1, gat: 100, mov: 0, cmd: 'V0' },
  V1: { dir: 1, gat: 100, mov: 0, cmd: 'V1' },
}

interface Scene {
  /** Minutes from now at which leases end. */
  readonly ends?: Readonly<Record<string, number>>
  readonly pending?: Readonly<Record<string, Pending>>
  readonly reported?: Readonly<Record<string, DeviceNow['reported']>>
  readonly standing?: Readonly<Record<string, Partial<Standing>>>
}

/** Both valves open and the pump running, by leases; everything has just been heard of. */
function situationOf({ ends = {}, pending = {}, reported = {}, standing = {} }: Scene): Situation {
  const devices = IDS.map((id): [string, DeviceNow] => [
    id,
    {
      ...{ id, name: id, kind: KINDS[id], settings: SETTINGS[id] ?? {}, isOnline: true, linkClass: 'IP' },
      ...{ uplinkEverySec: 600, reportedAt: NOW, maintenance: null, readings: {} },
      reported: { ...REPORTED[id], ...reported[id] },
    },
  ])
  const members = VALVES.map((valveId, index) => ({
    ...{ nodeId: `N${index}`, valveId, direction: 1, gatage: 100 },
  }))
  return {
    ...{ now: NOW, network, devices: new Map(devices) },
    ...{ groups: new Map([['G', { id: 'G', name: 'G', members }]]), owners: new Map() },
    ...{
      pending: new Map(Object.entries(pending)),
      pumpHistory: new Map(),
      watch: NO_WATCH,
      waterEndsAt: null,
    },
    leases: {
      endsAt: new Map(Object.entries(ends).map(([id, minutes]) => [id, NOW + minutes * MINUTE])),
      standing: new Map(
        Object.entries(standing).map(([id, more]) => [
          id,
          { commandId: id, runId: null, target: { op: 'state.get' }, askedAt: null, ...more },
        ]),
      ),
      times: LEASE_TIMES,
    },
  }
}
const watering = (minutes: number, more: Partial<Run> = {}): Run => ({
  ...newRun('R', [{ groupId: 'G', end: { minutes } }], NOW),
  ...{ phase: 'watering', wateredSince: NOW, pumpIds: ['P'], ...more },
})
const step = (scene: Scene, run = watering(600)) => stepRun(run, situationOf(scene), limits)
const until = (minutes: number) => NOW + minutes * MINUTE
const told = (intents: readonly Intent[]) =>
  intents.map((intent) => ('until' in intent ? [intent.deviceId, (intent.until ?? 0) - NOW] : intent.kind))

describe('leases of a run', () => {
  it('are two hours, or what is left and ten minutes; a valve may be made for less', () => {
    const opening = (minutes: number) => {
      const closed = { reported: { V0: { dir: 0, gat: 0 }, V1: { dir: 0, gat: 0 } } }
      return told(step(closed, newRun('R', [{ groupId: 'G', end: { minutes } }], NOW)).intents)
    }
    expect(opening(600)).toEqual([['V0', 120 * MINUTE]])
    expect(opening(60)).toEqual([['V0', 70 * MINUTE]])
    // A turn that was ended before its time leaves a pump that may run for longer.
    const next = watering(60, { phase: 'opening', pumpIds: ['P'] })
    const closed = { reported: { V0: { dir: 0, gat: 0 }, V1: { dir: 0, gat: 0 } }, ends: { P: 100 } }
    expect(told(step(closed, next).intents)).toEqual([['V0', 105 * MINUTE]])
  })

  it('are renewed at half, and of the pump once every valve has proved its own', () => {
    expect(step({ ends: { V0: 61, V1: 60, P: 55 } }).intents).toEqual([])
    expect(told(step({ ends: { V0: 61, V1: 59, P: 54 } }).intents)).toEqual([['V1', 120 * MINUTE]])
    const requested = { V1: { id: 'c', op: 'valve.set', direction: 1, until: until(120), isRenewal: true } }
    expect(step({ ends: { V0: 119, V1: 59, P: 54 }, pending: requested }).intents).toEqual([])
    expect(told(step({ ends: { V0: 119, V1: 120, P: 54 } }).intents)).toEqual([['P', 114 * MINUTE]])
  })

  it('that a main valve’s own limits are no longer than that', () => {
    expect(told(step({ ends: { V0: 119, V1: 120, M: 118, P: 54 } }).intents)).toEqual([['P', 113 * MINUTE]])
    expect(step({ ends: { V0: 119, V1: 120, M: 60, P: 54 } }).intents).toEqual([])
  })

  it('are asked for again after a pause, and end the run in order when it is too late', () => {
    const { run } = step({ ends: { V0: 59, V1: 120, P: 54 } })
    expect(run.renewals).toEqual({ V0: NOW })
    expect(step({ ends: { V0: 58, V1: 120, P: 53 } }, run).intents).toEqual([])
    const earlier = { ...run, renewals: { V0: NOW - 10 * MINUTE } }
    expect(told(step({ ends: { V0: 49, V1: 120, P: 44 } }, earlier).intents)).toEqual([['V0', 120 * MINUTE]])
    const late = step({ ends: { V0: 29, V1: 120, P: 24 } }, earlier).run
    expect(late).toMatchObject({ phase: 'stoppingPumps', reason: 'leaseRefused', refusedBy: 'V0' })
    const pump = step({ ends: { V0: 120, V1: 120, P: 28 } }).run
    expect(pump).toMatchObject({ phase: 'stoppingPumps', reason: 'leaseRefused', refusedBy: 'P' })
  })

  it('are none of a pump that stands: one that ended while nobody looked does not end the next run', () => {
    const opening = watering(600, { phase: 'opening', wateredSince: null })
    const ended = { reported: { P: { st: 0 } }, ends: { V0: 120, V1: 120, P: -70 } }
    expect(step(ended, opening).run).toMatchObject({ reason: null })
    expect(step({ ...ended, reported: {} }, opening).run.refusedBy).toBeUndefined()
    expect(step({ ...ended, reported: {}, ends: { ...ended.ends, P: 10 } }, opening).run).toMatchObject({
      reason: 'leaseRefused',
      refusedBy: 'P',
    })
  })

  it('keep valves open for as long as the pump is not known to stand', () => {
    const ending = watering(600, { phase: 'stoppingPumps', reason: 'stopped' })
    const stop = { P: { id: 's', op: 'pump.stop' } }
    expect(told(step({ ends: { V0: 4, V1: 6, P: 0 }, pending: stop }, ending).intents)).toEqual([
      ['V0', 10 * MINUTE],
    ])
  })

  it('that ended while nobody was there are why it has ended', () => {
    const stands = { reported: { P: { st: 0 } } }
    expect(step({ ends: { V0: 5, V1: 5, P: -1 }, ...stands }).run.reason).toBe('leaseEnded')
    expect(step({ ends: { V0: 5, V1: 5, P: 1 }, ...stands }).run.reason).toBe('pumpStopped')
  })
})

describe('leases and the rules', () => {
  const start = (scene: Scene, minutes: number) =>
    validate({ kind: 'pump.start', deviceId: 'P', until: until(minutes) }, situationOf(scene), limits)
  const codes = ({ violations }: ReturnType<typeof validate>) =>
    violations.filter(({ level }) => level !== 'warn').map(({ code, text }) => `${code} ${text}`)

  it('I01: what stays open outlasts the pump by five minutes, main valves too', () => {
    expect(codes(start({ ends: { V0: 60, V1: 60, M: 60 } }, 55))).toEqual([])
    expect(codes(start({ ends: { V0: 60, V1: 60 } }, 56))).toEqual(['I01 @interlock.pathEnds'])
    expect(codes(start({ ends: { V0: 60, V1: 60, M: 59 } }, 55))).toEqual(['I01 @interlock.pathEnds'])
    expect(codes(start({ ends: { V0: 60, V1: 10 } }, 55))).toEqual([])
  })

  it('I01: who has set it aside starts the pump for as long as a lease is', () => {
    const [wish, closed] = [
      { kind: 'pump.start', deviceId: 'P' } as const,
      situationOf({ ends: { V0: 1, V1: 1 } }),
    ]
    expect(withLease(wish, closed, limits)).toMatchObject({ until: NOW })
    expect(withLease(wish, closed, limits, { isForced: true })).toMatchObject({ until: until(115) })
  })

  it('I01: a lease that its own message may outlast is none', () => {
    expect(codes(start({}, 0.5))).toEqual(['I01 @interlock.pathEnds'])
  })

  it('I02: the last valve that outlasts a pump is neither closed nor set for less', () => {
    const set = (more: object, ends: Scene['ends']) =>
      codes(
        validate(
          { kind: 'valve.set', deviceId: 'V0', direction: 1, gatage: 100, ...more },
          situationOf({ ends: { P: 55, V0: 60, ...ends } }),
          limits,
        ),
      )
    const closed = { direction: 0, gatage: 0 }
    expect(set(closed, { V1: 60 })).toEqual([])
    expect(set(closed, { V1: 59 })).toEqual(['I02 @interlock.lastOutlet'])
    expect(set({ until: until(59) }, { V1: 59 })).toEqual(['I02 @interlock.lastOutlet'])
    expect(set({ until: until(120) }, { V1: 59 })).toEqual([])
  })

  it('a pump may run for as long as what it needs stays open', () => {
    const longest = (ends: Scene['ends']) =>
      ((longestPumpLease(situationOf({ ends }), limits, 'P') ?? 0) - NOW) / MINUTE
    expect(longest({})).toBe(115)
    expect(longest({ V0: 40, V1: 80 })).toBe(75)
    expect(longest({ V0: 40, V1: 80, M: 30 })).toBe(25)
  })

  it('what is over and runs on is stopped, and said to be', () => {
    const { trips } = watch(situationOf({ ends: { P: 0 } }), limits)
    expect(trips).toMatchObject([{ action: 'pump.stop', deviceId: 'P', text: '@interlock.leaseOver' }])
  })

  it('of a run is left to the run for five seconds, which says so and ends in order', () => {
    const owners = new Map([['P', { runId: 'r', groupId: 'g', groupName: 'G', since: NOW }]])
    const held = { ...situationOf({ ends: { P: 0 } }), owners }
    const { state, trips } = watch(held, limits)
    expect(trips).toEqual([])
    expect(watch({ ...held, now: NOW + 5_000, watch: state }, limits).trips).toMatchObject([
      { action: 'pump.stop', deviceId: 'P', text: '@interlock.leaseOver' },
    ])
  })

  it('a device that says no end of what it has proved keeps none, which is told', () => {
    const target = { op: 'valve.set', until: until(60) } as const
    const open: Intent = { kind: 'valve.set', deviceId: 'V0', direction: 1, gatage: 100 }
    const warnings = (reported: object) =>
      validate(
        open,
        situationOf({ standing: { V0: { target } }, reported: { V0: { ...REPORTED.V0, ...reported } } }),
        limits,
      ).violations.filter(({ text }) => text === '@interlock.noLease')
    expect(warnings({})).toHaveLength(1)
    expect(warnings({ until: until(60) })).toEqual([])
    expect(warnings({ cmd: 'another' })).toEqual([])
  })
})

describe('what persons have opened and started', () => {
  const open = (standsUntil: number) => ({
    target: { op: 'valve.set', direction: 1, gatage: 100, standsUntil: until(standsUntil) } as const,
  })
  const renewals = (scene: Scene) => told(singleRenewals(situationOf(scene), limits))

  it('is renewed until it is to close, and never beyond', () => {
    expect(renewals({ ends: { V0: 61 }, standing: { V0: open(600) } })).toEqual([])
    expect(renewals({ ends: { V0: 59 }, standing: { V0: open(600) } })).toEqual([['V0', 120 * MINUTE]])
    expect(renewals({ ends: { V0: 20 }, standing: { V0: open(50) } })).toEqual([['V0', 50 * MINUTE]])
    expect(renewals({ ends: { V0: 1 }, standing: { V0: open(1) } })).toEqual([])
  })

  it('is not, where a run holds it, it was closed by hand, or it was asked for just now', () => {
    const ends = { V0: 59 }
    expect(renewals({ ends, standing: { V0: { ...open(600), runId: 'R' } } })).toEqual([])
    expect(renewals({ ends, standing: { V0: open(600) }, reported: { V0: { dir: 0, gat: 0 } } })).toEqual([])
    expect(renewals({ ends, standing: { V0: { ...open(600), askedAt: NOW - MINUTE } } })).toEqual([])
  })

  it('a pump goes on for as long as its water has a way', () => {
    const standing = { P: { target: { op: 'pump.start' } as const } }
    expect(renewals({ ends: { P: 50, V0: 119, V1: 120 }, standing })).toEqual([['P', 115 * MINUTE]])
    expect(renewals({ ends: { P: 50, V0: 55, V1: 55 }, standing })).toEqual([])
    expect(renewals({ ends: { P: 50, V0: 119 }, standing, reported: { P: { st: 0 } } })).toEqual([])
  })
})
