import type { FieldPlan } from '../form/plan'
import { newId } from '../id'
import { isNumeric, propOfPath } from './fields'
import { isReversed } from './range'
import { isBlank } from './values'

/** A condition while it is being made; `id` is the panel's own. */
export interface DraftCondition {
  readonly id: string
  readonly path: string | null
  readonly symbol: string
  readonly value: unknown
}

export interface DraftGroup {
  readonly id: string
  readonly logic: 'and' | 'or'
  readonly conditions: readonly DraftCondition[]
}

export interface DraftQuery {
  readonly logic: 'and' | 'or'
  readonly groups: readonly DraftGroup[]
}

/** Symbols and the locale key of each (`reference/columndata-format.md §4`); `starts` is asked by rules alone. */
export const SYMBOL_TEXT: Readonly<Record<string, string>> = {
  '==': '@view.symbolEquals',
  '<>': '@view.symbolNotEquals',
  like: '@view.symbolLike',
  notLike: '@view.symbolNotLike',
  starts: '@view.symbolStarts',
  '>': '@view.symbolGreater',
  '>=': '@view.symbolGreaterOrEqual',
  '<': '@view.symbolLess',
  '<=': '@view.symbolLessOrEqual',
  between: '@view.symbolBetween',
  in: '@view.symbolIn',
  notIn: '@view.symbolNotIn',
  null: '@view.symbolNull',
  notNull: '@view.symbolNotNull',
}

const ORDERED = ['==', '<>', '>', '>=', '<', '<=', 'between', 'null', 'notNull']
const CHOICE = ['==', '<>', 'in', 'notIn', 'null', 'notNull']
const WORDS = ['==', '<>', 'like', 'notLike', 'null', 'notNull']

/** The symbols that a field takes. */
export function symbolsOf(field: FieldPlan): readonly string[] {
  if (field.widget === 'switch') return ['==', '<>']
  if (isNumeric(field) || field.definition?.filter?.includes('between')) return ORDERED
  return field.definition?.filter?.includes('contains') ? WORDS : CHOICE
}

export function needsValue(symbol: string): boolean {
  return symbol !== 'null' && symbol !== 'notNull'
}

/** How many values a symbol compares with: one, both ends of a range, or several. */
export type ConditionShape = 'one' | 'range' | 'several'

export function shapeOf(symbol: string): ConditionShape {
  if (symbol === 'between') return 'range'
  return symbol === 'in' || symbol === 'notIn' ? 'several' : 'one'
}

export function newCondition(): DraftCondition {
  return { id: newId(), path: null, symbol: '==', value: null }
}

export function newGroup(): DraftGroup {
  return { id: newId(), logic: 'and', conditions: [newCondition()] }
}

/** What goes on the wire; a condition without field or value says nothing and is left out. Null when none is left. */
export function encodeQuery(draft: DraftQuery, fields: readonly FieldPlan[]): object | null {
  const byPath = new Map(fields.map((field) => [field.path, field]))
  const conditionList = draft.groups.flatMap(({ logic, conditions }) => {
    const groups = conditions.flatMap(({ path, symbol, value }) => {
      const field = path === null ? undefined : byPath.get(path)
      if (!field || (needsValue(symbol) && !isWhole(symbol, value))) return []
      return [
        {
          field: propOfPath(field.path),
          symbol,
          jnpfKey: field.definition?.jnpfKeys[0] ?? field.widgetName,
          fieldValueType: 2,
          fieldValue: needsValue(symbol) ? value : null,
        },
      ]
    })
    return groups.length > 0 ? [{ logic, groups }] : []
  })
  return conditionList.length > 0 ? { matchLogic: draft.logic, conditionList } : null
}

/** Ids of the conditions whose field is chosen and whose value is not whole: asked so, they would say nothing. */
export function incompleteConditions(draft: DraftQuery, fields: readonly FieldPlan[]): ReadonlySet<string> {
  const known = new Set(fields.map(({ path }) => path))
  const incomplete = draft.groups
    .flatMap(({ conditions }) => conditions)
    .filter(
      ({ path, symbol, value }) =>
        path !== null && known.has(path) && needsValue(symbol) && !isWhole(symbol, value),
    )
  return new Set(incomplete.map(({ id }) => id))
}

/** What is wrong with conditions, by their ids: the key of the sentence that stands beside each. */
export function conditionFaults(
  draft: DraftQuery,
  fields: readonly FieldPlan[],
): ReadonlyMap<string, string> {
  const byPath = new Map(fields.map((field) => [field.path, field]))
  const incomplete = incompleteConditions(draft, fields)
  const all = draft.groups.flatMap(({ conditions }) => conditions)
  return new Map(
    all.flatMap(({ id, path, symbol, value }): [string, string][] => {
      if (incomplete.has(id)) return [[id, '@list.valueExpected']]
      const field = byPath.get(path ?? '')
      const [from, to] = symbol === 'between' && Array.isArray(value) ? value : []
      return field && isReversed(field, from, to) ? [[id, '@list.reversedRange']] : []
    }),
  )
}

function isWhole(symbol: string, value: unknown): boolean {
  if (symbol !== 'between') return !isBlank(value)
  return Array.isArray(value) && value.length === 2 && !value.some(isBlank)
}

/** The draft that a query on the wire came from, so that the panel opens as it was left. */
export function decodeDraft(query: unknown, fields: readonly FieldPlan[]): DraftQuery {
  const paths = new Map(fields.map(({ path }) => [propOfPath(path), path]))
  const { matchLogic, conditionList } = (query ?? {}) as Record<string, unknown>
  const groups = (Array.isArray(conditionList) ? conditionList : []).map(
    (group): DraftGroup => ({
      id: newId(),
      logic: group?.logic === 'or' ? 'or' : 'and',
      conditions: (Array.isArray(group?.groups) ? group.groups : []).map(
        (item: Record<string, unknown>): DraftCondition => ({
          id: newId(),
          path: paths.get(String(item['field'])) ?? null,
          symbol: String(item['symbol'] ?? '=='),
          value: item['fieldValue'] ?? null,
        }),
      ),
    }),
  )
  return { logic: matchLogic === 'or' ? 'or' : 'and', groups: groups.length > 0 ? groups : [newGroup()] }
}
