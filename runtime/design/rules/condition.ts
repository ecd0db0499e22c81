import { momentOf, partsOf, type TimeZone } from '../../date'
import { type ExpressionTree, expressionTree } from '../../expression'
import type { FieldPlan } from '../../form/plan'
import { newId } from '../../id'
import { type DraftCondition, type DraftGroup, type DraftQuery, newGroup } from '../../list/condition-draft'
import { isBlank } from '../../list/values'
import { kindOf, ruleSymbols } from './condition-fields'

/** What a condition is read and written with: its fields by the names that a rule calls them, and where days begin. */
export interface ConditionPlace {
  readonly fields: readonly FieldPlan[]
  readonly timeZone: TimeZone
}

type Logic = DraftGroup['logic']

const MIRRORED: Readonly<Record<string, string>> = {
  ...{ '==': '==', '!=': '!=', '>': '<', '>=': '<=', '<': '>', '<=': '>=' },
}
const CALLS: Readonly<Record<string, string>> = { CONTAINS: 'like', STARTSWITH: 'starts' }
const DENIED: Readonly<Record<string, string>> = {
  ...{ like: 'notLike', in: 'notIn', null: 'notNull' },
  ...{ '==': '<>', '<>': '==', notLike: 'like', notIn: 'in', notNull: 'null' },
}

/** A rule as rows of field, symbol and value in groups; null for what they cannot say. An empty rule is one empty row. */
export function readCondition(source: string, place: ConditionPlace): DraftQuery | null {
  if (source.trim() === '') return { logic: 'and', groups: [newGroup()] }
  const tree = expressionTree(source)
  if (!tree) return null
  const logic = logicOf(tree) ?? 'and'
  const groups: DraftGroup[] = []
  let open: DraftCondition[] | undefined
  for (const part of operandsOf(tree, logic)) {
    const own = logicOf(part)
    const conditions = operandsOf(part, own).map((one) => rowOf(one, place))
    if (!conditions.every((row) => row !== null)) return null
    if (own !== undefined) open = undefined
    else if (open) {
      open.push(...conditions)
      continue
    } else open = conditions
    groups.push({ id: newId(), logic: own ?? logic, conditions })
  }
  return { logic, groups }
}

/** The rule that a draft says, empty when it says nothing: rows without a field or a value are left out. */
export function writeCondition(draft: DraftQuery, place: ConditionPlace): string {
  const groups = draft.groups.flatMap(({ logic, conditions }) => {
    const rows = conditions.flatMap((one) => rowText(one, place) ?? [])
    return rows.length > 0 ? [{ logic, rows }] : []
  })
  const isAlone = groups.length === 1
  return groups
    .map(({ logic, rows }) => {
      const text = rows.join(joint(logic))
      return isAlone || rows.length === 1 || logic === draft.logic ? text : `(${text})`
    })
    .join(joint(draft.logic))
}

const joint = (logic: Logic) => (logic === 'or' ? ' || ' : ' && ')

function logicOf(tree: ExpressionTree): Logic | undefined {
  if (tree.kind === 'operator' && (tree.operator === 'and' || tree.operator === 'or')) return tree.operator
  if (tree.kind !== 'call' || tree.of.length < 2) return undefined
  return tree.name === 'AND' ? 'and' : tree.name === 'OR' ? 'or' : undefined
}

function operandsOf(tree: ExpressionTree, logic: Logic | undefined): readonly ExpressionTree[] {
  const isJoined = logic !== undefined && logicOf(tree) === logic && 'of' in tree
  return isJoined ? tree.of.flatMap((one) => operandsOf(one, logic)) : [tree]
}

function rowOf(tree: ExpressionTree, place: ConditionPlace): DraftCondition | null {
  const found = testOf(tree, place)
  if (!found) return null
  const { field, symbol, value } = found
  if (!ruleSymbols(field).includes(symbol)) return null
  return { id: newId(), path: field.path, symbol, value }
}

interface Test {
  readonly field: FieldPlan
  readonly symbol: string
  readonly value: unknown
}

function testOf(tree: ExpressionTree, place: ConditionPlace): Test | null {
  if (tree.kind === 'name') {
    const field = fieldOf(tree, place)
    return field && kindOf(field) === 'switch' ? { field, symbol: '==', value: 1 } : null
  }
  if (tree.kind !== 'operator' && tree.kind !== 'call') return null
  const [left, right] = tree.of
  if (!left) return null
  const name = tree.kind === 'operator' ? tree.operator : tree.name
  if (name === 'not' || name === 'NOT') return denied(testOf(left, place))
  const field = fieldOf(left, place)
  if (name === 'ISEMPTY') return field ? { field, symbol: 'null', value: null } : null
  if (!right) return null
  if (!field) {
    const mirrored = tree.kind === 'operator' ? MIRRORED[name] : undefined
    const isValue = left.kind !== 'name' && right.kind === 'name'
    if (mirrored === undefined || !isValue) return null
    return testOf({ kind: 'operator', operator: mirrored, of: [right, left] }, place)
  }
  return compared(field, tree.kind === 'call' ? CALLS[name] : name, right, place)
}

