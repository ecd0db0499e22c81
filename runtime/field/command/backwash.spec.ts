import { describe, expect, it } from 'vitest'
import { advance, type Command, type CommandEvent, draft } from './index'

/** A backwash (I15) that has been sent at 1 s. */
const sent = (): Command =>
  told(
    draft({
      ...{
        id: 'c1',
        actuatorId: 'FL',
        seq: 1,
        target: { op: 'filter.backwash' },
        risk: 'B',
        isEssential: false,
      },
      ...{ linkClass: 'IP', uplinkEverySec: 5, angles: null, issuedAt: 0, expiresAt: 60_000 },
    }),
    [
      [0, { type: 'queue' }],
      [1_000, { type: 'published' }],
    ],
  )
const told = (command: Command, story: readonly (readonly [number, CommandEvent])[]): Command =>
  story.reduce((at, [now, event]) => advance(at, event, now, () => 0.5).command, command)
const report = (ts: number, st: number, cmd?: string): readonly [number, CommandEvent] => [
  ts,
  { type: 'report', reported: { st, ts, ...(cmd !== undefined && { cmd }) } },
]

describe('a backwash', () => {
  it('is proved by filters that have washed and filter again', () => {
    const washing = told(sent(), [report(2_000, 1, 'c1')])
    expect(washing).toMatchObject({ state: 'EXECUTING', stage: 'motion', deadlineAt: 182_000 })
    expect(told(washing, [report(100_000, 0, 'c1'), report(101_000, 0, 'c1')]).state).toBe('VERIFIED')
  })
  it('of a device that names no command is not proved by filters that have not begun', () => {
    expect(told(sent(), [report(2_000, 0), report(3_000, 0)]).state).toBe('SENT')
    const washed = told(sent(), [report(2_000, 0), report(3_000, 1), report(90_000, 0), report(91_000, 0)])
    expect(washed.state).toBe('VERIFIED')
  })
})
