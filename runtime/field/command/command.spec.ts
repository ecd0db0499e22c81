import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONTROL_MODE } from '../kinds'
import { ACK_CODE } from '../topics'
import {
  advance,
  angleOf,
  type Command,
  type CommandEvent,
  directionOf,
  draft,
  isTerminal,
  leavesHeir,
  mayReplace,
  meets,
  messageExpiry,
  TRANSITIONS,
  wakeAt,
} from './index'

const ANGLES = { closed: 0, a: 90, b: 270, both: 180, tolerance: 4 }
const DICE = () => 0.5
const made = (isEssential: boolean): Command =>
  draft({
    id: 'c1',
    actuatorId: 'T',
    seq: 1,
    target: { op: 'valve.set', direction: isEssential ? 0 : 1, gatage: isEssential ? 0 : 100 },
    risk: 'B',
    isEssential,
    linkClass: 'IP',
    uplinkEverySec: 300,
    angles: ANGLES,
    issuedAt: 0,
    expiresAt: 60_000,
  })

/** Runs a story of [time, event]; answers the command at its end. */
const told = (command: Command, story: readonly (readonly [number, CommandEvent])[]): Command =>
  story.reduce((at, [now, event]) => advance(at, event, now, DICE).command, command)

const tick = { type: 'tick' } as const
const queue = { type: 'queue' } as const
const published = { type: 'published' } as const
const open = (ts: number, cmd = 'c1', ang = 91) =>
  ({ type: 'report', reported: { dir: 1, ang, mov: 0, ts, cmd } }) as const

const events: fc.Arbitrary<CommandEvent> = fc.oneof(
  fc.constantFrom<CommandEvent>(
    queue,
    published,
    tick,
    { type: 'requestConfirm' },
    { type: 'cancel' },
    { type: 'restart' },
    { type: 'reject', result: { code: 'I04', text: '' } },
    { type: 'supersede', byEssential: true },
    { type: 'supersede', byEssential: false },
    { type: 'ack', status: 'ACCEPTED', code: 0, message: '' },
    { type: 'ack', status: 'DONE', code: 0, message: '' },
    { type: 'ack', status: 'FAILED', code: 7, message: 'stall' },
  ),
  fc.record({
    type: fc.constant('report' as const),
    reported: fc.record({
      dir: fc.constantFrom(0, 1),
      ang: fc.constantFrom(0, 45, 90),
      mov: fc.constantFrom(0, 1),
      ts: fc.integer({ min: 0, max: 400_000 }),
      cmd: fc.constantFrom('c0', 'c1'),
    }),
  }),
)
const stories = fc.array(fc.tuple(fc.integer({ min: 0, max: 20_000 }), events), { maxLength: 40 })

