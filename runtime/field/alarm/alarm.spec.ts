import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { activated, LONGEST_OFF_DELAY } from './chatter'
import { DEFAULT_RULES } from './defaults'
import { COMPARISONS, type Comparison, dueAt, observe, violates } from './rule'
import {
  ALARM_STATES,
  type AlarmState,
  type BaseState,
  type Condition,
  isCalling,
  isClosed,
  normal,
  stateOf,
} from './state'
import { type AlarmEvent, type AlarmEventKind, calls, SHELVE_LIMIT, step } from './transition'

const EVENTS: readonly AlarmEvent[] = [
  { kind: 'activate' },
  { kind: 'return' },
  { kind: 'acknowledge' },
  { kind: 'reset' },
  { kind: 'remove' },
  { kind: 'shelve', at: 0, until: 1000 },
  { kind: 'unshelve' },
  { kind: 'suppress' },
  { kind: 'unsuppress' },
  { kind: 'takeOut' },
  { kind: 'putBack' },
]
const at = (condition: Condition, ...kinds: AlarmEventKind[]): Condition =>
  kinds.reduce((current, kind) => {
    const event = EVENTS.find((known) => known.kind === kind) as AlarmEvent
    const next = step(current, event)
    if ('refusal' in next) throw new Error(`${kind} of ${stateOf(current)}: ${next.refusal}`)
    return next.condition
  }, condition)
const refusal = (condition: Condition, event: AlarmEvent) => {
  const next = step(condition, event)
  return 'refusal' in next ? next.refusal : null
}

describe('an alarm', () => {
  it.each<[boolean, BaseState, AlarmEventKind, BaseState | null]>([
    [false, 'NORMAL', 'activate', 'UNACK'],
    [false, 'UNACK', 'activate', 'UNACK'],
    [false, 'ACKED', 'activate', 'ACKED'],
    [false, 'RTN_UNACK', 'activate', 'UNACK'],
    [true, 'LATCHED_UNACK', 'activate', 'UNACK'],
    [true, 'LATCHED_ACK', 'activate', 'UNACK'],
    [false, 'NORMAL', 'return', 'NORMAL'],
    [false, 'UNACK', 'return', 'RTN_UNACK'],
    [false, 'ACKED', 'return', 'NORMAL'],
    [false, 'RTN_UNACK', 'return', 'RTN_UNACK'],
    [true, 'UNACK', 'return', 'LATCHED_UNACK'],
    [true, 'ACKED', 'return', 'LATCHED_ACK'],
    [true, 'LATCHED_UNACK', 'return', 'LATCHED_UNACK'],
    [true, 'LATCHED_ACK', 'return', 'LATCHED_ACK'],
    [false, 'UNACK', 'acknowledge', 'ACKED'],
    [false, 'RTN_UNACK', 'acknowledge', 'NORMAL'],
    [true, 'LATCHED_UNACK', 'acknowledge', 'LATCHED_ACK'],
    [false, 'NORMAL', 'acknowledge', null],
    [false, 'ACKED', 'acknowledge', null],
    [true, 'LATCHED_ACK', 'acknowledge', null],
    [true, 'LATCHED_ACK', 'reset', 'NORMAL'],
    [true, 'LATCHED_UNACK', 'reset', 'RTN_UNACK'],
    [false, 'UNACK', 'reset', null],
    [false, 'ACKED', 'reset', null],
    [false, 'RTN_UNACK', 'reset', null],
    [false, 'NORMAL', 'reset', null],
  ])('that is latching %s and %s goes by %s to %s', (isLatching, base, kind, expected) => {
    const before: Condition = { ...normal(isLatching), base }
    const event = EVENTS.find((known) => known.kind === kind) as AlarmEvent
    const next = step(before, event)
    expect('condition' in next ? next.condition.base : null).toBe(expected)
  })

  it('reaches each of the nine states', () => {
    const seen = new Set<AlarmState>()
    const queue: Condition[] = [normal(false), normal(true)]
    const visited = new Set<string>()
    while (queue.length > 0) {
      const condition = queue.pop() as Condition
      const key = JSON.stringify(condition)
      if (visited.has(key)) continue
      visited.add(key)
      seen.add(stateOf(condition))
      for (const event of EVENTS) {
        const next = step(condition, event)
        if ('condition' in next) queue.push(next.condition)
      }
    }
    expect([...seen].sort()).toEqual([...ALARM_STATES].sort())
  })

  it('is shelved for eight hours at most, and calls again when that ends and its cause is still there', () => {
    const active = at(normal(false), 'activate')
    expect(refusal(active, { kind: 'shelve', at: 0, until: SHELVE_LIMIT + 1 })).toBe('shelvedTooLong')
    expect(refusal(active, { kind: 'shelve', at: 5, until: 5 })).toBe('shelvedTooLong')
    expect(refusal(active, { kind: 'shelve', at: 0, until: SHELVE_LIMIT })).toBeNull()
    const shelved = at(active, 'shelve')
    const back = at(shelved, 'unshelve')
    expect(calls(active, shelved)).toBe(false)
    expect(calls(shelved, back)).toBe(true)
    expect(refusal(active, { kind: 'unshelve' })).toBe('notShelved')
  })

  it('that came and went while it was quiet asks nobody to acknowledge it, unless it latches', () => {
    expect(isClosed(at(normal(false), 'suppress', 'activate', 'return'))).toBe(true)
    const shelved = at(normal(false), 'activate', 'shelve', 'return')
    expect([stateOf(shelved), isClosed(shelved)]).toEqual(['SHELVED', false])
    expect(isClosed(at(shelved, 'unshelve'))).toBe(true)
    expect(stateOf(at(normal(true), 'suppress', 'activate', 'return', 'unsuppress'))).toBe('LATCHED_UNACK')
  })

  it('out of service says nothing and cannot be shelved', () => {
    const out = at(normal(false), 'activate', 'takeOut')
    expect([stateOf(out), isCalling(stateOf(out)), isClosed(out)]).toEqual(['OUT_OF_SERVICE', false, false])
    expect(refusal(out, { kind: 'shelve', at: 0, until: 1 })).toBe('outOfService')
    expect(refusal(out, { kind: 'takeOut' })).toBe('outOfService')
    expect(stateOf(at(out, 'putBack'))).toBe('UNACK')
  })

  it('with its cause there never shows as normal, whatever happens in whatever order', () => {
    const ordinary = EVENTS.filter(({ kind }) => kind !== 'remove')
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.array(fc.constantFrom(...ordinary), { maxLength: 40 }),
        (latch, events) => {
          let condition = normal(latch)
          let hasCause = false
          for (const event of events) {
            const next = step(condition, event)
            if ('refusal' in next) continue
            if (event.kind === 'activate') hasCause = true
            if (event.kind === 'return') hasCause = false
            // Called exactly where the shown state becomes the unacknowledged one.
            expect(calls(condition, next.condition)).toBe(
              stateOf(next.condition) === 'UNACK' && stateOf(condition) !== 'UNACK',
            )
            condition = next.condition
            if (hasCause) expect(stateOf(condition)).not.toBe('NORMAL')
            if (hasCause) expect(isClosed(condition)).toBe(false)
            if (latch && condition.base === 'RTN_UNACK') expect(hasCause).toBe(false)
            if (!latch) expect(condition.base).not.toMatch(/^LATCHED/)
          }
        },
      ),
    )
  })
})

