import { compileExpression, type Expression, ExpressionError, scopeOf } from '../../expression'
import { OWN_RULES, RULE_NAMES, type RuleName } from '../../form/formdata/own-rules'
import { asRecord } from '../../json'
import { withoutRule } from '../subjects/rule-settings'
import { type DesignedNode, type Inspected, type Problem, type Remedy, within } from './problem'

const removal = ({ node, address }: DesignedNode, name: RuleName): Remedy => ({
  label: '@design.remedy.removeRule',
  command: withoutRule(node, address, name),
})

/** Conditions that read nothing, and so are always or never true; of what is required and never shown more is said. */
export function constantRules({ nodes }: Inspected): readonly Problem[] {
  return nodes.flatMap((one) =>
    RULE_NAMES.flatMap((name): readonly Problem[] => {
      const value = name === 'formula' ? undefined : constantOf(one, name)
      if (value === undefined || (name === 'visible' && !value && isDue(one))) return []
      return [
        {
          at: within(one.address, OWN_RULES, name),
          message: value ? '@design.problem.ruleAlways' : '@design.problem.ruleNever',
          params: { rule: `@rules.kind.${name}` },
          remedies: [removal(one, name)],
        },
      ]
    }),
  )
}

/** Fields that have to be filled in, always or by a rule, and that a rule never shows or that are hidden. */
export function neverShown({ nodes }: Inspected): readonly Problem[] {
  return nodes.flatMap((one): readonly Problem[] => {
    const { node, address } = one
    if (!isDue(one)) return []
    const { noShow, required } = asRecord(node['__config__'])
    const isRuledOut = constantOf(one, 'visible') === false
    const isHidden = noShow === true && required !== true
    if (!isRuledOut && !isHidden) return []
    return [
      {
        at: isRuledOut ? within(address, OWN_RULES, 'visible') : address,
        message: '@design.problem.ruleUnseen',
        remedies: [removal(one, isRuledOut ? 'visible' : 'required')],
      },
    ]
  })
}

function isDue(one: DesignedNode): boolean {
  return asRecord(one.node['__config__'])['required'] === true || ruleOf(one, 'required') !== undefined
}

/** What a condition that reads nothing comes to; undefined for any other. */
function constantOf(one: DesignedNode, name: RuleName): boolean | undefined {
  const rule = ruleOf(one, name)
  return rule && rule.dependencies.length === 0 ? Boolean(rule.evaluate(scopeOf({}))) : undefined
}

function ruleOf({ node }: DesignedNode, name: RuleName): Expression | undefined {
  const source = asRecord(node[OWN_RULES])[name]
  if (typeof source !== 'string' || source.trim() === '') return undefined
  try {
    return compileExpression(source)
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}
