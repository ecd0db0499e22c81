import { describe, expect, it } from 'vitest'
import { buildNetwork } from '../hydraulics'
import { NO_WATCH, type Situation } from '../interlock'
import { QUALITY } from '../kinds'
import { followMeter, meteringFrom, meterNow } from './metering'
import { newRun, type Run } from './run'

const NOW = 1_780_000_000_000
const MINUTE = 60_000
const meter = (id: string, place: string, minutes: number, value: number) => ({
  ...{ id, name: id, kind: 'FLOW' as const, settings: { place }, isOnline: true, linkClass: 'C' as const },
  ...{ uplinkEverySec: 1200, reported: {}, reportedAt: NOW, maintenance: null },
  readings: { total: { value, at: NOW + minutes * MINUTE, quality: QUALITY.GOOD } },
})
const scene = (devices: readonly ReturnType<typeof meter>[], more: Partial<Situation> = {}): Situation => ({
  now: NOW,
  network: buildNetwork({ pipes: [], nodes: [], blocks: [], devices: [] }),
  devices: new Map(devices.map((one) => [one.id, one])),
  groups: new Map(),
  owners: new Map(),
  pending: new Map(),
  pumpHistory: new Map(),
  watch: NO_WATCH,
  waterEndsAt: null,
  ...more,
})
const turns = [
  { groupId: 'A', end: { minutes: 60 } },
  { groupId: 'B', end: { minutes: 60 } },
]
const watering = (more: Partial<Run> = {}): Run => ({
  ...newRun('R', turns, NOW),
  phase: 'watering',
  wateredSince: NOW,
  ...more,
})
const begun = (minutes: number, value: number) => meteringFrom(scene([meter('F', 'station', minutes, value)]))

describe('the water of a turn that goes on', () => {
  it('is told by the meter behind the filters, whatever one in a pipe has counted', () => {
    const both = [meter('A', 'pipe', 0, 9_000_000), meter('F', 'station', 0, 1000)]
    expect(meterNow(scene(both))).toMatchObject({ meterId: 'F', value: 1000 })
    expect(meterNow(scene(both), 'A')).toMatchObject({ meterId: 'A' })
  })

  it('is all that a seldom meter has counted since before, of the first turn', () => {
    const run = watering({ metered: begun(-10, 1000), startTotal: 1000 })
    const after = followMeter(run, scene([meter('F', 'station', 10, 1010)]))
    expect(after).toMatchObject({ m3: 10, quality: 'measured' })
  })

  it('is by the clock what a seldom meter counted over a handing over', () => {
    const run = watering({ turn: 1, metered: begun(-10, 1000), startTotal: 1000 })
    expect(followMeter(run, scene([meter('F', 'station', 10, 1020)]))?.m3).toBe(10)
  })

  it('is half of it while another run waters that nobody knows more of', () => {
    const run = watering({ metered: begun(0, 1000), startTotal: 1000 })
    const claims = [
      { runId: 'S', groupName: 'S', groupIds: ['S'], pumpIds: ['P'], endsAt: NOW },
      // It has yet to begin.
      { runId: 'T', groupName: 'T', groupIds: ['T'], pumpIds: [], endsAt: NOW },
    ]
    const shared = followMeter(run, scene([meter('F', 'station', 10, 1020)], { claims }))
    expect(shared).toMatchObject({ m3: 10, quality: 'estimated', notes: [{ code: 'sharedMeter' }] })
  })

  it('is unknown without a meter, and from the first word on at least so much', () => {
    const run = watering()
    expect(followMeter(run, scene([]))).toBeNull()
    const first = followMeter(run, scene([meter('F', 'station', 10, 5000)]))
    expect(first).toMatchObject({ m3: 0, quality: 'partial', notes: [{ code: 'noStart' }] })
    const later = followMeter({ ...run, metered: first }, scene([meter('F', 'station', 20, 5012)]))
    expect(later).toMatchObject({ m3: 12, quality: 'partial' })
  })

  it('is counted on where its run was begun before it was followed so', () => {
    const run = watering({ startTotal: 1000 })
    expect(followMeter(run, scene([meter('F', 'station', 10, 1020)]))?.m3).toBe(20)
  })
})
