import type { FieldChange } from '@services/contract/areas/field/project'

/** Members of a change that are themselves read member by member. */
const NESTED = ['last', 'lastAt', 'lastQuality', 'frozen', 'reported', 'desired'] as const

/** Changes that wait to be told, one a thing: what is said later of a member counts. */
export type Pending = Map<string, FieldChange>

export function addChange(pending: Pending, change: FieldChange): void {
  const key = `${change.layer} ${change.id}`
  const known = pending.get(key)
  pending.set(key, known ? merge(known, change) : change)
}

function merge(before: FieldChange, after: FieldChange): FieldChange {
  const nested = NESTED.filter((name) => before[name] && after[name]).map((name) => [
    name,
    { ...(before[name] as object), ...(after[name] as object) },
  ])
  return { ...before, ...after, ...Object.fromEntries(nested) }
}
