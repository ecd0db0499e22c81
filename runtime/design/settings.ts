import { normaliseField } from '../form/formdata/aliases'
import { current } from '../form/formdata/field-config'
import { isRecord } from '../json'
import { withMember, withoutMember, withValue } from '../lossless'
import { jsonEqual } from '../schema'
import { createField, type DesignedWidget } from '../widget/design'
import type { FormDataField } from '../widget/read'

type Json = Readonly<Record<string, unknown>>

/** A field's settings as the form has them: what it says over the widget's defaults. */
export function settingsOf({ definition }: DesignedWidget, field: FormDataField): Json {
  const normal = normaliseField(field)
  return { ...definition.defaults, ...definition.fromFormData?.(normal), ...current(normal) }
}

/**
 * A field that says these settings: the inverse of `settingsOf`. Only the members of settings that differ are written; a
 * setting that is gone becomes what it is in a new field. What a `formData` cannot say is left out.
 */
export function toFormData(widget: DesignedWidget, settings: Json, field: FormDataField): FormDataField {
  const before = settingsOf(widget, field)
  let made: FormDataField | undefined
  let next = field
  for (const key of new Set([...Object.keys(before), ...Object.keys(settings)])) {
    const value = settings[key]
    if (isSame(before[key], value)) continue
    made ??= createField(widget, { id: 0, label: '', now: 0 })
    // A new field may say more than nothing: a card has a title.
    const isUnsaid = settingsOf(widget, made)[key] === undefined
    next = merged(next, patchOf(widget, key, value, next, settings), isUnsaid ? made : undefined)
  }
  return next
}

function patchOf(
  { design }: DesignedWidget,
  key: string,
  value: unknown,
  field: FormDataField,
  settings: Json,
): Json {
  const stored = design.stored?.[key] === undefined ? [key] : design.stored[key]
  if (stored === null) return {}
  if (typeof stored === 'function') return stored(value as never, field, settings as never)
  return stored.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Json
}

/** Brings members into an object: those that are there keep their place, and where they say the same their bytes. */
function merged(object: Json, patch: Json, made: unknown): Json {
  return Object.entries(patch).reduce((next, [key, value]) => {
    const own = Object.hasOwn(next, key)
    const asMade = isRecord(made) ? made[key] : undefined
    const old = own ? next[key] : undefined
    const wanted = mergedValue(old, value, asMade)
    if (wanted === undefined) return own ? withoutMember(next, key) : next
    if (own) return isSame(old, wanted) ? next : withValue(next, key, wanted)
    return withMember(next, key, wanted)
  }, object)
}

function mergedValue(old: unknown, value: unknown, made: unknown): unknown {
  if (value === undefined) return made
  if (Array.isArray(value)) return Array.isArray(old) ? mergedList(old, value) : value.map(clean)
  return isRecord(value) ? merged(isRecord(old) ? old : {}, value, made) : value
}

/** What is equal at both ends stays; between, each item is brought into the one in its place where their number is the same. */
function mergedList(old: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  let start = 0
  while (start < Math.min(old.length, next.length) && says(old[start], next[start])) start += 1
  let end = 0
  const rest = Math.min(old.length, next.length) - start
  while (end < rest && says(old[old.length - 1 - end], next[next.length - 1 - end])) end += 1
  const isSameSize = old.length === next.length
  let list = old
  for (let at = old.length - end - 1; at >= start; at--) {
    const other: unknown = next[at]
    if (!isSameSize) list = withoutMember(list, at)
    else list = withValue(list, at, mergedValue(old[at], other, undefined))
  }
  if (isSameSize) return list
  const added = next.slice(start, next.length - end)
  return added.reduce<readonly unknown[]>(
    (items, item, index) =>
      withMember(items, start + index, old.find((one) => says(one, item)) ?? clean(item)),
    list,
  )
}

/** Whether an item says what is wanted of it already. */
function says(old: unknown, wanted: unknown): boolean {
  return isSame(old, isRecord(old) && isRecord(wanted) ? { ...old, ...wanted } : wanted)
}

/** A value as JSON has it: without members that are undefined. */
function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[key, clean(member)]])),
  )
}

function isSame(left: unknown, right: unknown): boolean {
  if (left === undefined || right === undefined) return left === right
  return jsonEqual(clean(left), clean(right))
}
