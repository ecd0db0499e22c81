import { describe, expect, it } from 'vitest'
import { createMatcher } from '../../pattern/matches'
import { checkedLines, linesOf, withLines } from './pattern-lines'

const verdicts = (rule: unknown) =>
  checkedLines(rule, createMatcher()).map(({ side, text, verdict }) => [side, text, verdict])

describe('lines of a pattern', () => {
  it('are checked as values are, each on its side', () => {
    const lines = { match: ['A1', '1a', ''], noMatch: ['b2', 'x', 7] }
    expect(verdicts({ pattern: '/^[a-z]\\d$/gi', __loam__: lines })).toEqual([
      ['match', 'A1', 'right'],
      ['match', '1a', 'wrong'],
      ['noMatch', 'b2', 'wrong'],
      ['noMatch', 'x', 'right'],
    ])
  })

  it.each(['/(/', '/^(a)\\1$/', ''])('are left alone by a pattern that checks nothing: %s', (pattern) => {
    expect(verdicts({ pattern, __loam__: { match: ['a'] } })).toEqual([['match', 'a', 'unknown']])
  })

  it('stay with their pattern, beside what nobody knows, and are gone when emptied', () => {
    const rule = { pattern: 'a', message: 'm', __loam__: { later: 1 } }
    const lined = withLines({ ...rule, pattern: 'b' }, 'noMatch', ['c'])
    expect(lined).toEqual({ pattern: 'b', message: 'm', __loam__: { later: 1, noMatch: ['c'] } })
    expect(linesOf(lined, 'noMatch')).toEqual(['c'])
    expect(withLines(lined, 'noMatch', [])).toEqual({ ...rule, pattern: 'b' })
    expect(withLines(withLines({ pattern: 'a' }, 'match', ['a']), 'match', [])).toEqual({ pattern: 'a' })
  })
})
