import { DEMO_FARM, SECOND_FARM } from '@services/simulator/farm/demo'
import { drawFarm } from '@services/simulator/farm/draw'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeField, NOW, snapshotOf } from '../specs/fixture'
import { AGEING, Feed } from './feed'
import { FieldStore } from './field-store'

const farm = snapshotOf(drawFarm(SECOND_FARM))
const VALVE = farm.ballValves[0]?.deviceId ?? ''
const opened = (gatage: number) => ({ layer: 'device' as const, id: VALVE, openDirection: 1, gatage })

let store: FieldStore
let feed: Feed
let server: ReturnType<typeof fakeField>
const settle = () => vi.advanceTimersByTimeAsync(0)
const gatage = () => store.row(store.indexOf(VALVE))?.['gatage']

beforeEach(async () => {
  vi.useFakeTimers()
  store = new FieldStore()
  server = fakeField(farm)
  feed = new Feed(store, server.source, farm.projectId)
  await settle()
})
afterEach(() => {
  feed.close()
  vi.useRealTimers()
})

describe('a feed', () => {
  it('shows a snapshot and what comes after it', () => {
    expect(feed.status.phase).toBe('live')
    expect(store.columns.count).toBe(
      farm.soilMoistures.length +
        farm.weatherStations.length +
        farm.mainValves.length +
        farm.ballValves.length +
        farm.gateways.length +
        farm.others.length,
    )
    server.field.tell(11, [opened(40)])
    expect(gatage()).toBe(40)
    expect(store.conditionAt(store.indexOf(VALVE))).toBe('open')
  })

  it('takes a new snapshot where a frame is missing, and loses nothing that came meanwhile', async () => {
    server.field.tell(13, [opened(13)])
    expect(server.field.requested).toBe(2)
    expect(gatage()).toBe(0)
    server.field.tell(14, [opened(14)])
    server.field.snapshot = { ...farm, seq: 13 }
    await settle()
    expect(gatage()).toBe(14)
    server.field.tell(15, [opened(15)])
    expect(gatage()).toBe(15)
    expect(server.field.requested).toBe(2)
  })

  it('passes over what comes twice or too late', () => {
    server.field.tell(11, [opened(11)])
    server.field.tell(12, [opened(12)])
    server.field.tell(11, [opened(11)])
    server.field.tell(12, [opened(99)])
    expect(gatage()).toBe(12)
    expect(server.field.requested).toBe(1)
  })

  it('takes a new snapshot when the plan has changed or the server has told more than was heard', async () => {
    server.field.tell(11, [], { isReset: true })
    expect(server.field.requested).toBe(2)
    server.field.snapshot = { ...farm, seq: 11 }
    await settle()
    server.field.send('fieldStands', { seq: 11 })
    expect(server.field.requested).toBe(2)
    server.field.send('fieldStands', { seq: 12 })
    expect(server.field.requested).toBe(3)
  })

  it('says since when it is not live, and comes back with a snapshot', async () => {
    server.field.now = NOW + 60_000
    server.field.connect('waiting')
    expect(feed.status).toEqual({ phase: 'reconnecting', asOf: NOW + 60_000 })
    server.field.now = NOW + 90_000
    server.field.connect('connecting')
    expect(feed.status).toEqual({ phase: 'reconnecting', asOf: NOW + 60_000 })
    server.field.connect('open')
    await settle()
    expect(feed.status.phase).toBe('live')
    expect(server.field.requested).toBe(2)
  })

  it('is true up to the last sign of life, not up to when the silence was noticed', () => {
    server.field.heardAt = NOW + 5_000
    server.field.now = NOW + 45_000
    server.field.connect('waiting')
    expect(feed.status).toEqual({ phase: 'reconnecting', asOf: NOW + 5_000 })
  })

  it('judges ages by the clock of the server, not by its own', () => {
    const late = (farm.ballValves[0]?.staleAfter ?? 0) * 1000 + AGEING
    // This device is an hour ahead: what was reported just now is fresh all the same.
    server.field.now = NOW + 3_600_000
    server.field.send('fieldChanged', { seq: 11, at: NOW, changes: [] })
    vi.advanceTimersByTime(AGEING)
    expect(store.isStaleAt(store.indexOf(VALVE))).toBe(false)
    server.field.now += late
    vi.advanceTimersByTime(AGEING)
    expect(store.isStaleAt(store.indexOf(VALVE))).toBe(true)
    server.field.connect('waiting')
    expect(feed.status.asOf).toBe(NOW + late)
  })

  it('keeps what it shows while the server refuses, says so, and tries again without hammering', async () => {
    server.field.refusal = new Error('数据库连接失败')
    server.field.tell(13, [opened(13)])
    await settle()
    expect(feed.status).toMatchObject({ phase: 'failed', message: '数据库连接失败', asOf: NOW })
    expect(store.columns.count).toBeGreaterThan(0)
    for (let seq = 14; seq < 40; seq += 1) server.field.tell(seq, [opened(seq)])
    expect(server.field.requested).toBe(2)
    server.field.refusal = null
    server.field.snapshot = { ...farm, seq: 30 }
    await vi.advanceTimersByTimeAsync(1_000)
    expect(feed.status.phase).toBe('live')
    expect(gatage()).toBe(39)
    expect(server.field.requested).toBe(3)
  })

  it('shows nothing any more to whoever lost the right to it', () => {
    server.field.send('fieldClosed', {})
    expect(feed.status.phase).toBe('closed')
    expect(store.columns.count).toBe(0)
    server.field.tell(11, [opened(40)])
    expect(server.field.requested).toBe(1)
  })

  it('lets go of everything when it is closed', () => {
    feed.close()
    expect(server.field.watching).toBe(0)
    server.field.tell(11, [opened(40)])
    expect(gatage()).toBe(0)
  })

  it('ends at the same picture whatever is lost, repeated or out of order', async () => {
    const frames = fc.array(fc.integer({ min: 11, max: 30 }), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(frames, async (order) => {
        const [own, played] = [new FieldStore(), fakeField(farm)]
        const followed = new Feed(own, played.source, farm.projectId)
        await settle()
        played.field.snapshot = {
          ...farm,
          seq: 30,
          ballValves: farm.ballValves.map((valve) =>
            valve.deviceId === VALVE ? { ...valve, openDirection: 1, gatage: 30 } : valve,
          ),
        }
        for (const seq of order) played.field.tell(seq, [opened(seq)])
        await settle()
        // The last word of the server: all 30 have been told.
        played.field.send('fieldStands', { seq: 30 })
        await settle()
        expect(own.row(own.indexOf(VALVE))?.['gatage']).toBe(30)
        followed.close()
      }),
      { numRuns: 60 },
    )
  })
})

