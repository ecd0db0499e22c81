import { renamedNames } from '../../expression/renamed'
import { OWN_RULES } from '../../form/formdata/own-rules'
import type { Loss } from '../../form/plan'
import { asRecord } from '../../json'
import type { Key } from '../../lossless'
import { addressOf, isWithin, type Path } from '../address'
import { unusedName } from '../nodes'
import { withoutRule } from '../subjects/rule-settings'
import { type DesignedNode, type Inspected, type Problem, type Remedy, within } from './problem'

const LOSS = '@form.loss.'

/** What the form asks for in vain, as it is compiled: names that clash, formulas, patterns and widgets that nobody knows. */
export function lossesIn(inspected: Inspected): readonly Problem[] {
  const { plan, tree, nodes } = inspected
  return plan.losses.flatMap((loss): Problem[] => {
    // Said of the field itself below: the loss stands at the form.
    if (loss.message === `${LOSS}renamed`) return []
    const path: Path = ['formData', ...keysOf(loss.pointer)]
    const node = nodes.findLast((one) => isWithin(path, one.at))
    return [
      {
        at: addressOf(tree, path),
        message: loss.message,
        params: loss.params ?? {},
        remedies: node ? remediesOf(loss, node, path, inspected) : [],
      },
    ]
  })
}

/** Fields with names that records need themselves: what is kept under another name is better called by it. */
export function reservedNames({ plan, nodes }: Inspected): readonly Problem[] {
  return nodes.flatMap(({ path, name, address }): Problem[] => {
    const kept = plan.renamed?.get(path)?.split('.').at(-1)
    return kept === undefined
      ? []
      : [
          {
            at: address,
            message: `${LOSS}renamed`,
            params: { name, kept },
            remedies: [renaming(address, kept)],
          },
        ]
  })
}

function remediesOf(loss: Loss, node: DesignedNode, path: Path, { tree }: Inspected): readonly Remedy[] {
  const [member, rule] = path.slice(node.at.length)
  if (member === OWN_RULES)
    return rule === undefined
      ? [{ label: '@design.remedy.remove', command: { do: 'set', what: addressOf(tree, path) } }]
      : ruleRemedies(loss, node, String(rule))
  const kind = loss.message.startsWith(LOSS) ? loss.message.slice(LOSS.length) : loss.message
  switch (kind) {
    case 'duplicate':
      return [renaming(node.address, unusedName(tree, node.node, node.table))]
    case 'longDefault':
      return [{ label: '@design.remedy.remove', command: { do: 'set', what: addressOf(tree, path) } }]
    case 'pattern':
      return [
        { label: '@design.remedy.removePattern', command: { do: 'remove', what: addressOf(tree, path) } },
      ]
    case 'operand':
    case 'expression':
    case '@form.problem.cycle': {
      const what = within(node.address, 'expression')
      return [{ label: '@design.remedy.clearFormula', command: { do: 'set', what, value: [] } }]
    }
    default:
      return []
  }
}

/** The near name instead of the one that is not there; no such rule. */
function ruleRemedies(
  { message, params = {} }: Loss,
  { node, address }: DesignedNode,
  rule: string,
): readonly Remedy[] {
  const removal = { label: '@design.remedy.removeRule', command: withoutRule(node, address, rule) }
  const source = asRecord(node[OWN_RULES])[rule]
  const { name, nearest } = params
  if (message !== `${LOSS}ruleNameNear` || typeof source !== 'string' || typeof nearest !== 'string')
    return [removal]
  const value = renamedNames(source, (parts) => parts.map((part) => (part === name ? nearest : part)))
  const what = within(address, OWN_RULES, rule)
  return [
    { label: '@design.remedy.use', params: { name: nearest }, command: { do: 'set', what, value } },
    removal,
  ]
}

const renaming = (address: DesignedNode['address'], name: string): Remedy => ({
  label: '@design.remedy.rename',
  params: { name },
  command: { do: 'set', what: within(address, '__vModel__'), value: name },
})

function keysOf(pointer: string): readonly Key[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key))
}
