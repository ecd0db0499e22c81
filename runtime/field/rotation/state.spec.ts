import { describe, expect, it } from 'vitest'
import type { DeviceNow } from '../command/index'
import { buildNetwork } from '../hydraulics/index'
import { limitsOf, NO_WATCH, type Situation } from '../interlock/index'
import { unknownVolume } from '../meter'
import { newRun, type Run } from './run'
import { canPause, isSameShown, type RunFacts, type RunShown, runShown, stopShown } from './state'
import { stopRun } from './step'
import { runWords } from './words'

const NOW = Date.parse('2026-07-10T00:00:00Z')
const MINUTE = 60_000
const limits = limitsOf()
const VALVES = ['V1', 'V2']

const network = (pumps: readonly string[]) =>
  buildNetwork({
    pipes: [
      {
        ...{ id: 'M', parentId: null, lengthM: 100, innerDmm: 430 },
        ...{ startLongitude: 87, startLatitude: 43, endLongitude: 87.01, endLatitude: 43 },
      },
    ],
    nodes: VALVES.map((valveId, index) => ({
      ...{ id: `N${valveId}`, pipeId: 'M', chainageM: index, valveId },
      ...{ sideABlockId: null, sideBBlockId: null },
    })),
    blocks: [],
    devices: [...pumps, ...VALVES].map((id) => ({
      ...{ id, longitude: null, latitude: null, nodeId: null },
      ...(id.startsWith('P')
        ? { kind: 'PUMP' as const, settings: {} }
        : { kind: 'VALVE_TWB' as const, settings: { designFlowA: 40 } }),
    })),
  })

interface Seen {
  readonly open?: readonly string[]
  /** `PUMP_STATE`; null: the network has none. */
  readonly pump?: number | null
  /** m³/h of a meter, and when it was measured. */
  readonly flow?: readonly [value: number, at: number]
  readonly at?: number
}

/** A group of two valves behind one pump, as its devices report it. */
function farm({ open = [], pump = 0, flow, at = NOW }: Seen): Situation {
  const device = (id: string, kind: DeviceNow['kind'], more: Partial<DeviceNow>): DeviceNow => ({
    ...{ id, name: id, kind, settings: {}, isOnline: true, linkClass: 'IP', uplinkEverySec: 600 },
    ...{ reported: {}, reportedAt: at, maintenance: null, readings: {} },
    ...more,
  })
  const devices = [
    ...(pump === null ? [] : [device('P', 'PUMP', { reported: { st: pump } })]),
    ...VALVES.map((id) =>
      device(id, 'VALVE_TWB', { reported: { dir: open.includes(id) ? 1 : 0, gat: 100, mov: 0 } }),
    ),
    ...(flow
      ? [device('F', 'FLOW', { readings: { flow: { value: flow[0], at: flow[1], quality: 0 } } })]
      : []),
  ]
  const members = VALVES.map((valveId) => ({ nodeId: `N${valveId}`, valveId, direction: 1, gatage: 100 }))
  return {
    ...{ now: at, network: network(pump === null ? [] : ['P']), owners: new Map(), pending: new Map() },
    devices: new Map(devices.map((one) => [one.id, one])),
    groups: new Map([['G', { id: 'G', name: 'G', members }]]),
    ...{ pumpHistory: new Map(), watch: NO_WATCH, waterEndsAt: null },
  }
}

const FACTS: RunFacts = { isPausing: false, volume: unknownVolume(), by: '王一', before: null }
const begun = newRun('R', [{ groupId: 'G', end: { minutes: 15, targetM3: 200 } }], NOW)
const watering: Run = { ...begun, phase: 'watering', pumpIds: ['P'], wateredSince: NOW }
const shown = (run: Run, seen: Seen, facts: Partial<RunFacts> = {}): RunShown =>
  runShown(run, farm(seen), limits, { ...FACTS, ...facts })
const words = (state: RunShown, now = NOW) => runWords(state, now)

