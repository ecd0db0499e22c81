import type { Option } from './definition'
import { type OptionsSetting, optionSource } from './options'

/** One of a list, by a record's number: after the last comes the first. */
export function among<T>(list: readonly T[], index: number): T | undefined {
  return list[index % list.length]
}

/** A text of a list, no longer than the field takes. */
export function sampleText(
  list: readonly string[],
  index: number,
  maxlength?: number | null,
): string | undefined {
  const text = among(list, index)
  return maxlength ? [...(text ?? '')].slice(0, maxlength).join('') : text
}

export interface SampleBounds {
  readonly min?: number | undefined
  readonly max?: number | undefined
  /** Values are this far from `from`, or a multiple of it; default 1. */
  readonly step?: number | undefined
  readonly from?: number | undefined
}

/** A number within bounds, a few steps on for each record; null where they leave none. */
export function sampleNumber({ min, max, step = 1, from = 0 }: SampleBounds, index: number): number | null {
  const stride = step > 0 ? step : 1
  const first = Math.ceil(((min ?? (max === undefined || max > 0 ? from : max - 100)) - from) / stride)
  const last = max === undefined ? first + 100 : Math.floor((max - from) / stride)
  if (last < first) return null
  const count = first + ((index * 7 + 12) % (last - first + 1))
  // Steps of 0.1 add up to what decimals say.
  return Number((from + count * stride).toPrecision(12))
}

/** Noon in China of one of the days of a month: within the day in every zone that its people are in. */
export function sampleMoment(index: number): number {
  return Date.UTC(2026, 2, 2 + ((index * 3) % 28), 4)
}

/** A way through choices that are settled, down to one that has none below; none where they are fetched. */
export function samplePath(options: OptionsSetting | undefined, index: number): readonly unknown[] {
  const source = optionSource(options)
  const path: unknown[] = []
  let level: readonly Option[] = source?.kind === 'static' ? source.options : []
  while (level.length > 0) {
    const enabled = level.filter(({ disabled }) => !disabled)
    const chosen = among(enabled, index)
    if (!chosen) return []
    path.push(chosen.value)
    level = chosen.children ?? []
  }
  return path
}

/** A choice of those that are settled: one, or a list of one. */
export function sampleChoice(options: OptionsSetting | undefined, multiple: boolean, index: number): unknown {
  const value = samplePath(options, index).at(-1)
  if (value === undefined) return null
  return multiple ? [value] : value
}
