import type { Expression } from '../../expression/expression'
import type { CheckPlan, FieldPlan, FormPlan, PlanNode, RulePlan } from '../plan'
import { isSecret, SECRET_MASK } from '../secret'
import type { Inspection } from '../store.types'
import { memberAt, pathTo } from './names'

/** What a person asks "why?" of. */
export type Aspect = 'hidden' | 'required' | 'disabled' | 'computed' | 'refused'

/** What decided it. `rule`: an expression of the document; `document`: the document says so always; `around`: a part of the form that the field stands in. */
export type Cause = 'rule' | 'document' | 'around' | 'form' | 'right' | 'server' | 'script'

/** A name that a rule reads, with what it is just now. */
export interface ReadName {
  readonly path: string
  /** The field that it is; absent: something beside the form's fields. */
  readonly field?: FieldPlan
  readonly value: unknown
}

export interface Reason {
  readonly aspect: Aspect
  readonly cause: Cause
  /** The rule as it is written. */
  readonly expression?: string
  /** What it reads. */
  readonly names?: readonly ReadName[]
  /** What the rule comes to just now. */
  readonly result?: unknown
  /** The part around, by its title. */
  readonly around?: PlanNode
}

/**
 * Why a field is as it is, or a column's cell in the row that was looked into: the rules of the plan that decided it, evaluated
 * against the values as they are now. Worked out when it is asked for; nothing is kept, and nothing is changed.
 */
export function explainField(plan: FormPlan, now: Inspection, path: string): readonly Reason[] {
  const field = plan.fields.get(path)
  const leaf = now.leaf(path)
  if (!field || !leaf) return []
  const rules = plan.rules.filter(({ target }) => target === path)
  return [
    ...hiddenBy(),
    ...computedBy(),
    ...decided('required', leaf.required, field.required),
    ...disabledBy(),
    ...refusedBy(),
  ]

  function hiddenBy(): readonly Reason[] {
    if (!leaf?.allowed) return [{ aspect: 'hidden', cause: 'right' }]
    if (!leaf.visible) {
      const rule = rules.find(({ kind }) => kind === 'visible')
      if (rule?.expression) return [byRule('hidden', rule.expression, (value) => !value)]
      return [{ aspect: 'hidden', cause: field?.visible ? 'script' : 'document' }]
    }
    const around = pathTo(plan.nodes, field?.table ?? path).find(({ id }) => !now.node(id))
    if (!around) return []
    const { visible } = around
    const reason: Reason = visible
      ? byRule('hidden', visible, (value) => !value)
      : { aspect: 'hidden', cause: 'around' }
    return [{ ...reason, around }]
  }

  function computedBy(): readonly Reason[] {
    if (field?.definition?.server) return [{ aspect: 'computed', cause: 'server' }]
    const rule = rules.find(({ kind }) => kind === 'value')
    if (!rule) return field?.computed ? [{ aspect: 'computed', cause: 'document' }] : []
    return [
      rule.expression
        ? byRule('computed', rule.expression, () => true)
        : { aspect: 'computed', cause: 'rule', names: read(rule.reads) },
    ]
  }

  function disabledBy(): readonly Reason[] {
    if (field?.readonly) return [{ aspect: 'disabled', cause: 'document' }]
    const reading = leaf?.readonly ? rules.find(({ kind }) => kind === 'readonly') : undefined
    if (reading?.expression) return [byRule('disabled', reading.expression, Boolean)]
    if (leaf?.allowed && !leaf.fillable) return [{ aspect: 'disabled', cause: 'right' }]
    if (leaf?.disabled && plan.layout.disabled) return [{ aspect: 'disabled', cause: 'form' }]
    // What closes a sub-table closes its cells.
    if (field?.table && now.leaf(field.table)?.disabled)
      return explainField(plan, now, field.table).filter(({ aspect }) => aspect === 'disabled')
    return decided('disabled', leaf?.disabled ?? false, field?.disabled ?? false)
  }

  /** A state that is on: by its rule where that says so, else by the document, else a script has decided it. */
  function decided(aspect: 'required' | 'disabled', isOn: boolean, always: boolean): readonly Reason[] {
    if (!isOn) return []
    const rule = rules.find(({ kind }) => kind === aspect)
    if (aspect === 'disabled' && always) return [{ aspect, cause: 'document' }]
    if (rule?.expression) return [byRule(aspect, rule.expression, Boolean)]
    return [{ aspect, cause: always ? 'document' : 'script' }]
  }

  /** The conditions that do not hold of it. */
  function refusedBy(): readonly Reason[] {
    if (!leaf?.visible) return []
    return plan.checks
      .filter((check: CheckPlan) => check.target === path && !check.expression.evaluate(now.scope))
      .map(({ expression }) => byRule('refused', expression, (value) => !value))
  }

  /** A rule that says otherwise now than the state is has been overruled by a script. */
  function byRule(aspect: Aspect, expression: Expression, says: (value: unknown) => boolean): Reason {
    const result = expression.evaluate(now.scope)
    if (!says(result)) return { aspect, cause: 'script' }
    const { source, dependencies } = expression
    return { aspect, cause: 'rule', expression: source, names: read(dependencies), result }
  }

  function read(paths: RulePlan['reads']): readonly ReadName[] {
    return paths.map((name) => {
      const read = (field?.table && plan.fields.get(`${field.table}.${name}`)) || plan.fields.get(name)
      const known = now.leaf(read?.table ?? name)
      // What the person may not know is no part of an explanation.
      if (known && !known.allowed) return { path: name, value: SECRET_MASK }
      const value = read && isSecret(read) ? SECRET_MASK : memberAt(now.scope, name)
      return { path: name, value, ...(read && { field: read }) }
    })
  }
}

/** The fields of a form that are not to be seen just now, in the document's order; those that the person may not know of are not among them. */
export function hiddenFields(plan: FormPlan, now: Inspection): readonly FieldPlan[] {
  return [...plan.fields.values()].filter((field) => {
    const leaf = now.leaf(field.path)
    if (!leaf?.allowed) return false
    return !leaf.visible || pathTo(plan.nodes, field.path).some(({ id }) => !now.node(id))
  })
}