describe('the one state of a run', () => {
  it('counts what the phase wants to be proved: outlets, pumps, pumps that stand, closed valves', () => {
    expect(shown(begun, { open: ['V1'] })).toMatchObject({ phase: 'opening', proved: 1, of: 2 })
    const starting: Run = { ...begun, phase: 'starting', pumpIds: ['P'] }
    expect(shown(starting, { open: VALVES, pump: 1 })).toMatchObject({ phase: 'starting', proved: 0, of: 1 })
    expect(shown(watering, { open: VALVES, pump: 2 })).toMatchObject({ proved: 2, of: 2, water: 'full' })
    const stopping = stopRun(watering, NOW)
    expect(shown(stopping, { open: VALVES, pump: 2 })).toMatchObject({ phase: 'stopping', proved: 0, of: 1 })
    const closing: Run = { ...stopping, phase: 'closing' }
    expect(shown(closing, { open: ['V2'], pump: 0 })).toMatchObject({ phase: 'closing', proved: 1, of: 2 })
  })

  it('has an end while it waters alone: what stops is not said to go on', () => {
    expect(shown(watering, { open: VALVES, pump: 2 }).endsAt).toBe(NOW + 15 * MINUTE)
    const stopping = shown(stopRun(watering, NOW), { open: VALVES, pump: 2 })
    expect(stopping).toMatchObject({ endsAt: null, why: 'stopped', water: 'full' })
    expect([canPause('watering'), canPause(stopping.phase)]).toEqual([true, false])
    expect(shown(begun, {}).endsAt).toBeNull()
  })

  it('has the minutes and the volume of the turn that runs, not of the group’s plan', () => {
    expect(
      shown(watering, { pump: 2 }, { volume: { m3: 81.26, quality: 'measured', notes: [] } }),
    ).toMatchObject({ minutes: 15, target: 200, m3: 81.3 })
    expect(shown(watering, { pump: 2 }).m3).toBeNull()
  })

  it('has water by what is reported, whatever the phase wants', () => {
    const of = (run: Run, seen: Seen) => shown(run, seen).water
    expect(of(watering, { open: ['V1'], pump: 2 })).toBe('some')
    expect(of(watering, { open: VALVES, pump: 0 })).toBe('none')
    expect(of(watering, { open: [], pump: 2 })).toBe('none')
    expect(of(begun, { open: ['V1'], pump: null }), 'by the slope').toBe('some')
    const stopping = stopRun(watering, NOW)
    expect(of(stopping, { open: VALVES, pump: 3 }), 'a pump that runs out').toBe('full')
  })

  it('believes a meter that has measured since the phase began, and no older word of it', () => {
    const of = (seen: Seen) => shown(watering, { open: VALVES, pump: 2, ...seen }).water
    expect(of({ flow: [0, NOW + 1] })).toBe('none')
    expect(of({ flow: [0, NOW - MINUTE] })).toBe('full')
    expect(of({ flow: [79, NOW + 1], pump: 0 })).toBe('full')
  })

  it('ends as it ended, and as the stopping of everything has come', () => {
    const over: Run = { ...watering, phase: 'finished', reason: 'done' }
    expect(shown(over, {})).toMatchObject({ phase: 'done', water: 'none' })
    expect(shown({ ...over, reason: 'stopped' }, {}).phase).toBe('stopped')
    expect(shown({ ...over, reason: 'stopped' }, {}, { isPausing: true }).phase).toBe('paused')
    expect(shown({ ...over, phase: 'failed', reason: 'pathLost' }, {}).phase).toBe('failed')
    const taken = shown({ ...over, reason: 'stopped' }, { open: VALVES, pump: 2 }, { stopping: 'stopping' })
    expect(taken).toMatchObject({ phase: 'stopping', water: 'full', proved: 0, of: 1 })
    const stop = { runId: 'S', isOver: false, proved: 1, of: 3 }
    expect(stopShown(stop, FACTS, NOW)).toMatchObject({ groupId: null, phase: 'stopping', proved: 1, of: 3 })
  })

  it('keeps since when its phase is, and is the same while nothing but time goes by', () => {
    const first = shown(watering, { open: VALVES, pump: 2 })
    const later = shown(watering, { open: VALVES, pump: 2, at: NOW + MINUTE }, { before: first })
    expect(later.since).toBe(NOW)
    expect(isSameShown(first, later)).toBe(true)
    expect(isSameShown(first, shown(watering, { open: ['V1'], pump: 2 }))).toBe(false)
  })

  it('is said in one line that holds nothing that is over', () => {
    expect(words(shown(begun, { open: ['V1'] }))).toEqual({
      key: '@irrigation.now_opening',
      params: { proved: 1, of: 2 },
    })
    const wet = shown(watering, { open: VALVES, pump: 2 })
    expect(words(wet, NOW + MINUTE).params).toEqual({ minutes: 14 })
    expect(words({ ...wet, endsAt: NOW + 130 * MINUTE })).toEqual({
      key: '@irrigation.now_hours',
      params: { hours: 2, minutes: '10' },
    })
    const stopping = shown(stopRun(watering, NOW), { open: VALVES, pump: 2 })
    expect(words(stopping).key).toBe('@irrigation.now_stoppingWet')
    expect(words({ ...stopping, water: 'none' }).key).toBe('@irrigation.now_stopping')
    const done = { ...wet, phase: 'done', m3: 812.4 } as const
    expect(words(done)).toEqual({ key: '@irrigation.now_doneOf', params: { volume: 812, target: 200 } })
    expect(words({ ...done, target: null }).params).toEqual({ volume: 812 })
    expect(words({ ...done, m3: null }).key).toBe('@irrigation.now_done')
  })
})
