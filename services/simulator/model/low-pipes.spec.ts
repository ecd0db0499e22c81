import type { DeviceNow } from '@runtime/field/command'
import { buildNetwork } from '@runtime/field/hydraulics'
import { findLowPipes, type LowPipes, limitsOf, NO_WATCH, toldPipes } from '@runtime/field/interlock'
import { describe, expect, it } from 'vitest'
import { DEMO_FARM } from '../farm/demo'
import { drawFarm } from '../farm/draw'
import { createFarm } from './farm'
import { readingsOf } from './readings'

const layout = drawFarm(DEMO_FARM)
const network = buildNetwork(layout)
const START = Date.parse('2026-07-10T06:00:00Z')

/** The demo farm watering one group with two pumps, and what is found of its pipes, second by second. */
function watering(group: number) {
  const farm = createFarm(layout, { seed: 1, startAt: START, mishaps: false })
  let now = START
  let seq = 0
  let low: LowPipes = {}
  let isLatched = false
  const tell = (deviceId: string, rest: object) => {
    seq++
    farm.command(deviceId, { id: `c${seq}`, seq, iat: now, exp: now + 60_000, ...rest } as never, now)
  }
  const look = () => {
    const devices = layout.devices
      .filter(({ kind }) => kind === 'PRESSURE' || kind === 'PUMP')
      .map((device): [string, DeviceNow] => {
        const readings = Object.entries(readingsOf(farm, device)).map(([name, value]) => [
          name,
          { value, at: now, quality: 0 },
        ])
        const current = { reported: farm.report(device.id, now) ?? {}, reportedAt: now, maintenance: null }
        const about = { ...device, isOnline: true, linkClass: 'IP' } as const
        return [device.id, { ...about, ...current, readings: Object.fromEntries(readings) }]
      })
    const latches = isLatched ? [{ code: 'I06' as const, deviceId: 'P1', since: now }] : []
    const rest = { groups: new Map(), owners: new Map(), pending: new Map(), pumpHistory: new Map() }
    const situation = { now, network, devices: new Map(devices), ...rest, waterEndsAt: null }
    low = findLowPipes({ ...situation, watch: { ...NO_WATCH, latches } }, limitsOf(), low)
  }
  for (const { valveId, openDirection } of layout.groups[group - 1]?.members ?? [])
    tell(valveId, { op: 'valve.set', dir: openDirection, gat: 100, maxRunS: 36_000 })
  return {
    tell,
    farm,
    latch: (is: boolean) => {
      isLatched = is
    },
    /** Every pipe told of at any of these seconds. */
    pass(seconds: number): readonly string[] {
      const told = new Set<string>()
      for (let second = 0; second < seconds; second++) {
        now += 1000
        farm.tick(now, 1)
        look()
        for (const id of toldPipes(low, now)) told.add(id)
      }
      return [...told]
    },
  }
}

describe('the pipe that loses water', { timeout: 60_000 }, () => {
  it.each([1, 5, 12])('is found on the simulated farm, and no other, while group %i is watered', (group) => {
    const { farm, tell, latch, pass } = watering(group)
    expect(pass(45)).toEqual([])
    for (const id of ['P1', 'P2']) tell(id, { op: 'pump.start' })
    expect(pass(150)).toEqual([])
    farm.faults.start({ kind: 'burst', target: 'F1-04', value: 1 })
    expect(pass(60)).toEqual(['F1-04'])

    latch(true)
    for (const id of ['P1', 'P2']) tell(id, { op: 'pump.stop' })
    expect(pass(60), 'it stays marked until the trip is reset').toEqual(['F1-04'])
    latch(false)
    pass(1)
    expect(pass(20)).toEqual([])
  })
})