function compared(
  field: FieldPlan,
  operator: string | undefined,
  right: ExpressionTree,
  place: ConditionPlace,
): Test | null {
  if (operator === 'in') {
    const values = right.kind === 'list' ? right.of.map((one) => constantOf(one, field, place)) : []
    return values.length > 0 && !values.some(isBlank) ? { field, symbol: 'in', value: values } : null
  }
  const value = constantOf(right, field, place)
  const symbol = operator === '!=' ? '<>' : operator
  if (value === undefined || symbol === undefined) return null
  if (!isBlank(value)) return { field, symbol, value }
  if (kindOf(field) === 'several') return null
  if (symbol === '==') return { field, symbol: 'null', value: null }
  return symbol === '<>' ? { field, symbol: 'notNull', value: null } : null
}

function denied(test: Test | null): Test | null {
  const symbol = test ? DENIED[test.symbol] : undefined
  return test && symbol !== undefined ? { ...test, symbol } : null
}

function fieldOf(tree: ExpressionTree, { fields }: ConditionPlace): FieldPlan | undefined {
  return tree.kind === 'name' ? fields.find(({ path }) => path === tree.path) : undefined
}

/** Undefined for what is no constant that the field compares with. */
function constantOf(tree: ExpressionTree, field: FieldPlan, { timeZone }: ConditionPlace): unknown {
  if (tree.kind === 'literal') {
    const isTruth = typeof tree.value === 'boolean'
    if (kindOf(field) === 'switch') return isTruth ? Number(tree.value) : tree.value
    return isTruth ? undefined : tree.value
  }
  if (tree.kind === 'operator' && tree.operator === '-' && tree.of.length === 1) {
    const number = tree.of[0] && constantOf(tree.of[0], field, { fields: [], timeZone })
    return typeof number === 'number' ? -number : undefined
  }
  if (tree.kind !== 'call' || tree.name !== 'DATE' || kindOf(field) !== 'date') return undefined
  const numbers = tree.of.map((one) => (one.kind === 'literal' ? one.value : undefined))
  const [year, month, day, hour, minute, second] = numbers.filter((one) => typeof one === 'number')
  // `DATE(x)` with one value is the day of a moment.
  if (year === undefined || month === undefined || numbers.some((one) => !Number.isInteger(one)))
    return undefined
  const parts = { month, day, hour, minute, second }
  const given = Object.entries(parts).filter(([, part]) => part !== undefined)
  return momentOf({ year, ...Object.fromEntries(given) }, timeZone)
}

function rowText({ path, symbol, value }: DraftCondition, place: ConditionPlace): string | null {
  const field = place.fields.find((one) => one.path === path)
  if (!field) return null
  const { path: name } = field
  if (symbol === 'null') return `ISEMPTY(${name})`
  if (symbol === 'notNull') return `!ISEMPTY(${name})`
  if (symbol === 'in' || symbol === 'notIn') {
    const values = (Array.isArray(value) ? value : []).flatMap((one) => valueText(one, field, place) ?? [])
    if (values.length === 0) return null
    const text = `${name} in [${values.join(', ')}]`
    return symbol === 'in' ? text : `!(${text})`
  }
  const written = valueText(value, field, place)
  if (written === null) return null
  if (symbol === 'like') return `CONTAINS(${name}, ${written})`
  if (symbol === 'notLike') return `!CONTAINS(${name}, ${written})`
  if (symbol === 'starts') return `STARTSWITH(${name}, ${written})`
  return `${name} ${symbol === '<>' ? '!=' : symbol} ${written}`
}

/** Null for what no constant says, also an empty one. */
function valueText(value: unknown, field: FieldPlan, { timeZone }: ConditionPlace): string | null {
  if (typeof value === 'string') return value === '' ? null : JSON.stringify(value)
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  return (kindOf(field) === 'date' && dateText(value, timeZone)) || String(value)
}

/** A moment as its day, with the time where there is one; undefined where that would be another moment. */
function dateText(ms: number, timeZone: TimeZone): string | undefined {
  const { year, month, day, hour, minute, second } = partsOf(ms, timeZone)
  if (year < 0 || momentOf({ year, month, day, hour, minute, second }, timeZone) !== ms) return undefined
  const time = second > 0 ? [hour, minute, second] : hour > 0 || minute > 0 ? [hour, minute] : []
  return `DATE(${[year, month, day, ...time].join(', ')})`
}
