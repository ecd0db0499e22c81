import { type Node, nodesIn } from '../../form/formdata/identities'
import { asRecord } from '../../json'
import { type Address, addressOf, found, pathOf } from '../address'
import { type Command, together } from '../command'
import { definitionOf, nameOf, type Reason } from '../dialect'
import type { ModelTree } from '../document'
import { tableOf } from '../nodes'
import { columnsOf, followNames, followRules, type Widgets } from '../references'
import { parentOf } from '../targets'
import { setsBetween, within } from './difference'

const NAME = /^[A-Za-z_]\w*$/

/** Why a node cannot be called by a name; null when it can. */
export function cannotCall(tree: ModelTree, what: Address, name: string): Reason | null {
  if (!NAME.test(name)) return { reason: '@design.nameLetters' }
  const path = pathOf(tree, what) ?? []
  const own = found(tree, what)
  const table = tableOf(tree, parentOf(tree, path))
  for (const { node, above } of nodesIn(asRecord(tree.formData))) {
    const around = above.findLast(isTable)
    if (node !== own && around === table && nameOf(node) === name)
      return { reason: '@design.nameTaken', params: { name } }
  }
  return null
}

/** Calls a field by another name: what names it follows, in the same step. */
export function renaming(tree: ModelTree, what: Address, name: string, widgets: Widgets): Command {
  const path = pathOf(tree, what) ?? []
  const node = asRecord(found(tree, what))
  const before = nameOf(node)
  const table = tableOf(tree, parentOf(tree, path))
  const renamed = new Map([[table ? `${nameOf(table)}.${before}` : before, name]])
  const commands: Command[] = [{ do: 'set', what: within(what, '__vModel__'), value: name }]
  for (const one of before === '' ? [] : nodesIn(asRecord(tree.formData))) {
    const around = one.above.findLast(isTable)
    const names = {
      own: nameOf(one.node),
      table: around && nameOf(around),
      columns: around && columnsOf(around),
    }
    const isWidget = definitionOf(one.node, widgets.catalogue) !== undefined
    const next = isWidget
      ? followNames(one.node, names, renamed, widgets)
      : followRules(one.node, names, renamed)
    const address = addressOf(tree, ['formData', ...one.path])
    commands.push(...setsBetween(address, one.node, next))
    const config = asRecord(one.node['__config__'])
    if (around === node && config['parentVModel'] === before)
      commands.push({ do: 'set', what: within(address, '__config__', 'parentVModel'), value: name })
  }
  return together(commands)
}

function isTable(node: Node): boolean {
  return asRecord(node['__config__'])['jnpfKey'] === 'table'
}
