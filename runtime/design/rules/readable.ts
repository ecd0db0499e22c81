import { ExpressionError } from '../../expression'
import { compileFormExpression } from '../../form/compile/aggregates'
import { unknownName } from '../../form/compile/reads'
import type { FormPlan } from '../../form/plan'
import type { Text, TextParams } from '../../text'

/** A name that a rule may read. */
export interface ReadableName {
  readonly name: string
  readonly label: Text
  /** One value for each row that the rule is worked out in, of all rows (`items.amount`), or one of the form. */
  readonly of: 'row' | 'rows' | 'form'
}

const NAME = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u

/** What a rule may read, in the row of a sub-table (`table`) its columns first; names that no expression can say are left out. */
export function readableNames(plan: FormPlan, table: string | undefined): readonly ReadableName[] {
  const row: ReadableName[] = []
  const form: ReadableName[] = []
  const rows: ReadableName[] = []
  const columns = new Set(plan.fields.get(table ?? '')?.columns?.map(({ name }) => name))
  for (const { path, name, label, table: holder } of plan.fields.values()) {
    if (!path.split('.').every((part) => NAME.test(part))) continue
    if (holder === undefined)
      form.push({ name: columns.has(name) ? `form.${name}` : name, label, of: 'form' })
    else if (holder === table) row.push({ name, label, of: 'row' })
    if (holder !== undefined) rows.push({ name: path, label, of: 'rows' })
  }
  return [...row, ...form, ...rows]
}

/** Something wrong with a rule; `offset` counts from 0. */
export interface RuleFault {
  readonly offset: number
  readonly message: string
  readonly params?: TextParams
}

/** The first thing that is wrong with a rule while it is written; null: nothing. */
export function ruleFault(source: string, plan: FormPlan, table: string | undefined): RuleFault | null {
  try {
    const { dependencies, references = [] } = compileFormExpression(source)
    for (const path of dependencies) {
      const stranger = unknownName(path, table, plan.fields, plan.groups)
      if (!stranger) continue
      const { name, nearest } = stranger
      const reference = references.find((one) => one.path === path)
      const offset = reference?.offsets[path.split('.').indexOf(name)] ?? Math.max(0, source.indexOf(name))
      const message = nearest === undefined ? '@code.stranger' : '@rules.strangerNear'
      return { offset, message, params: { name, nearest } }
    }
    return null
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const { position = 0, message, params } = error.problem
    return { offset: position, message, ...(params && { params }) }
  }
}
