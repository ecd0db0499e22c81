import { OWN_RULES } from '../../form/formdata/own-rules'
import { readPatterns } from '../../form/formdata/patterns'
import { asRecord } from '../../json'
import { PatternRefused } from '../../pattern/linear-pattern'
import type { Matcher } from '../../pattern/matches'

type Json = Readonly<Record<string, unknown>>

/** Lines that a pattern must match, and lines that it must not; they stand in the pattern's own rule and move with it. */
export const LINE_SIDES = ['match', 'noMatch'] as const
export type LineSide = (typeof LINE_SIDES)[number]

export interface PatternLine {
  readonly side: LineSide
  /** Its place among all that stands on its side. */
  readonly index: number
  readonly text: string
  /** `unknown`: the pattern is none, or checks nothing. */
  readonly verdict: 'right' | 'wrong' | 'unknown'
}

/** The lines of a side as they stand. */
export function linesOf(rule: unknown, side: LineSide): readonly string[] {
  const lines = asRecord(asRecord(rule)[OWN_RULES])[side]
  return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : []
}

/** A rule with other lines; nothing is left of a side that has none. */
export function withLines(rule: Json, side: LineSide, lines: readonly string[]): Json {
  const { [OWN_RULES]: stored, ...rest } = rule
  const { [side]: _, ...others } = asRecord(stored)
  const own = lines.length > 0 ? { ...others, [side]: lines } : others
  return Object.keys(own).length > 0 ? { ...rest, [OWN_RULES]: own } : rest
}

/** What a pattern says to its lines, asked as it is asked of what people fill in: an empty line is no value. */
export function checkedLines(rule: unknown, matches: Matcher): readonly PatternLine[] {
  const [read] = readPatterns([rule], () => {})
  const expression = read && new RegExp(read.pattern, read.flags)
  return LINE_SIDES.flatMap((side) => {
    const stored = asRecord(asRecord(rule)[OWN_RULES])[side]
    const lines: readonly unknown[] = Array.isArray(stored) ? stored : []
    return lines.flatMap((text, index): readonly PatternLine[] => {
      if (typeof text !== 'string' || text === '') return []
      const isMatch = expression && matched(expression, text, matches)
      const verdict = isMatch === undefined ? 'unknown' : isMatch === (side === 'match') ? 'right' : 'wrong'
      return [{ side, index, text, verdict }]
    })
  })
}

function matched(expression: RegExp, text: string, matches: Matcher): boolean | undefined {
  try {
    return matches(expression, text)
  } catch (error) {
    if (error instanceof PatternRefused) return undefined
    throw error
  }
}
