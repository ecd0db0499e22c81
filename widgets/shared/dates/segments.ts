import { type MomentUnit, unitOf } from '@runtime/widget/moment-format'

const UNITS: Readonly<Record<string, MomentUnit>> = {
  y: 'year',
  M: 'month',
  d: 'day',
  H: 'hour',
  h: 'hour',
  m: 'minute',
  s: 'second',
}

/** A part of a written date: `MM` of `yyyy-MM-dd` is the month at 5 to 7. */
export interface Segment {
  readonly unit: MomentUnit
  readonly start: number
  readonly end: number
}

/** The part at or before the caret; of an empty or unusual text the finest part that the format shows. */
export function segmentAt(format: string, caret: number, length: number): Segment {
  const segments = [...format.matchAll(/y+|M+|d+|H+|h+|m+|s+/g)].map(({ 0: letters, index }) => ({
    unit: UNITS[letters.charAt(0)] ?? 'day',
    start: index,
    end: index + letters.length,
  }))
  const found = length === format.length ? segments.find(({ end }) => caret <= end) : undefined
  return (
    found ??
    segments.findLast(({ unit }) => unit === unitOf(format)) ?? { unit: unitOf(format), start: 0, end: 0 }
  )
}
