import { type Expression, ExpressionError } from '../../expression/expression'
import { renamedNames } from '../../expression/renamed'
import { asRecord, isRecord } from '../../json'
import type { WidgetDefinition } from '../../widget/definition'
import { compileFormExpression } from '../compile/aggregates'
import type { PlanBuilder } from '../compile/builder'

type Json = Readonly<Record<string, unknown>>

/** The member of a field that has rules of its own, each the source of an expression; other products keep it unread. */
export const OWN_RULES = '__loam__'

export const RULE_NAMES = ['visible', 'required', 'disabled', 'readonly', 'formula'] as const
export type RuleName = (typeof RULE_NAMES)[number]

export type OwnRules = { readonly [Name in RuleName]?: Expression | undefined }

/** The rules that a node can have: whatever is drawn can be shown or not, and only what people fill in has the others. */
export function rulesFor(definition: WidgetDefinition | undefined): readonly RuleName[] {
  if (definition?.kind === 'table') return ['visible', 'required', 'disabled']
  if (definition?.kind !== 'field') return ['visible']
  const isGiven = definition.derived !== undefined || definition.server !== undefined
  return isGiven ? ['visible'] : RULE_NAMES
}

/** The rules of a node; one that is none is told of and left out. */
export function readOwnRules(
  node: Json,
  possible: readonly RuleName[],
  place: { readonly builder: PlanBuilder; readonly pointer: string; readonly label: string },
): OwnRules {
  const stored = node[OWN_RULES]
  if (stored === undefined || stored === null) return {}
  const { builder, label } = place
  const pointer = `${place.pointer}/${OWN_RULES}`
  if (!isRecord(stored)) {
    builder.lose(pointer, 'rules', {}, label)
    return {}
  }
  const rules: Partial<Record<RuleName, Expression>> = {}
  for (const name of RULE_NAMES) {
    const source = Object.hasOwn(stored, name) ? stored[name] : undefined
    if (source === undefined || source === null) continue
    const at = `${pointer}/${name}`
    if (typeof source !== 'string') builder.lose(at, 'ruleText', {}, label)
    else if (source.trim() === '') continue
    else if (possible.includes(name)) {
      const rule = compiled(source, at, place)
      if (rule) rules[name] = rule
    } else builder.lose(at, 'ruleElsewhere', {}, label)
  }
  return rules
}

function compiled(
  source: string,
  pointer: string,
  { builder, label }: { readonly builder: PlanBuilder; readonly label: string },
): Expression | undefined {
  try {
    return compileFormExpression(source)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const { message, params } = error.problem
    builder.losses.push({ pointer, message, params: { ...params, source }, ...(label && { field: label }) })
    return undefined
  }
}

/** Where a rule stands: the names of the row come before those of the form. */
export interface RulePlace {
  readonly table?: string | undefined
  /** The names of that sub-table's columns. */
  readonly columns?: ReadonlySet<string> | undefined
}

/** The rules of a node that name fields which are called otherwise now, as they are then: old path (`items.price`) → new name. */
export function rulesFollowing(
  node: Json,
  place: RulePlace,
  renamed: ReadonlyMap<string, string>,
): Readonly<Partial<Record<RuleName, string>>> {
  const stored = asRecord(node[OWN_RULES])
  const changed: Partial<Record<RuleName, string>> = {}
  for (const name of RULE_NAMES) {
    const source = Object.hasOwn(stored, name) ? stored[name] : undefined
    if (typeof source !== 'string') continue
    const next = renamedNames(source, (parts) => followed(parts, place, renamed))
    if (next !== source) changed[name] = next
  }
  return changed
}

function followed(
  parts: readonly string[],
  { table, columns }: RulePlace,
  renamed: ReadonlyMap<string, string>,
): readonly string[] {
  const [first = '', second] = parts
  const inRow = (name: string) => (table === undefined ? undefined : renamed.get(`${table}.${name}`))
  if (table !== undefined) {
    if (first === 'row' && columns?.has('row') !== true && second !== undefined)
      return [first, inRow(second) ?? second, ...parts.slice(2)]
    const own = inRow(first)
    if (own !== undefined || columns?.has(first)) return [own ?? first, ...parts.slice(1)]
  }
  if (first === 'form' && !renamed.has('form')) return [first, ...outside(parts.slice(1), renamed)]
  const [name = '', ...members] = outside(parts, renamed)
  // The row has a column of the new name: the form's field is named from it in full.
  return [name !== first && columns?.has(name) ? `form.${name}` : name, ...members]
}

function outside(parts: readonly string[], renamed: ReadonlyMap<string, string>): readonly string[] {
  const [first, second] = parts
  if (first === undefined) return parts
  const next = renamed.get(first) ?? first
  return second === undefined
    ? [next]
    : [next, renamed.get(`${first}.${second}`) ?? second, ...parts.slice(2)]
}
