import { isRecord } from '../../json'
import type { Key } from '../../lossless'
import { jsonEqual } from '../../schema'
import type { Address } from '../address'
import type { Command } from '../command'

/**
 * The least that makes one object the other: a `set` for each member that differs, lists as a whole. What two people set in
 * different members does not meet, and what was not touched keeps its bytes.
 */
export function setsBetween(what: Address, before: unknown, after: unknown): readonly Command[] {
  if (before === after) return []
  if (!isRecord(before) || !isRecord(after)) return jsonEqual(before, after) ? [] : [setTo(what, after)]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name): readonly Command[] => {
    const place = within(what, name)
    if (!Object.hasOwn(after, name) || after[name] === undefined)
      return Object.hasOwn(before, name) ? [{ do: 'set', what: place }] : []
    if (!Object.hasOwn(before, name)) return [setTo(place, after[name])]
    return setsBetween(place, before[name], after[name])
  })
}

/** An address further in. */
export function within(address: Address, ...path: readonly Key[]): Address {
  return { ...address, path: [...address.path, ...path] }
}

const setTo = (what: Address, value: unknown): Command => ({ do: 'set', what, value })
