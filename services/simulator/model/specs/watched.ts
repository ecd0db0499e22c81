import type { DeviceNow } from '@runtime/field/command'
import { buildNetwork } from '@runtime/field/hydraulics'
import { limitsOf, NO_WATCH, type Situation, watch } from '@runtime/field/interlock'
import { expect, it } from 'vitest'
import { DEMO_FARM } from '../../farm/demo'
import { drawFarm } from '../../farm/draw'
import { createFarm } from '../farm'
import type { FaultKind } from '../faults'
import { readingsOf } from '../readings'

const START = Date.parse('2026-07-10T06:00:00Z')
const layout = drawFarm(DEMO_FARM)
const network = buildNetwork(layout)
const limits = limitsOf()

/** A farm that waters one group with two pumps, and the watch that looks at it once a second. */
export function watched(group: number) {
  let now = START
  let seq = 0
  let state = NO_WATCH
  const farm = createFarm(layout, { seed: 1, startAt: now, mishaps: false })
  const tell = (deviceId: string, rest: object) => {
    seq++
    farm.command(deviceId, { id: `c${seq}`, seq, iat: now, exp: now + 60_000, ...rest } as never, now)
  }
  const seen = (): Situation['devices'] =>
    new Map(
      layout.devices
        .filter(({ kind }) => kind !== 'SOIL')
        .map((device): [string, DeviceNow] => {
          const readings = Object.entries(readingsOf(farm, device))
          return [
            device.id,
            {
              ...device,
              isOnline: true,
              linkClass: 'IP',
              reported: farm.report(device.id, now) ?? {},
              reportedAt: now,
              maintenance: null,
              readings: Object.fromEntries(
                readings.map(([name, value]) => [name, { value, at: now, quality: 0 }]),
              ),
            },
          ]
        }),
    )
  /** Lets seconds pass; the trips of the first look that has any, and after how long. */
  const pass = (seconds: number) => {
    for (let second = 1; second <= seconds; second++) {
      now += 1000
      farm.tick(now, 1)
      const looked = watch({ ...still, now, devices: seen(), watch: state }, limits)
      state = looked.state
      const stops = looked.trips.filter(({ action }) => action === 'pump.stop')
      if (stops.length > 0) return { second, stops }
    }
    return null
  }
  const still: Situation = {
    now,
    network,
    devices: new Map(),
    groups: new Map(),
    owners: new Map(),
    pending: new Map(),
    pumpHistory: new Map(),
    watch: NO_WATCH,
    waterEndsAt: null,
  }
  for (const { valveId, openDirection } of layout.groups[group - 1]?.members ?? [])
    tell(valveId, { op: 'valve.set', dir: openDirection, gat: 100, maxRunS: 36_000 })
  return {
    pass,
    fault: (kind: FaultKind, target: string) => farm.faults.start({ kind, target, value: 1 }),
    startPumps: () => {
      for (const id of ['P1', 'P2']) tell(id, { op: 'pump.start' })
    },
    stopPump: () => tell('P2', { op: 'pump.stop' }),
    pressure: (id: string) => seen().get(id)?.readings['pres']?.value ?? 0,
    flow: (id: string) => seen().get(id)?.readings['flow']?.value ?? 0,
  }
}

/** A burst on F1-04 while one of these groups is watered. */
export function burstsAreSeen(groups: readonly number[]): void {
  it.each(groups)(
    'of a burst on F1-04 is a trip by I06 after twenty seconds and some, of group %i',
    (group) => {
      const farm = watched(group)
      farm.pass(45)
      farm.startPumps()
      expect(farm.pass(150)).toBeNull()
      const sound = farm.pressure('PG-08')
      farm.fault('burst', 'F1-04')
      const tripped = farm.pass(60)
      expect(tripped?.second).toBeGreaterThanOrEqual(20)
      expect(tripped?.second).toBeLessThan(45)
      expect(tripped?.stops.map(({ code, deviceId, text, latch }) => [code, deviceId, text, latch])).toEqual([
        ['I06', 'P1', '@interlock.burst', true],
        ['I06', 'P2', '@interlock.burst', true],
      ])
      expect(farm.pressure('PG-08')).toBeLessThan(0.7 * sound)
    },
  )
}
