import type { FieldPlan, RulePlan } from '../plan'

/** Rules in an order in which each comes after all it reads, and who reads what. */
export interface RuleGraph {
  readonly rules: readonly RulePlan[]
  readonly dependents: ReadonlyMap<string, readonly number[]>
}

/** A computation that needs its own result; `targets` are the paths around the circle, `rules` those that make it. */
export class RuleCycleError extends Error {
  readonly targets: readonly string[]
  readonly rules: readonly RulePlan[]
  constructor(rules: readonly RulePlan[]) {
    const targets = [...rules, ...rules.slice(0, 1)].map(({ target }) => target)
    super(`Rules read each other: ${targets.join(' → ')}`)
    this.name = 'RuleCycleError'
    this.targets = targets
    this.rules = rules
  }
}

/**
 * Orders rules so that one pass suffices. Rules of rows go first where nothing else decides, so that a column's aggregate
 * is taken once, when its rows are done. A field hidden by a rule reads as null, so its visibility counts as writing it.
 * @throws RuleCycleError
 */
export function orderRules(drafts: readonly RulePlan[], fields: ReadonlyMap<string, FieldPlan>): RuleGraph {
  const writers = writersOf(drafts, fields)
  const isRow = (rule: RulePlan) => fields.get(rule.target)?.table !== undefined
  const start = [...drafts.filter(isRow), ...drafts.filter((rule) => !isRow(rule))]
  const ordered: RulePlan[] = []
  const state = new Map<RulePlan, 'open' | 'done'>()
  const path: RulePlan[] = []

  const visit = (rule: RulePlan) => {
    if (state.get(rule) === 'done') return
    if (state.get(rule) === 'open') throw new RuleCycleError(path.slice(path.indexOf(rule)))
    state.set(rule, 'open')
    path.push(rule)
    for (const read of rule.reads) for (const writer of writers.get(read) ?? []) visit(writer)
    path.pop()
    state.set(rule, 'done')
    ordered.push(rule)
  }
  for (const rule of start) visit(rule)
  const dependents = dependentsOf(ordered)
  return { rules: behindDebounced(ordered, dependents, fields), dependents }
}

/** Tells every rule which debounced ones it reads. */
function behindDebounced(
  rules: readonly RulePlan[],
  dependents: ReadonlyMap<string, readonly number[]>,
  fields: ReadonlyMap<string, FieldPlan>,
): readonly RulePlan[] {
  const behind = new Map<number, Set<number>>()
  rules.forEach((rule, index) => {
    if (rule.debounce === undefined) return
    const written = new Set(writtenBy(rule, fields))
    // A set that grows while it is gone through: what reads a path, and what that writes in turn.
    for (const path of written) {
      for (const reader of dependents.get(path) ?? []) {
        behind.set(reader, (behind.get(reader) ?? new Set()).add(index))
        for (const next of writtenBy(rules[reader], fields)) written.add(next)
      }
    }
  })
  return rules.map((rule, index) => {
    const before = behind.get(index)
    return before ? { ...rule, behind: [...before] } : rule
  })
}

/** The paths that read differently after a rule has run. */
function writtenBy(rule: RulePlan | undefined, fields: ReadonlyMap<string, FieldPlan>): readonly string[] {
  const field = rule && fields.get(rule.target)
  if (!field || (rule.kind !== 'value' && rule.kind !== 'visible')) return []
  const columns = (field.columns ?? []).map((column) => column.path)
  return [field.path, ...(field.table === undefined ? [] : [field.table]), ...columns]
}

function writersOf(
  drafts: readonly RulePlan[],
  fields: ReadonlyMap<string, FieldPlan>,
): Map<string, RulePlan[]> {
  const writers = new Map<string, RulePlan[]>()
  for (const rule of drafts) {
    for (const path of writtenBy(rule, fields)) {
      const known = writers.get(path)
      if (known) known.push(rule)
      else writers.set(path, [rule])
    }
  }
  return writers
}

function dependentsOf(rules: readonly RulePlan[]): Map<string, number[]> {
  const dependents = new Map<string, number[]>()
  rules.forEach((rule, index) => {
    for (const read of rule.reads) {
      const known = dependents.get(read)
      if (known) known.push(index)
      else dependents.set(read, [index])
    }
  })
  return dependents
}
