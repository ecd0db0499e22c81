import type { FormPlan, RulePlan } from '@runtime/form/plan'

/** What may come out otherwise than it did, by the path of the field. */
export interface Otherwise {
  readonly visible: ReadonlySet<string>
  readonly required: ReadonlySet<string>
  /** What is said of the values of fields, and under the empty text of the record as a whole. */
  readonly checks: ReadonlySet<string>
}

/**
 * What the rules of a form may decide otherwise than those of another one do for the same record: rules that are new, gone or
 * others, and those that read what has become other. `values`: fields whose stored values are read in another way.
 */
export function changedRules(before: FormPlan, after: FormPlan, values: Iterable<string>): Otherwise {
  const known = new Set(before.rules.map(signature))
  const kept = new Set(after.rules.map(signature))
  const sets = { visible: new Set<string>(), required: new Set<string>(), checks: new Set<string>() }
  const other = new Set<string>(values)
  const note = ({ kind, target }: RulePlan) => {
    // Who reads what is hidden reads nothing.
    if (kind === 'value' || kind === 'visible') other.add(target)
    if (kind === 'visible' || kind === 'required') sets[kind].add(target)
  }
  for (const rule of before.rules) if (!kept.has(signature(rule))) note(rule)
  // Each rule comes after all that it reads.
  for (const rule of after.rules)
    if (!known.has(signature(rule)) || rule.reads.some((path) => isAmong(other, path))) note(rule)
  const checks = new Set(before.checks.map(checkSignature))
  for (const check of after.checks)
    if (!checks.has(checkSignature(check)) || check.reads.some((path) => isAmong(other, path)))
      sets.checks.add(check.target)
  return sets
}

/** Whether a path, what it is a part of, or a part of it is among some. */
function isAmong(paths: ReadonlySet<string>, path: string): boolean {
  if (paths.has(path)) return true
  for (const one of paths) if (path.startsWith(`${one}.`) || one.startsWith(`${path}.`)) return true
  return false
}

const signature = ({ kind, target, expression, precision, fallback }: RulePlan): string =>
  JSON.stringify([kind, target, expression?.source ?? null, precision ?? null, fallback ?? null])

const checkSignature = ({ target, expression }: FormPlan['checks'][number]): string =>
  JSON.stringify([target, expression.source])
