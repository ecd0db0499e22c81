import { METRICS, metricByName, QUALITY } from '@runtime/field/kinds'
import { describe, expect, it } from 'vitest'
import { createCommitter } from './committer'
import { createCredibilityWatch } from './credibility-watch'
import { stepOf } from './live'
import {
  byReceipt,
  countedAt,
  createFirstHeard,
  isInRange,
  isNewer,
  stateQualityOf,
  timeQuality,
} from './time-quality'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 6, 1)
const code = (name: string) => metricByName(name)?.code ?? 0

describe('a reading', () => {
  it('is judged by how far its time lies from ours', () => {
    expect(timeQuality(NOW + 11 * MINUTE, NOW)).toBe('future')
    expect(timeQuality(NOW + 10 * MINUTE, NOW)).toBe('uncertain')
    expect(timeQuality(NOW + MINUTE, NOW)).toBe('good')
    expect(timeQuality(NOW - 7 * 24 * 60 * MINUTE, NOW)).toBe('good')
    expect(timeQuality(NOW - 7 * 24 * 60 * MINUTE - 1, NOW)).toBe('history')
  })

  it('is of a clock that has lost its time where that lies before any that can be, and of none where it is no time', () => {
    for (const moment of [
      '1970-01-01T00:01:05Z',
      '0001-01-01T00:00:00Z',
      '1980-01-06T00:00:00Z',
      '2000-01-01T08:00:00Z',
    ])
      expect(timeQuality(Date.parse(moment), NOW)).toBe('lost')
    expect(timeQuality(-1e300, NOW)).toBe('lost')
    expect(timeQuality(1e300, NOW)).toBe('future')
    expect(timeQuality(Number.NaN, NOW)).toBe('none')
  })

  it('of such a clock is of when it was heard, so far from others of the message as it counted, each by itself', () => {
    expect(byReceipt([65_000], NOW)).toEqual([NOW])
    expect(byReceipt([5_000, 65_000, 35_000], NOW)).toEqual([NOW - MINUTE, NOW, NOW - MINUTE / 2])
    // A clock that stands still; one that had its time for a while; no times at all.
    expect(byReceipt([9, 9, 9], NOW)).toEqual([NOW - 2, NOW - 1, NOW])
    expect(byReceipt([Date.parse('0001-01-01'), 65_000], NOW)).toEqual([NOW - 1, NOW])
    expect(byReceipt([Number.NaN, Number.NaN], NOW)).toEqual([NOW - 1, NOW])
  })

  it('that comes again is of when it was heard first, for as long as its time does not say so itself', () => {
    const firstHeard = createFirstHeard()
    expect(firstHeard('a', NOW)).toBe(NOW)
    expect(firstHeard('b', NOW + 1)).toBe(NOW + 1)
    expect(firstHeard('a', NOW + 10 * MINUTE)).toBe(NOW)
    expect(firstHeard('a', NOW + 10 * MINUTE + 1)).toBe(NOW + 10 * MINUTE + 1)
  })

  it('lies in the range of its metric', () => {
    for (const { code: metric, min, max } of METRICS)
      expect([min - 1, min, max, max + 1].map((value) => isInRange(metric, value))).toEqual([
        false,
        true,
        true,
        false,
      ])
  })

  it('of a backlog is judged by its own time, and what comes again as it was', () => {
    const isCredible = createCredibilityWatch()
    const air = (minute: number, value: number) =>
      isCredible(1, code('airTemp'), { at: minute * MINUTE, value })
    expect([air(0, 20), air(600, 5), air(601, 45), air(602, 5)]).toEqual([true, true, false, true])
    expect([air(60, 18), air(61, 55), air(62, 18), air(61, 55)]).toEqual([true, false, true, false])
    expect(isCredible(1, code('airTemp'), { at: 603 * MINUTE, value: 5 })).toBe(true)
    // A device's own metric has no limits but those of numbers.
    expect([6553.5, Number.NaN].map((value) => isCredible(1, 1000, { at: 0, value }))).toEqual([true, false])
  })
})

describe('a state', () => {
  it('is uncertain where its clock or its values cannot be right', () => {
    const state = { dir: 1, gat: 100, ang: 90, mov: 0, ts: 0 }
    expect(stateQualityOf(state, false)).toBe(QUALITY.GOOD)
    expect(stateQualityOf(state, true)).toBe(QUALITY.UNCERTAIN)
    for (const wrong of [{ dir: 4 }, { gat: 140 }, { gat: -1 }, { ang: 361 }, { mode: 3 }, { st: 9 }])
      expect(stateQualityOf({ ...state, ...wrong }, false)).toBe(QUALITY.UNCERTAIN)
  })

  it('counts from its own time, and from when it was heard where that lies ahead or cannot be', () => {
    expect(countedAt(NOW - 8, NOW)).toBe(NOW - 8)
    expect(countedAt(NOW - 8 * 24 * 60 * MINUTE, NOW)).toBe(NOW - 8 * 24 * 60 * MINUTE)
    for (const at of [NOW + 8, NOW + 9 * MINUTE, NOW + 99 * MINUTE, 65_000, Number.NaN])
      expect(countedAt(at, NOW)).toBe(NOW)
  })

  it('is newer by when it counts from; of those that count from one moment the later word holds', () => {
    const known = NOW - MINUTE
    expect(isNewer(known + 1, { known, receivedAt: NOW })).toBe(true)
    expect(isNewer(known - 1, { known, receivedAt: NOW })).toBe(false)
    // Come again, and another one of the same millisecond.
    expect(isNewer(known, { known, receivedAt: NOW })).toBe(false)
    expect(isNewer(known, { known, receivedAt: known })).toBe(true)
  })
})

