import type { Sample } from '@services/server/devices/ingest'
import { describe, expect, it } from 'vitest'
import type { DeviceMessage, ReadingRow } from './adaptors/adaptor'
import type { Directory, KnownDevice } from './directory'
import { type Rules, readingsOf } from './readings'
import { createFirstHeard } from './time-quality'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = Date.UTC(2026, 6, 1)
const device: KnownDevice = {
  ...{ id: 'D', gatewayId: 'G', no: 1, projectId: 'P', kind: 'SOIL', name: 'D', everySec: 300 },
}
const rules = (): Rules => ({
  directory: { metric: () => 1 } as unknown as Directory,
  isFrozen: () => false,
  isCredible: () => true,
  firstHeard: createFirstHeard(),
  keptFor: 120 * 24 * HOUR,
})

type Message = Partial<Extract<DeviceMessage, { kind: 'readings' }>>

function read(
  rows: readonly (Partial<ReadingRow> & { at: number })[],
  { judged = rules(), receivedAt = NOW, ...more }: Message & { judged?: Rules; receivedAt?: number } = {},
) {
  const refused: string[] = []
  const message = {
    ...{ kind: 'readings' as const, deviceId: 'D', bootId: '', seq: 0, isBacklog: false, ...more },
    rows: rows.map((row, index) => ({ values: [['vwc20', index] as const], ...row })),
  }
  const refuse = (why: string) => void refused.push(why)
  const samples = readingsOf(message, { device, receivedAt, rules: judged, refuse })
  return { refused, samples }
}
const places = (samples: readonly Sample[], receivedAt = NOW) =>
  samples.map(({ at, quality }) => [at - receivedAt, quality])

describe('readings of a clock that has lost its time', () => {
  it('stand where they were heard, as far from each other as it has counted, and are doubtful', () => {
    expect(places(read([{ at: 65_000 }]).samples)).toEqual([[0, 1]])
    expect(places(read([{ at: Date.parse('0001-01-01T00:00:00Z') }]).samples)).toEqual([[0, 1]])
    expect(places(read([{ at: 65_000 }, { at: 5_000 }, { at: NOW - 1 }]).samples)).toEqual([
      [-60_000, 1],
      [-1, 0],
      [0, 1],
    ])
  })

  it('are set aside where they are a time in seconds, which somebody can say', () => {
    expect(read([{ at: NOW / 1000 }, { at: NOW }])).toMatchObject({
      ...{ refused: ['a time in seconds'], samples: [{ at: NOW }] },
    })
  })

  it('are one reading when they come twice under one number', () => {
    const judged = rules()
    const at = (receivedAt: number, more: Message) =>
      read([{ at: 65_000 }], { judged, receivedAt, ...more }).samples[0]?.at
    expect(at(NOW, { seq: 7 })).toBe(NOW)
    expect(at(NOW + 9_000, { seq: 7 })).toBe(NOW)
    expect(at(NOW + 9_000, { seq: 8 })).toBe(NOW + 9_000)
    // Without a number nobody can say whether it is the same: its clock may stand still.
    expect([at(NOW, {}), at(NOW + 9_000, {})]).toEqual([NOW, NOW + 9_000])
  })
})

describe('readings', () => {
  it('that run ahead keep their time, and count from when they were heard first', () => {
    const judged = rules()
    const ahead = (receivedAt: number) => read([{ at: NOW + 9 * MINUTE }], { judged, receivedAt }).samples
    expect(ahead(NOW)).toMatchObject([{ at: NOW + 9 * MINUTE, receivedAt: NOW, quality: 1 }])
    expect(ahead(NOW + MINUTE)).toMatchObject([{ at: NOW + 9 * MINUTE, receivedAt: NOW }])
  })

  it('whose time is none are set aside, never taken for those of now', () => {
    expect(read([{ at: Number.NaN }, { at: NOW }])).toMatchObject({
      ...{ refused: ['not a time'], samples: [{ at: NOW, quality: 0 }] },
    })
  })

  it('of a list are history each by its own age, as a single one is after seven days', () => {
    const isHistory = (ages: readonly number[], more: Message = {}) =>
      read(
        ages.map((age) => ({ at: NOW - age })),
        more,
      ).samples.map((sample) => sample.isHistory)
    expect(isHistory([8 * 24 * HOUR, 6 * 24 * HOUR])).toEqual([true, false])
    // Of a device that reports every five minutes.
    const ages = [8 * 24 * HOUR, 2 * HOUR, 13 * MINUTE, 12 * MINUTE, 0]
    expect(isHistory(ages, { isBacklog: true })).toEqual([true, true, true, false, false])
  })

  it('are history where their sender says so, and the others of the message are not', () => {
    const { samples } = read([{ at: NOW - MINUTE, isHistorical: true }, { at: NOW }])
    expect(samples.map((sample) => sample.isHistory)).toEqual([true, false])
  })
})
