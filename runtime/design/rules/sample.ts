import { ExpressionError, type ExpressionProblem, type Scope } from '../../expression'
import { compileFormExpression } from '../../form/compile/aggregates'
import { resolveReads } from '../../form/compile/reads'
import { rounding } from '../../form/compile/rounding'
import { finishValue } from '../../form/engine/result'
import type { FieldPlan, FormPlan, FormRecord } from '../../form/plan'
import { asNumber, asRecord } from '../../json'

/** Where a rule stands, and the record it is tried out on. */
export interface RuleTrial {
  readonly plan: FormPlan
  /** The sub-table in whose first row it is worked out. */
  readonly table?: string | undefined
  readonly record: FormRecord
  /** Values in the place of the record's, by the keys of what the rule reads. */
  readonly given: ReadonlyMap<string, unknown>
  /** What surrounds the form: the person, the clock. */
  readonly outer: Scope
}

/** Something that a rule reads, as it is in the sample. */
export interface SampleRead {
  /** The path; of a column that is read over all rows with `[]` behind it. */
  readonly key: string
  readonly field: FieldPlan
  /** Of all rows a list. */
  readonly value: unknown
}

export interface TrialResult {
  readonly reads: readonly SampleRead[]
  readonly value: unknown
  readonly problem?: ExpressionProblem
}

/** What a rule comes to on a sample record, with what it reads there; undefined while it is no expression. */
export function tryRule(source: string, trial: RuleTrial, target?: FieldPlan): TrialResult | undefined {
  let expression: ReturnType<typeof compileFormExpression>
  try {
    expression = compileFormExpression(source)
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
  const { plan, table } = trial
  const sample = new Sample(trial)
  const { reads, wide } = resolveReads(expression.dependencies, table, plan.fields, plan.groups)
  const found = reads.flatMap((path): readonly SampleRead[] => {
    const field = plan.fields.get(path)
    if (!field || field.columns) return []
    const isList = field.table !== undefined && (field.table !== table || wide.includes(path))
    return isList
      ? [{ key: `${path}[]`, field, value: sample.column(field) }]
      : [{ key: path, field, value: field.table === undefined ? sample.top(field) : sample.own(field) }]
  })
  let problem: ExpressionProblem | undefined
  const result = expression.evaluate(sample.scope(table), (one) => {
    problem ??= one
  })
  const value = target ? finishValue(rounding(target), result) : result
  return { reads: found, value, ...(problem && { problem }) }
}

/** The sample record as rules read it: what others compute is worked out, unless a value is given for it. */
class Sample {
  readonly #trial: RuleTrial
  /** Values that are being worked out: in a circle there are none. */
  readonly #open = new Set<string>()

  constructor(trial: RuleTrial) {
    this.#trial = trial
  }

  top(field: FieldPlan): unknown {
    const { given, record } = this.#trial
    if (given.has(field.path)) return given.get(field.path)
    if (!field.columns) return this.#computed(field, this.scope(undefined)) ?? record[field.path] ?? null
    const { columns } = field
    return this.#rows(field).map((_, index) =>
      Object.fromEntries(columns.map((column) => [column.name, this.#cell(column, index)])),
    )
  }

  /** A column in the first row, where the rule is worked out. */
  own(column: FieldPlan): unknown {
    const { given } = this.#trial
    if (given.has(column.path)) return given.get(column.path)
    const [row] = this.#rows(this.#tableOf(column))
    return this.#computed(column, this.#rowScope(column.table, 'own')) ?? row?.[column.name] ?? null
  }

  column(column: FieldPlan): readonly unknown[] {
    return this.#rows(this.#tableOf(column)).map((_, index) => this.#cell(column, index))
  }

  scope(table: string | undefined): Scope {
    if (table !== undefined) return this.#rowScope(table, 'own')
    const { plan, outer } = this.#trial
    return {
      get: (name) => {
        const field = plan.fields.get(name)
        if (field && field.table === undefined) return this.top(field)
        if (name !== 'form') return outer.get(name)
        const own = [...plan.fields.values()].filter((one) => one.table === undefined)
        return Object.fromEntries(own.map((one) => [one.name, this.top(one)]))
      },
    }
  }

  /** @param at the position of the row; `own`: the first, with what is given for it alone */
  #rowScope(table: string | undefined, at: number | 'own'): Scope {
    const columns = this.#trial.plan.fields.get(table ?? '')?.columns ?? []
    const read = (column: FieldPlan) => (at === 'own' ? this.own(column) : this.#cell(column, at))
    const form = this.scope(undefined)
    return {
      get: (name) => {
        const column = columns.find((one) => one.name === name)
        if (column) return read(column)
        if (name !== 'row') return form.get(name)
        return Object.fromEntries(columns.map((one) => [one.name, read(one)]))
      },
    }
  }

  #tableOf({ table }: FieldPlan): FieldPlan | undefined {
    return this.#trial.plan.fields.get(table ?? '')
  }

  #cell(column: FieldPlan, index: number): unknown {
    const list = this.#trial.given.get(`${column.path}[]`)
    if (Array.isArray(list)) return list[index] ?? null
    const row = this.#rows(this.#tableOf(column))[index]
    return this.#computed(column, this.#rowScope(column.table, index), index) ?? row?.[column.name] ?? null
  }

  /** As many rows as the sample has, or as values are given for a column. */
  #rows(table: FieldPlan | undefined): readonly FormRecord[] {
    if (!table) return []
    const { record, given } = this.#trial
    const stored = record[table.path]
    const rows = Array.isArray(stored) ? stored.map(asRecord) : []
    const counts = (table.columns ?? []).flatMap(({ path }) => {
      const list = given.get(`${path}[]`)
      return Array.isArray(list) ? [list.length] : []
    })
    const count = counts.length > 0 ? Math.max(...counts) : rows.length
    return Array.from({ length: count }, (_, index) => rows[index] ?? rows[0] ?? {})
  }

  #computed({ path, computed }: FieldPlan, scope: Scope, index: number | 'own' = 'own'): unknown {
    const key = `${path} ${index}`
    if (!computed || this.#open.has(key)) return undefined
    const rule = this.#trial.plan.rules.find(({ target, kind }) => target === path && kind === 'value')
    if (!rule?.expression || rule.derivation) return undefined
    this.#open.add(key)
    const value = finishValue(rule, rule.expression.evaluate(scope))
    this.#open.delete(key)
    return value
  }
}

/** A text that is typed for a value, as the field would keep it; empty: none. */
export function typedValue(text: string, { schema }: FieldPlan): unknown {
  if (text.trim() === '') return null
  const isNumber = [schema.type].flat().some((type) => type === 'number' || type === 'integer')
  const number = asNumber(text)
  return isNumber && Number.isFinite(number) ? number : text
}
