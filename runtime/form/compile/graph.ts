import type { FieldPlan, RulePlan } from '../plan'

/** Rules in an order in which each comes after all it reads, and who reads what. */
export interface RuleGraph {
  readonly rules: readonly RulePlan[]
  readonly dependents: ReadonlyMap<string, readonly number[]>
}

/** A computation that needs its own result; `targets` are the paths around the circle. */
export class RuleCycleError extends Error {
  readonly targets: readonly string[]
  constructor(targets: readonly string[]) {
    super(`Rules read each other: ${targets.join(' → ')}`)
    this.name = 'RuleCycleError'
    this.targets = targets
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
    if (state.get(rule) === 'open') {
      const circle = path.slice(path.indexOf(rule)).map((member) => member.target)
      throw new RuleCycleError([...circle, rule.target])
    }
    state.set(rule, 'open')
    path.push(rule)
    for (const read of rule.reads) for (const writer of writers.get(read) ?? []) visit(writer)
    path.pop()
    state.set(rule, 'done')
    ordered.push(rule)
  }
  for (const rule of start) visit(rule)
  return { rules: ordered, dependents: dependentsOf(ordered) }
}

function writersOf(
  drafts: readonly RulePlan[],
  fields: ReadonlyMap<string, FieldPlan>,
): Map<string, RulePlan[]> {
  const writers = new Map<string, RulePlan[]>()
  const add = (path: string, rule: RulePlan) => {
    const known = writers.get(path)
    if (known) known.push(rule)
    else writers.set(path, [rule])
  }
  for (const rule of drafts) {
    const field = fields.get(rule.target)
    if (!field || (rule.kind !== 'value' && rule.kind !== 'visible')) continue
    add(field.path, rule)
    if (field.table) add(field.table, rule)
    for (const column of field.columns ?? []) add(column.path, rule)
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
