import { isSecret } from '@runtime/form'
import { isEntered } from '@runtime/form/engine/entered'
import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import { keyPath } from '../../online-development/stored'
import { uniqueFields } from '../../online-development/unique'
import { changedRules } from './changed-rules'
import { isNarrower, isOther } from './narrower'

/** What of a form may refuse values that another one has taken; fields by their paths in it. */
export interface Tightened {
  readonly judged: ReadonlySet<string>
  /** Those that have another widget. */
  readonly refitted: ReadonlySet<string>
  /** Those of them whose numbers were moments, and would be read as bare digits. */
  readonly timeless: ReadonlySet<string>
  /** Fields that no two records may share a value of any more. */
  readonly unique: readonly FieldPlan[]
  /** Fields that there were none of, nor need there be values: only what an earlier version left under their keys can be wrong. */
  readonly fresh: readonly FieldPlan[]
}

/** Fields are the same that have the same key, whatever they are called. Null before: nothing has been taken yet. */
export function tightenedBy(before: FormPlan | null, after: FormPlan): Tightened {
  const old = new Map(before ? [...before.fields.values()].map((one) => [keyPath(one), one]) : [])
  const pairs = [...after.fields.values()].map((field) => [field, old.get(keyPath(field))] as const)
  const judged = new Set<string>()
  const refitted = new Set<string>()
  const timeless = new Set<string>()
  const fresh: FieldPlan[] = []
  for (const [field, then] of pairs) {
    if (!then) {
      if (field.required && isEntered(field)) judged.add(field.path)
      else if (isEntered(field) && !isSecret(field)) fresh.push(field)
      continue
    }
    if (!isNarrower(then, field)) continue
    judged.add(field.path)
    if (!isOther(then, field) || isSecret(field) || isSecret(then)) continue
    refitted.add(field.path)
    if (isMoment(then) && !isMoment(field)) timeless.add(field.path)
  }
  for (const path of decidedOtherwise(before, after, refitted)) judged.add(path)
  const unique = uniqueFields(after).filter((field) => {
    const then = old.get(keyPath(field))
    return !then?.unique || isOther(then, field)
  })
  return { judged, refitted, timeless, unique, fresh: fresh.filter(({ path }) => !judged.has(path)) }
}

const isMoment = ({ definition }: FieldPlan): boolean => definition?.group === 'date'

/** Fields of which rules, scripts or conditions may ask more than they did. */
function decidedOtherwise(
  before: FormPlan | null,
  after: FormPlan,
  refitted: ReadonlySet<string>,
): readonly string[] {
  const base = before ?? { ...after, rules: [], checks: [] }
  const { visible, required, checks } = changedRules(base, after, refitted)
  const free = [...(before?.scripted?.states ?? [])].filter((path) => !after.scripted?.states.has(path))
  const seen = new Set([...visible, ...free])
  const paths = [...after.fields.values()].filter((field) => {
    if (!isEntered(field)) return false
    const { path, table } = field
    const isSeen = seen.has(path) || (table !== undefined && seen.has(table))
    return isSeen ? !isSecret(field) || mayBeDue(after, field) : required.has(path) && mayBeDue(after, field)
  })
  return [...paths.map(({ path }) => path), ...checks]
}

const mayBeDue = ({ rules }: FormPlan, { path, required }: FieldPlan): boolean =>
  required || rules.some(({ kind, target }) => kind === 'required' && target === path)