describe('the store', () => {
  it('calls a station stale when one of its metrics has stopped, though it says the others and itself', () => {
    const station = farm.soilMoistures[0]
    if (!station) throw new Error('the farm has a soil station')
    const index = store.indexOf(station.deviceId)
    const quality = () => store.row(index)?.['quality']
    const report = (seq: number, at: number, metrics: readonly string[]) => {
      vi.setSystemTime(at)
      server.field.now = at
      server.field.tell(seq, [
        {
          ...{ layer: 'device', id: station.deviceId, ts: at, reportQuality: 'GOOD' },
          last: Object.fromEntries(metrics.map((name) => [name, 20])),
          lastAt: Object.fromEntries(metrics.map((name) => [name, at])),
          lastQuality: Object.fromEntries(metrics.map((name) => [name, 'GOOD'])),
        },
      ])
    }
    const ten = 600_000
    report(11, NOW, ['vwc20', 'vwc40', 'bat'])
    report(12, NOW + ten, ['vwc20', 'bat'])
    report(13, NOW + 2 * ten, ['vwc20', 'bat'])
    expect([quality(), store.isStaleAt(index)]).toEqual(['GOOD', false])
    // Nothing has to come for it: time alone ends it, 2.5 intervals after the metric's last reading.
    store.age(NOW + 2.5 * ten)
    expect(store.isStaleAt(index)).toBe(false)
    store.age(NOW + 2.5 * ten + 1)
    expect([quality(), store.isStaleAt(index)]).toEqual(['STALE', true])
    report(14, NOW + 3 * ten, ['vwc20', 'bat'])
    expect(store.isStaleAt(index)).toBe(true)
    report(15, NOW + 4 * ten, ['vwc20', 'vwc40', 'bat'])
    expect([quality(), store.isStaleAt(index)]).toEqual(['GOOD', false])
  })

  it('lets time alone make a marker stale, and a report fresh again', () => {
    const index = store.indexOf(VALVE)
    const limit = (farm.ballValves[0]?.staleAfter ?? 0) * 1000
    store.age(NOW + limit)
    expect(store.isStaleAt(index)).toBe(false)
    expect(store.age(NOW + limit + 1)).toBe(true)
    expect(store.isStaleAt(index)).toBe(true)
    expect(store.conditionAt(index)).toBe('normal')
    store.apply([{ ...opened(10), ts: NOW + limit + 1 }], NOW + limit + 1)
    expect(store.isStaleAt(index)).toBe(false)
  })

  it('takes a valve that has never said how it stands for neither open nor closed', () => {
    const never = { ...farm.ballValves[0], reportedAt: null } as (typeof farm.ballValves)[number]
    store.load({ ...farm, ballValves: [never] }, NOW)
    const index = store.indexOf(VALVE)
    expect([store.isUnreportedAt(index), store.isStaleAt(index)]).toEqual([true, true])
    store.apply([{ ...opened(0), ts: NOW, reportedAt: NOW }], NOW)
    expect([store.isUnreportedAt(index), store.isStaleAt(index)]).toEqual([false, false])
    expect(store.ageAt(index, NOW + 1_000)).toBe(1_000)
  })

  it('merges readings member by member', () => {
    const id = farm.soilMoistures[0]?.deviceId ?? ''
    store.apply([{ layer: 'device', id, last: { vwc20: 30.1 } }], NOW)
    expect(store.row(store.indexOf(id))?.['last']).toMatchObject({ vwc20: 30.1, vwc40: 25.1 })
  })

  it('colours by what is reported, never by what was asked for', () => {
    const index = store.indexOf(VALVE)
    store.apply([{ layer: 'device', id: VALVE, targetDirection: 3, targetGatage: 100 }], NOW)
    expect(store.conditionAt(index)).toBe('normal')
    expect(store.row(index)?.['targetGatage']).toBe(100)
  })

  it('tells the one row that changed, and the canvas the state before', () => {
    const [rows, states] = [vi.fn(), vi.fn()]
    store.onRow(VALVE, rows)
    store.onState(states)
    const other = farm.ballValves[1]?.deviceId ?? ''
    store.apply([{ layer: 'device', id: other, isAlert: 1 }], NOW)
    expect(rows).not.toHaveBeenCalled()
    expect(states).toHaveBeenCalledExactlyOnceWith(store.indexOf(other), 0, 0)
    store.apply([opened(1)], NOW)
    expect(rows).toHaveBeenCalledOnce()
  })

  it('takes highlights in and away', () => {
    const id = farm.mainPipes[0]?.id ?? ''
    store.apply([{ layer: 'highlightPipes', id, status: 1, predictedFlow: 410 }], NOW)
    expect(store.highlightPipes.get(id)).toMatchObject({ status: 1, predictedFlow: 410 })
    store.apply([{ layer: 'highlightPipes', id, status: 2 }], NOW)
    expect(store.highlightPipes.get(id)).toMatchObject({ status: 2, predictedFlow: 410 })
    store.apply([{ layer: 'highlightPipes', id, status: 0 }], NOW)
    expect(store.highlightPipes.size).toBe(0)
  })

  it('draws a whole farm flat: pipes of three levels, each once', () => {
    store.load(snapshotOf(drawFarm(DEMO_FARM)), NOW)
    const ofLevel = (level: number) => store.plan?.pipes.filter((pipe) => pipe.level === level) ?? []
    expect([ofLevel(1).length, ofLevel(2).length]).toEqual([2, 16])
    expect(new Set(store.plan?.pipes.map(({ id }) => id)).size).toBe(store.plan?.pipes.length)
    expect(store.plan?.nodes).toHaveLength(160)
    expect(store.plan?.blocks).toHaveLength(320)
  })
})
