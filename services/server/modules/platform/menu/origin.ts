import { isDeepStrictEqual } from 'node:util'
import type { RightCode } from './tables'

/**
 * What a row becomes when the place that it comes from says something new: what is as that place said last follows it, what
 * somebody has changed here stays.
 * @param current the row; undefined where there is none
 * @param origin what was said last; null where that is not known: then all of it follows
 */
export function followed<T extends object>(current: T | undefined, origin: T | null, next: T): T {
  if (!current || !origin) return next
  const changed = (Object.keys(next) as (keyof T)[]).filter(
    (key) => !isDeepStrictEqual(current[key], origin[key]),
  )
  return { ...next, ...Object.fromEntries(changed.map((key) => [key, current[key]])) }
}

/**
 * The codes of an entry when the place that it comes from says its own anew: names and states that somebody has given them
 * here stay, and so do the codes that were made here; one that the place now has too is the place's from then on, by the name
 * it was given here.
 */
export function followedCodes(
  current: readonly RightCode[] | undefined,
  next: readonly RightCode[],
): readonly RightCode[] {
  const known = new Map(current?.map((code) => [code.enCode, code]))
  const listed = new Set(next.map(({ enCode }) => enCode))
  const own = current?.filter(({ enCode, isOwn }) => isOwn && !listed.has(enCode)) ?? []
  return [
    ...next.map((code) => {
      const { isOwn, given, fullName, ...kept } = known.get(code.enCode) ?? code
      const isRenamed = (isOwn || given !== undefined) && !isDeepStrictEqual(fullName, code.fullName)
      return { ...kept, ...code, ...(isRenamed && { fullName, given: code.fullName }) }
    }),
    ...own,
  ]
}
