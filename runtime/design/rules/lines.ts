import { compileFormExpression } from '../../form/compile/aggregates'
import { resolveReads } from '../../form/compile/reads'
import type { Node } from '../../form/formdata/identities'
import { OWN_RULES, RULE_NAMES, type RuleName } from '../../form/formdata/own-rules'
import type { FieldPlan, FormPlan } from '../../form/plan'
import { asRecord, asWord, isRecord } from '../../json'
import { isWithin, valueAt } from '../address'
import { type OutlineNode, outlineOf } from '../outline'
import type { DesignSession } from '../session'
import { formulaText } from '../subjects/formula'
import { ruleFault } from './readable'

/** A rule of a form under design. */
export interface RuleLine {
  readonly node: OutlineNode
  /** `calculation`: said by documented tokens. */
  readonly kind: RuleName | 'calculation'
  readonly source: string
  /** Paths of fields, and first names of what surrounds the form. */
  readonly reads: readonly string[]
  /** It reads, directly or through others, what follows from it. */
  readonly isCircular: boolean
  /** It is no expression, or names what is not there. */
  readonly isFaulty: boolean
}

type Found = Omit<RuleLine, 'isCircular'> & { readonly writes: readonly string[] }

/** All rules of a form, in drawing order. */
export function rulesIn({
  tree,
  plan,
  widgets,
}: Pick<DesignSession, 'tree' | 'plan' | 'widgets'>): readonly RuleLine[] {
  if (!plan) return []
  const nodes = outlineOf(tree, widgets.catalogue)
  const fields = new Map<unknown, FieldPlan>()
  for (const field of plan.fields.values()) fields.set(field.designed?.source, field)
  const found = nodes.flatMap((node): readonly Found[] => {
    const stored = asRecord(valueAt(tree, node.path))
    const rules = sourcesOf(stored)
    if (rules.length === 0) return []
    const field = fields.get(stored)
    const shown = nodes.flatMap((one) =>
      isWithin(one.path, node.path) ? (fields.get(valueAt(tree, one.path)) ?? []) : [],
    )
    return rules.map(({ kind, source }) => {
      const isValue = kind === 'formula' || kind === 'calculation'
      const written = isValue ? (field ? [field] : []) : kind === 'visible' ? shown : []
      return {
        ...{ node, kind, source },
        ...(kind === 'calculation'
          ? { reads: operandsOf(stored, field, plan), isFaulty: false }
          : readsOf(source, field?.table, plan)),
        writes: written.flatMap(({ path, table }) => (table === undefined ? [path] : [path, table])),
      }
    })
  })
  return found.map(({ writes: _, ...line }, index) => ({ ...line, isCircular: isCircular(found, index) }))
}

function sourcesOf(node: Node): readonly { readonly kind: RuleLine['kind']; readonly source: string }[] {
  const own = asRecord(node[OWN_RULES])
  const rules = RULE_NAMES.flatMap((kind) => {
    const source = Object.hasOwn(own, kind) ? own[kind] : undefined
    return typeof source === 'string' && source.trim() !== '' ? [{ kind, source }] : []
  })
  const calculation = formulaText(node['expression'])
  const isReplaced = rules.some(({ kind }) => kind === 'formula')
  return calculation === undefined || isReplaced
    ? rules
    : [...rules, { kind: 'calculation', source: calculation }]
}

function readsOf(
  source: string,
  table: string | undefined,
  plan: FormPlan,
): Pick<RuleLine, 'reads' | 'isFaulty'> {
  if (ruleFault(source, plan, table)) return { reads: [], isFaulty: true }
  const { dependencies } = compileFormExpression(source)
  return { reads: resolveReads(dependencies, table, plan.fields, plan.groups).reads, isFaulty: false }
}

function operandsOf(node: Node, field: FieldPlan | undefined, { fields }: FormPlan): readonly string[] {
  const tokens = Array.isArray(node['expression']) ? node['expression'].filter(isRecord) : []
  const paths = tokens.map((token) => {
    const name = asWord(token['__vModel__'] ?? '').replace('-', '.')
    const own = `${field?.table}.${name}`
    return fields.has(own) ? own : name
  })
  return [...new Set(paths)]
}

function isCircular(lines: readonly Found[], start: number): boolean {
  const seen = new Set<number>()
  const open = [start]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const [index, { writes }] of lines.entries()) {
      if (!lines[at]?.reads.some((path) => writes.includes(path))) continue
      if (index === start) return true
      if (seen.has(index)) continue
      seen.add(index)
      open.push(index)
    }
  }
  return false
}
