import type { FieldPlan } from '../form/plan'
import { isNumeric } from './fields'
import type { Condition, ListPlan } from './plan'
import { QueryError } from './problem'
import { type Atom, atomsOf, fold, numberOf } from './values'

type Test = Extract<Condition, { kind: 'test' }>
type Row = Readonly<Record<string, unknown>>

/**
 * Validates a record of raw values in memory. What it says is what a condition means; the server's SQL is tested against it.
 * A field with several values (also a sub-table's column) passes when one of them does; the negative operators are the
 * exact opposites of the positive ones, so that they hold for an empty field.
 */
export function matches(condition: Condition | null, row: Row, plan: Pick<ListPlan, 'form'>): boolean {
  if (!condition) return true
  if (condition.kind !== 'test') {
    const holds = (part: Condition) => matches(part, row, plan)
    return condition.kind === 'all' ? condition.of.every(holds) : condition.of.some(holds)
  }
  const field = plan.form?.fields.get(condition.path)
  if (!field) throw new QueryError('@list.unknownField', { field: condition.path })
  return passes(condition, field, row)
}

function passes({ operator, value }: Test, field: FieldPlan, row: Row): boolean {
  const atoms = atomsOf(field, row)
  const some = (test: (atom: Atom) => boolean) => atoms.some(test)
  const equal = (other: unknown) => some((atom) => same(field, atom, other))
  switch (operator) {
    case 'equals':
      return equal(value)
    case 'notEquals':
      return !equal(value)
    case 'in':
      return listed(value).some(equal)
    case 'notIn':
      return !listed(value).some(equal)
    case 'contains':
      return some((atom) => fold(String(atom)).includes(fold(String(value))))
    case 'notContains':
      return !some((atom) => fold(String(atom)).includes(fold(String(value))))
    case 'greater':
      return some((atom) => compare(field, atom, value, (order) => order > 0))
    case 'greaterOrEqual':
      return some((atom) => compare(field, atom, value, (order) => order >= 0))
    case 'less':
      return some((atom) => compare(field, atom, value, (order) => order < 0))
    case 'lessOrEqual':
      return some((atom) => compare(field, atom, value, (order) => order <= 0))
    case 'between':
      return some((atom) => within(field, atom, value))
    case 'empty':
      return atoms.length === 0
    case 'notEmpty':
      return atoms.length > 0
  }
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

function same(field: FieldPlan, atom: Atom, other: unknown): boolean {
  if (!isNumeric(field)) return String(atom) === String(other)
  const number = numberOf(atom)
  return number !== null && number === numberOf(other)
}

function within(field: FieldPlan, atom: Atom, value: unknown): boolean {
  const [from, to] = listed(value)
  const open = (bound: unknown) => bound === null || bound === undefined || bound === ''
  return (
    (open(from) || compare(field, atom, from, (order) => order >= 0)) &&
    (open(to) || compare(field, atom, to, (order) => order <= 0))
  )
}

function compare(field: FieldPlan, atom: Atom, other: unknown, holds: (order: number) => boolean): boolean {
  if (!isNumeric(field)) {
    const [a, b] = [String(atom), String(other)]
    return holds(a < b ? -1 : a > b ? 1 : 0)
  }
  const [a, b] = [numberOf(atom), numberOf(other)]
  return a !== null && b !== null && holds(a - b)
}