describe('a command', () => {
  it('is green after two fresh samples within tolerance, not after one', () => {
    const sent = told(made(false), [
      [0, queue],
      [10, published],
    ])
    const once = told(sent, [[2000, open(2000)]])
    expect(once.state).toBe('EXECUTING')
    expect(told(once, [[2001, open(2000)]]).state).toBe('EXECUTING')
    expect(told(once, [[3000, open(3000, 'c1', 96)]]).state).not.toBe('VERIFIED')
    expect(told(once, [[4000, open(4000)]]).state).toBe('VERIFIED')
  })
  it('is not proved by what the device did for another', () => {
    const story = [2000, 3000, 4000].map((at) => [at, open(at, 'c0')] as const)
    expect(told(made(false), [[0, queue], [10, published], ...story]).state).toBe('SENT')
  })
  it('is sent four times with the same id, then given up, and may still come true', () => {
    let command = told(made(false), [[0, queue]])
    let sendings = 1
    for (let due = wakeAt(command); due !== null; due = wakeAt(command)) {
      const step = advance(command, tick, due, DICE)
      sendings += step.effects.filter((effect) => effect.type === 'send').length
      command = told(step.command, [[due, published]])
    }
    expect([command.state, command.stage, sendings]).toEqual(['TIMEOUT', 'device', 4])
    const late = told(command, [
      [90_000, open(90_000)],
      [91_000, open(91_000)],
    ])
    expect(late.state).toBe('LATE_VERIFIED')
    expect(late.verifiedAt).toBeGreaterThan(late.finishedAt ?? Number.POSITIVE_INFINITY)
  })
  it('is not given up while its message may still arrive', () => {
    let command = told(made(false), [[0, queue]])
    for (let due = wakeAt(command); due !== null; due = wakeAt(command))
      command = told(advance(command, tick, due, () => 0).command, [[due, published]])
    expect(command.state).toBe('TIMEOUT')
    expect(command.finishedAt).toBeGreaterThanOrEqual(messageExpiry(command, 0))
  })
  it('that stops is sent at once by a server that starts anew, where nobody was told of it', () => {
    const restart = { type: 'restart' } as const
    const queued = told(made(true), [[0, queue]])
    expect(advance(queued, restart, 5_000, DICE).effects).toEqual([{ type: 'send' }])
    const sent = told(queued, [[10, published]])
    expect(advance(sent, restart, 5_000, DICE).effects).toEqual([{ type: 'query' }])
    expect(advance(told(made(false), [[0, queue]]), restart, 5_000, DICE).effects).toEqual([
      { type: 'query' },
    ])
  })
  it('is taken back before its first sending has ended, and not after; a stop never is', () => {
    const cancel = { type: 'cancel' } as const
    const queued = told(made(false), [[0, queue]])
    expect(told(queued, [[5, cancel]]).state).toBe('CANCELED')
    expect(
      told(queued, [
        [5, published],
        [6, cancel],
      ]).state,
    ).toBe('SENT')
    expect(
      told(made(true), [
        [0, queue],
        [5, cancel],
      ]).state,
    ).toBe('QUEUED')
  })
  it('never sends what expired before the broker had it', () => {
    expect(told(made(false), [[60_000, queue]]).state).toBe('EXPIRED')
  })
  it('closes for ever, with a rising alarm', () => {
    let command = told(made(true), [[0, queue]])
    const alarms: number[] = []
    for (let step = 0; step < 60; step++) {
      const { command: next, effects } = advance(command, tick, wakeAt(command) ?? 0, DICE)
      command = next
      for (const effect of effects) if (effect.type === 'alarm') alarms.push(effect.severity)
    }
    expect(isTerminal(command.state)).toBe(false)
    expect(alarms).toEqual([3, 2, 1])
  })
  it('to stop what is under LOCAL is told at once, rises, and is done by the local switch alone (I10)', () => {
    const stop: Command = { ...made(true), target: { op: 'pump.stop' }, angles: null }
    const refused = { type: 'ack', status: 'REJECTED', code: ACK_CODE.local, message: 'LOCAL' } as const
    const sent = told(stop, [
      [0, queue],
      [10, published],
    ])
    const { command: left, effects } = advance(sent, refused, 1000, DICE)
    expect(left).toMatchObject({ state: 'QUEUED', result: { code: '3' } })
    expect(effects).toEqual([{ type: 'alarm', severity: 3, stage: 'device' }])
    const again = told(left, [
      [wakeAt(left) ?? 0, tick],
      [wakeAt(left) ?? 0, published],
    ])
    expect(advance(again, refused, 5000, DICE).effects).toMatchObject([{ type: 'alarm', severity: 2 }])
    const word = (ts: number, st: number, mode: number): [number, CommandEvent] => [
      ts,
      { type: 'report', reported: { st, mode, cmd: 'older', ts } },
    ]
    const local = CONTROL_MODE.local
    expect(told(left, [word(2000, 2, local), word(2100, 2, local)]).state).toBe('QUEUED')
    expect(told(left, [word(2000, 0, local), word(2100, 0, local)]).state).toBe('VERIFIED')
    // Under remote control an older start may still reach it: there its own command has to be named.
    expect(told(left, [word(2000, 0, 0), word(2100, 0, 0)]).state).toBe('QUEUED')
  })
  it('keeps its end, and goes no way that is not drawn, whatever happens', () => {
    fc.assert(
      fc.property(fc.boolean(), stories, (isEssential, story) => {
        let command = made(isEssential)
        let now = 0
        for (const [pause, event] of story) {
          now += pause
          const next = advance(command, event, now, DICE).command
          if (next.state !== command.state) expect(TRANSITIONS[command.state]).toContain(next.state)
          if (next.state === 'VERIFIED' && command.state !== 'VERIFIED') expect(next.samples).toBe(2)
          command = next
        }
      }),
    )
  })
})

