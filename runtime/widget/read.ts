import type { Text } from '../text'
import { isEmptyValue } from './definition'

/** A field of `formData` as stored (`reference/formdata-format.md §3`). */
export type FormDataField = Readonly<Record<string, unknown>>

/** The `__config__` of a field; empty when there is none. */
export function configOf(field: FormDataField): FormDataField {
  return readRecord(field['__config__']) ?? {}
}

export function readRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined
}

/** A filled text; the empty one stands for "not set" in `formData`. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A filled text with the code that models of several languages have beside it (`labelI18nCode`): our locales may know it. */
export function readCoded(from: FormDataField, member: string): Text | undefined {
  const text = readText(from[member])
  return text === undefined ? undefined : codedText(text, readText(from[`${member}I18nCode`]))
}

/** A text with the code beside it, where it has one: what is said where no locale has that. */
export function codedText(text: string, code: string | undefined): Text {
  return code === undefined || code === '' ? text : { zh: text, key: code.replace(/^@/, '') }
}

/** A number, also one that an older version stored as text (`"24"`). */
export function readNumber(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** A switch, in any of the forms that versions have stored it: true, 1, "true", "1". */
export function readFlag(value: unknown): boolean | undefined {
  if (value === true || value === 1 || value === 'true' || value === '1') return true
  if (value === false || value === 0 || value === 'false' || value === '0') return false
  return undefined
}

/** One of a few words; undefined for any other, so that the default stands. */
export function readWord<T extends string>(value: unknown, words: readonly T[]): T | undefined {
  return words.find((word) => word === value)
}

/** Leaves out what was not set, so that spreading the result over defaults keeps them. */
export function given<T extends object>(settings: T): Partial<T> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Partial<T>
}

/** What a search for a path of ids, or for several paths, looks for: the last of each, since the others only lead to it. */
export function lastOfPaths(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return itemsOf(value)
  const paths: readonly unknown[] = value.some(Array.isArray) ? value : [value]
  return paths.flatMap((path) => (Array.isArray(path) ? path.slice(-1) : [path]))
}

/** The items of a value that may be one or many, without empty ones: a place that was not filled is nobody. */
export function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.filter((item) => !isEmptyValue(item))
  return isEmptyValue(value) ? [] : [value]
}