describe('a rule', () => {
  it.each<[Comparison, number, boolean, boolean]>([
    ['gt', 10, false, false],
    ['gt', 10.1, false, true],
    ['gt', 9.5, true, true],
    ['gt', 9, true, false],
    ['ge', 10, false, true],
    ['lt', 10, false, false],
    ['lt', 9.9, false, true],
    ['lt', 10.5, true, true],
    ['lt', 11, true, false],
    ['le', 10, false, true],
    ['eq', 10, false, true],
    ['eq', 10.5, false, false],
    ['ne', 10, false, false],
    ['ne', 12, false, true],
  ])('%s 10 with a deadband of 1 says of %d after %s: %s', (comparison, value, before, expected) => {
    expect(violates({ comparison, threshold: 10, deadband: 1 }, value, before)).toBe(expected)
  })

  it('with a deadband changes its mind no more often than without', () => {
    const values = fc.array(fc.double({ min: 0, max: 20, noNaN: true }), { maxLength: 100 })
    fc.assert(
      fc.property(fc.constantFrom(...COMPARISONS.slice(0, 4)), values, (comparison, series) => {
        const changes = (deadband: number) => {
          let count = 0
          let holds = false
          for (const value of series) {
            const next = violates({ comparison, threshold: 10, deadband }, value, holds)
            if (next !== holds) count += 1
            holds = next
          }
          return count
        }
        expect(changes(2)).toBeLessThanOrEqual(changes(0))
      }),
    )
  })

  it('waits for its delays, counted from when the cause came or went', () => {
    const delays = { onDelaySec: 20, offDelaySec: 5 }
    const came = observe(undefined, true, 1000)
    expect(dueAt(came, delays, false)).toBe(21_000)
    expect(observe(came, true, 9000)).toBe(came)
    const went = observe(came, false, 15_000)
    expect(dueAt(went, delays, false)).toBeNull()
    expect(dueAt(went, delays, true)).toBe(20_000)
    expect(dueAt(came, delays, true)).toBeNull()
  })

  it('does not let a late reading turn time back', () => {
    expect(observe({ holds: true, since: 5000 }, false, 3000)).toEqual({ holds: false, since: 5000 })
  })
})

describe('chattering', () => {
  it('begins with the third activation within a minute, and doubles the off-delay up to five minutes', () => {
    let chatter = activated({ recent: [], offDelaySec: 5 }, 0, 5)
    expect(chatter.isChattering).toBe(false)
    chatter = activated(chatter, 20_000, 5)
    expect(chatter).toMatchObject({ isChattering: false, offDelaySec: 5 })
    const delays: number[] = []
    for (let time = 40_000; time < 400_000; time += 20_000) {
      chatter = activated(chatter, time, 5)
      expect(chatter.isChattering).toBe(true)
      delays.push(chatter.offDelaySec)
    }
    expect(delays.slice(0, 4)).toEqual([10, 20, 40, 80])
    expect(Math.max(...delays)).toBe(LONGEST_OFF_DELAY)
  })

  it('is over once activations are a minute apart, and never shortens what the rule asks for', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200_000), { maxLength: 30 }), fc.nat(600), (gaps, offDelaySec) => {
        let chatter = { recent: [] as readonly number[], offDelaySec, isChattering: false }
        let now = 0
        for (const gap of gaps) {
          now += gap
          chatter = activated(chatter, now, offDelaySec)
          expect(chatter.offDelaySec).toBeGreaterThanOrEqual(offDelaySec)
          if (gap >= 60_000) expect(chatter.isChattering).toBe(false)
        }
      }),
    )
  })
})

describe('the rules that a project begins with', () => {
  it('name each alarm once and have limits that can be met', () => {
    expect(new Set(DEFAULT_RULES.map(({ type }) => type)).size).toBe(DEFAULT_RULES.length)
    for (const rule of DEFAULT_RULES) {
      expect(rule.severity).toBeGreaterThanOrEqual(1)
      expect(rule.severity).toBeLessThanOrEqual(4)
      if (rule.source === 'metric') expect(['gt', 'lt']).toContain(rule.comparison)
    }
  })
})