describe('a gateway', () => {
  const row = { id: 'G', project_id: 'P', is_online: true, boot_id: 'b', bd_seq: 12, ended_bd_seqs: [] }
  const word = (status: object) =>
    ({ gatewayId: 'G', receivedAt: 1, message: { kind: 'status', status } }) as never

  it('dies by the will of its own session or a later one, not of an older', () => {
    expect(stepOf(row, word({ on: 0, bdSeq: 12 }))?.change).toBe('offline')
    expect(stepOf(row, word({ on: 0, bdSeq: 13 }))?.change).toBe('offline')
    expect(stepOf(row, word({ on: 0, bdSeq: 11 }))).toBeNull()
    expect(stepOf({ ...row, is_online: false }, word({ on: 0, bdSeq: 12 }))).toBeNull()
  })

  it('is born once a session, and speaks of itself after', () => {
    expect(stepOf(row, word({ on: 1, bdSeq: 13, boot: 'b' }))?.change).toBe('online')
    expect(stepOf(row, word({ on: 1, bdSeq: 12, boot: 'b' }))?.change).toBe('status')
    expect(stepOf(row, word({ on: 1, bdSeq: 11, boot: 'b' }))).toBeNull()
    expect(stepOf(row, word({ on: 1, bdSeq: 0, boot: 'c' }))?.change).toBe('online')
  })

  it('that is restarted counts from nought: its will is that of the new session, and no late one of the old', () => {
    // Without a boot of its own (Sparkplug), and with another one.
    for (const birth of [
      { on: 1, bdSeq: 0 },
      { on: 1, bdSeq: 0, boot: 'c' },
    ]) {
      const born = stepOf(row, word(birth))
      expect(born?.change).toBe('online')
      expect(born && stepOf(born.row, word({ on: 0, bdSeq: 12 }))).toBeNull()
      expect(born && stepOf(born.row, word({ on: 0, bdSeq: 0 }))?.change).toBe('offline')
    }
    // From nearly the end of the count.
    const late = stepOf({ ...row, bd_seq: 200 }, word({ on: 1, bdSeq: 0 }))
    expect(late && stepOf(late.row, word({ on: 0, bdSeq: 200 }))).toBeNull()
    // Asked to introduce itself again, it is in the same session; so is one that begins with the number of the one before.
    const again = late && stepOf(late.row, word({ on: 1, bdSeq: 0 }))
    expect([again?.change, again?.row.ended_bd_seqs]).toEqual(['status', [200]])
    // A will that comes before its birth has ended a session that nobody has heard of.
    const early = stepOf(row, word({ on: 0, bdSeq: 13 }))
    expect(early?.change).toBe('offline')
    expect(early && stepOf(early.row, word({ on: 1, bdSeq: 13 }))?.change).toBe('online')
  })
})

describe('committing', () => {
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

  it('settles all but what fails alone, which is set aside first', async () => {
    const settled: number[] = []
    const aside: number[] = []
    let sizes: number[] = []
    const committer = createCommitter<number>({
      commit: async (messages) => {
        sizes.push(messages.length)
        if (messages.includes(5)) throw new Error('poison')
        return []
      },
      setAside: async (message) => {
        aside.push(message)
        return []
      },
      sizeOf: () => 1,
      settle: (message) => settled.push(message),
      log: quiet,
    })
    committer.receive([1, 2, 3, 4, 5, 6, 7, 8])
    await expect.poll(() => settled.length).toBe(8)
    expect([...settled].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(aside).toEqual([5])
    sizes = []
    committer.receive([9, 10])
    await expect.poll(() => settled.length).toBe(10)
    expect(sizes).toEqual([2])
    await committer.close()
  })

  it('keeps what is said now apart from a crowd of backlogs: a group is no more than some bytes', async () => {
    const groups: string[][] = []
    const committer = createCommitter<string>({
      commit: async (messages) => {
        groups.push([...messages])
        return []
      },
      setAside: async () => [],
      sizeOf: (message) => message.length,
      settle: () => undefined,
      log: quiet,
    })
    const backlog = 'b'.repeat(200_000)
    const huge = 'h'.repeat(600_000)
    committer.receive([backlog, backlog, backlog, huge, 'now'])
    await expect.poll(() => groups.flat().length).toBe(5)
    expect(groups.map((group) => group.map((message) => message.length))).toEqual([
      [200_000, 200_000],
      [200_000],
      [600_000],
      [3],
    ])
    await committer.close()
  })

  it('waits for a database that is away, sets nothing aside, and settles nothing when it must end', async () => {
    const settled: number[] = []
    let isAway = true
    let tries = 0
    const options = {
      commit: async () => {
        tries++
        if (isAway) throw Object.assign(new Error('gone'), { code: '57P01' })
        return []
      },
      setAside: async () => {
        throw new Error('nothing may be set aside')
      },
      sizeOf: () => 1,
      settle: (message: number) => settled.push(message),
      log: quiet,
    }
    const committer = createCommitter<number>(options)
    committer.receive([1])
    await expect.poll(() => tries).toBeGreaterThan(3)
    expect(settled).toEqual([])
    isAway = false
    await expect.poll(() => settled).toEqual([1])
    isAway = true
    committer.receive([2])
    await expect.poll(() => tries).toBeGreaterThan(5)
    await committer.close()
    expect(settled).toEqual([1])
  })
})
