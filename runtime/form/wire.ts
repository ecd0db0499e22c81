import type { Scope } from '../expression/expression'
import { scopeOf } from '../expression/scope'
import type { HeadlessHost } from '../host'
import { isRecord } from '../json'
import { readJson } from '../json-text'
import { firstOf, memberAt, putMember } from './places'
import type { FieldPlan, FormPlan, FormRecord } from './plan'

/**
 * A record as its form holds it: groups whose wire form is JSON text are objects, and what `load.map` says is worked out
 * from the record's members and the names around it. The record that came in is not changed.
 */
export function fromWire(plan: FormPlan, record: FormRecord, outer: Scope | undefined): FormRecord {
  if (!isMapped(plan)) return record
  let inside = record
  for (const { place, encode } of plan.groups.values()) {
    const text = encode === 'json' ? memberAt(inside, place) : undefined
    if (typeof text === 'string') inside = withMember(inside, place, jsonObject(text) ?? {})
  }
  const scope = scopeOf(inside, outer)
  const mapped = plan.load.map(({ place, expression }) => ({ place, value: expression.evaluate(scope) }))
  for (const { place, value } of mapped) inside = withMember(inside, place, value)
  return inside
}

/**
 * The record as it is kept and sent: the other way round, `save.map` worked out with the names of the form. A group of
 * which `unread` has the text is that text, as it came.
 */
export function toWire(
  plan: FormPlan,
  record: FormRecord,
  form: Scope,
  unread: ReadonlyMap<string, string> = NONE,
): FormRecord {
  if (!isMapped(plan)) return record
  let outside = record
  const mapped = plan.save.map(({ place, expression }) => ({ place, value: expression.evaluate(form) }))
  for (const { place, value } of mapped) outside = withMember(outside, place, value)
  // The inner ones first: a group of JSON text may stand in one.
  for (const { path, place, encode } of [...plan.groups.values()].reverse()) {
    const value = encode === 'json' ? memberAt(outside, place) : undefined
    const kept = unread.get(path)
    if (kept !== undefined) outside = withMember(outside, place, kept)
    else if (isRecord(value)) outside = withMember(outside, place, JSON.stringify(value))
  }
  return outside
}

const NONE: ReadonlyMap<string, string> = new Map()

/** The texts of groups of JSON text that are no object, by the group's path, as they stand in a record. */
export function unreadGroups(plan: FormPlan, record: FormRecord): ReadonlyMap<string, string> {
  const unread = new Map<string, string>()
  let inside = record
  for (const { path, place, encode } of plan.groups.values()) {
    const text = encode === 'json' ? memberAt(inside, place) : undefined
    if (typeof text !== 'string' || text === '') continue
    const read = jsonObject(text)
    if (read) inside = withMember(inside, place, read)
    else unread.set(path, text)
  }
  return unread
}

/** Groups of a record that hold something else than an object, or its JSON text where that is their wire form. */
export function brokenGroups(plan: FormPlan, record: FormRecord): readonly string[] {
  const unread = unreadGroups(plan, record)
  return [...plan.groups.values()].flatMap(({ path, place, encode }) => {
    const value = memberAt(record, place)
    if (value === undefined || value === null || value === '' || isRecord(value))
      return unread.has(path) ? [path] : []
    return encode === 'json' && typeof value === 'string' && !unread.has(path) ? [] : [path]
  })
}

/** Whether a field, or a table's column, is in one of the groups. */
export function within(groups: ReadonlyMap<string, unknown>, { path }: Pick<FieldPlan, 'path'>): boolean {
  return [...groups.keys()].some((group) => path.startsWith(`${group}.`))
}

/** What is wrong with a group that is no object: where its text is wrong and what to do about it. */
export function groupFault(
  plan: FormPlan,
  path: string,
  value: unknown,
  { text }: Pick<HeadlessHost, 'text'>,
): string {
  const { title } = plan.groups.get(path) ?? {}
  const label = text(title) || text(firstOf(plan, path)?.label ?? path)
  if (typeof value !== 'string') return text('@form.notAGroup', { label })
  const { fault } = readJson(value)
  if (!fault) return text('@form.groupNoObject', { label })
  return text('@form.groupNotRead', {
    label,
    line: fault.line,
    column: fault.column,
    reason: text(fault.reason, fault.params),
  })
}

function isMapped({ groups, load, save }: FormPlan): boolean {
  return groups.size + load.length + save.length > 0
}

/** A copy in which one member differs; what it does not lead through is shared. */
function withMember(record: FormRecord, place: readonly string[], value: unknown): FormRecord {
  const copy = { ...record }
  let holder = copy
  for (const name of place.slice(0, -1)) {
    const known = Object.hasOwn(holder, name) ? holder[name] : undefined
    const next = isRecord(known) ? { ...known } : {}
    holder[name] = next
    holder = next
  }
  putMember(holder, place.slice(-1), value)
  return copy
}

/** The object of a JSON text; undefined for any other text. */
function jsonObject(text: string): FormRecord | undefined {
  const { value } = readJson(text) as { readonly value?: unknown }
  return isRecord(value) ? value : undefined
}