describe('what takes the place of what is under way', () => {
  const sent = told(made(false), [
    [0, queue],
    [10, published],
  ])
  const held = { ...sent, by: 'ann', runId: null }
  const start = { ...held, target: { op: 'pump.start' } as const }
  const closing = { ...told(made(true), [[0, queue]]), by: 'ann', runId: null }
  const own = { by: 'ann', runId: null, isEssential: false }
  const stop = { by: 'bob', runId: null, isEssential: true }

  it('is anybody’s stop, and the same person’s second thought before it has begun', () => {
    expect([mayReplace(held, stop), mayReplace(start, stop)]).toEqual([true, true])
    expect([mayReplace(held, own), mayReplace(held, { ...own, by: 'bob' })]).toEqual([true, false])
    expect(mayReplace(held, { ...own, runId: 'R' })).toBe(false)
    expect(mayReplace({ ...held, state: 'ACCEPTED' }, own)).toBe(false)
  })
  it('is nothing but a stop where a pump starts or a valve closes: that is asked again by anyone', () => {
    expect(mayReplace(start, own)).toBe(false)
    expect([mayReplace(closing, own), mayReplace(closing, stop)]).toEqual([false, true])
    const taken = told(closing, [
      [10, published],
      [20, { type: 'ack', status: 'ACCEPTED', code: 0, message: '' }],
      [30, { type: 'supersede', byEssential: true }],
    ])
    expect(taken.state).toBe('SUPERSEDED')
    const stopping = { ...closing, target: { op: 'pump.stop' } as const }
    expect(mayReplace(stopping, stop)).toBe(true)
  })
  it('stays under way where it is held back while what it replaced may still be carried out', () => {
    const reject = { type: 'reject', result: { code: 'I02', text: '' } } as const
    const away = told(made(true), [
      [0, queue],
      [10, published],
    ])
    expect([leavesHeir(away), leavesHeir(closing), leavesHeir(sent)]).toEqual([true, false, true])
    const heir = { ...made(true), isHeir: leavesHeir(away) }
    const verdict = [heir, made(true)].map((command) =>
      told(command, [
        [0, queue],
        [1, reject],
      ]),
    )
    expect(verdict.map(({ state }) => state)).toEqual(['QUEUED', 'REJECTED'])
  })
})

describe('how far a valve is open', () => {
  const target = { op: 'valve.set', direction: 1, gatage: 40 } as const
  const reportOf = (gat?: number, more = {}) => ({
    dir: 1,
    ang: 90,
    mov: 0,
    ts: 1,
    ...(gat !== undefined && { gat }),
    ...more,
  })
  it('is proved beside where it stands', () => {
    const verdict = [40, 44, 100, 0, undefined].map((gat) => meets(reportOf(gat), { target, angles: ANGLES }))
    expect(verdict).toEqual([true, true, false, false, false])
    const full = { ...target, gatage: 100 }
    expect([100, 40, undefined].map((gat) => meets(reportOf(gat), { target: full, angles: ANGLES }))).toEqual(
      [true, false, true],
    )
  })
  it('never stays unproved green: a command for 40 % does not verify at 100 %', () => {
    const sent = told({ ...made(false), target }, [
      [0, queue],
      [10, published],
    ])
    const report = (ts: number, gat: number): [number, CommandEvent] => [
      ts,
      { type: 'report', reported: reportOf(gat, { ts, cmd: 'c1' }) },
    ]
    expect(told(sent, [report(2000, 100), report(3000, 100)]).state).not.toBe('VERIFIED')
    expect(told(sent, [report(2000, 40), report(3000, 40)]).state).toBe('VERIFIED')
  })
  it('must not be more than nothing where the valve is closed', () => {
    const closed = { op: 'valve.set', direction: 0, gatage: 0 } as const
    const word = (gat: number) => ({ dir: 0, ang: 0, mov: 0, ts: 1, gat })
    expect([0, 40].map((gat) => meets(word(gat), { target: closed, angles: ANGLES }))).toEqual([true, false])
  })
  it('does not prove another side where a valve has no table of angles', () => {
    const verdict = [undefined, 0, 1, 2].map((dir) =>
      meets({ mov: 0, gat: 40, ...(dir !== undefined && { dir }) }, { target, angles: null }),
    )
    expect(verdict).toEqual([true, true, true, false])
    expect(meets({ mov: 0, gat: 40, dir: 0 }, { target: { ...target, direction: 2 }, angles: null })).toBe(
      false,
    )
  })
})

describe('angles', () => {
  it('find the direction of each place and of none between', () => {
    for (const direction of [0, 1, 2, 3])
      expect(directionOf(ANGLES, angleOf(ANGLES, direction) ?? -1)).toBe(direction)
    expect(directionOf(ANGLES, 358)).toBe(0)
    expect(directionOf(ANGLES, 45)).toBeNull()
  })
  it('that no valve can stand at prove nothing: 450° is no 90°', () => {
    expect([450, 360, -1, -270].map((angle) => directionOf(ANGLES, angle))).toEqual([null, null, null, null])
    const target = { op: 'valve.set', direction: 1, gatage: 100 } as const
    const verdict = [90, 450, -270].map((ang) => meets({ dir: 1, ang, mov: 0 }, { target, angles: ANGLES }))
    expect(verdict).toEqual([true, false, false])
  })
  it('a table without a closed place never closes', () => {
    const { closed: _none, ...lPort } = ANGLES
    expect(angleOf(lPort, 0)).toBeNull()
    const target = { op: 'valve.set', direction: 0, gatage: 0 } as const
    expect(meets({ dir: 0, gat: 0, ang: 0, mov: 0, ts: 1 }, { target, angles: lPort })).toBe(false)
  })
})
