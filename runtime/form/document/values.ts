import { isRecord } from '../../json'
import type { Text } from '../../text'

/** A text of a document, undefined for anything else. */
export function readText(value: unknown): Text | undefined {
  if (typeof value === 'string') return value
  return isRecord(value) && typeof value['zh'] === 'string' ? (value as unknown as Text) : undefined
}

/** A finite number, also one written as text (`"24"`). */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

export function readStrings(value: unknown): readonly string[] {
  if (Array.isArray(value))
    return value.filter((item): item is string => typeof item === 'string' && item !== '')
  return typeof value === 'string' && value !== '' ? [value] : []
}
