import type { FieldPlan, FormPlan } from '@runtime/form/plan'

/**
 * A form cut down to what some of its fields are judged by: these, all that their rules and conditions read, and all that they are
 * worked out from. A form with groups or members of its own stays whole.
 */
export function cutTo(plan: FormPlan, judged: ReadonlySet<string>): FormPlan {
  if (plan.groups.size + plan.load.length > 0) return plan
  const needed = neededBy(plan, judged)
  const places = new Map<number, number>()
  const rules = plan.rules.filter(({ target }, index) => {
    if (!needed.has(target)) return false
    places.set(index, places.size)
    return true
  })
  const fields = [...plan.fields].filter(
    ([path, { table }]) => needed.has(path) || (table !== undefined && needed.has(table)),
  )
  return {
    ...plan,
    fields: new Map(fields),
    rules,
    dependents: new Map(
      [...plan.dependents].map(([path, list]) => [path, list.flatMap((index) => places.get(index) ?? [])]),
    ),
    checks: plan.checks.filter(({ target }) => judged.has(target)),
  }
}

/** Paths of all fields that have to be known, a table's among them where one of its columns has. */
function neededBy(plan: FormPlan, judged: ReadonlySet<string>): ReadonlySet<string> {
  const needed = new Set<string>()
  const open = [...judged]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const field = plan.fields.get(path)
    if (needed.has(path)) continue
    if (field) needed.add(path)
    if (field?.table !== undefined) open.push(field.table)
    // A table that is read as a whole is read with its columns.
    if (field?.columns && !judged.has(path)) open.push(...field.columns.map((column) => column.path))
    for (const { target, reads } of [...plan.rules, ...plan.checks]) if (target === path) open.push(...reads)
    if (field) open.push(...namedIn(plan, field))
  }
  return needed
}

/** Fields that a field's settings name: its bounds may stand in another one. */
function namedIn(plan: FormPlan, { settings, table }: FieldPlan): readonly string[] {
  const found: string[] = []
  const look = (value: unknown): void => {
    if (typeof value === 'string') {
      for (const path of [value, `${table}.${value}`]) if (plan.fields.has(path)) found.push(path)
    } else if (typeof value === 'object' && value !== null)
      for (const member of Object.values(value)) look(member)
  }
  look(settings)
  return found
}
