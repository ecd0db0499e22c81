import { isRecord } from '../json'
import type { FieldPlan, FormPlan, FormRecord, GroupPlan } from './plan'

/** Members below each other that a field's place may lead through: `a.b.c` are three. */
export const DEEPEST_PLACE = 8

/** A field's value in a record: of `dataConfigJson.sql` the member of a member. Undefined where there is none. */
export function valueAt(record: FormRecord, { path, place }: FieldPlan): unknown {
  if (!place) return Object.hasOwn(record, path) ? record[path] : undefined
  return memberAt(record, place)
}

export function memberAt(record: FormRecord, place: readonly string[]): unknown {
  let value: unknown = record
  for (const name of place) {
    if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}

/** Writes a field's value into a record of one's own; the objects on the way are made. */
export function putValue(record: FormRecord, { path, place }: FieldPlan, value: unknown): void {
  if (place) putMember(record, place, value)
  else record[path] = value
}

export function putMember(record: FormRecord, place: readonly string[], value: unknown): void {
  let holder = record
  for (const name of place.slice(0, -1)) {
    const known = Object.hasOwn(holder, name) ? holder[name] : undefined
    const next = isRecord(known) ? known : {}
    holder[name] = next
    holder = next
  }
  const last = place.at(-1)
  if (last !== undefined) holder[last] = value
}

/** A group as an object of its fields' values. */
export function groupValue(
  { place, fields }: GroupPlan,
  plans: FormPlan['fields'],
  read: (path: string) => unknown,
): FormRecord {
  const value: FormRecord = {}
  for (const path of fields) {
    const field = plans.get(path)
    if (field?.place) putMember(value, field.place.slice(place.length), read(path))
  }
  return value
}

/** What of a record is no field's: members beside the fields, also within groups. */
export function membersBeside(
  { fields, groups }: Pick<FormPlan, 'fields' | 'groups'>,
  record: FormRecord,
  above = '',
): FormRecord {
  const beside: FormRecord = {}
  for (const [name, value] of Object.entries(record)) {
    const path = above + name
    if (groups.has(path)) {
      if (isRecord(value)) beside[name] = membersBeside({ fields, groups }, value, `${path}.`)
    } else if (!fields.has(path) || fields.get(path)?.table !== undefined) beside[name] = value
  }
  return beside
}

/** Values over what stands beside them: groups are merged, everything else is the value. */
export function overMembers(
  groups: FormPlan['groups'],
  beside: FormRecord,
  values: FormRecord,
  above = '',
): FormRecord {
  const merged: FormRecord = { ...beside, ...values }
  if (groups.size === 0) return merged
  for (const [name, value] of Object.entries(values)) {
    const under = beside[name]
    if (groups.has(above + name) && isRecord(value) && isRecord(under))
      merged[name] = overMembers(groups, under, value, `${above}${name}.`)
  }
  return merged
}

/** The field that stands first in a group. */
export function firstOf({ fields, groups }: FormPlan, path: string): FieldPlan | undefined {
  return fields.get(groups.get(path)?.fields[0] ?? '')
}

/** The fields of a named group, in order. */
export function groupFields({ fields, groups }: FormPlan, path: string): readonly FieldPlan[] {
  return (groups.get(path)?.fields ?? []).flatMap((one) => fields.get(one) ?? [])
}

/** The sub-table that a cell's path leads into, and what follows its name: `["2", "amount"]`. */
export function tableOf<T>(
  tables: ReadonlyMap<string, T>,
  path: string,
): { readonly table: T; readonly rest: readonly string[] } | undefined {
  for (const [name, table] of tables)
    if (path.startsWith(`${name}.`)) return { table, rest: path.slice(name.length + 1).split('.') }
  return undefined
}

/** The path of the top-level field that a path means, whose cell or row it may be. */
export function topField({ fields, groups }: FormPlan, path: string): string {
  const known = fields.get(path)
  if (known) return known.table ?? path
  const group = groups.get(path)
  if (group) return group.fields[0] ?? path
  const parts = path.split('.')
  for (let length = parts.length - 1; length > 0; length--) {
    const above = parts.slice(0, length).join('.')
    if (fields.has(above)) return above
  }
  return path
}
