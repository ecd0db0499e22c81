import { identitiesIn, identityOf, type Node, nodesWithin } from '../../form/formdata/identities'
import { asRecord, isRecord } from '../../json'
import { isHolder, keysOf, withValue } from '../../lossless'
import type { Address } from '../address'
import type { Command } from '../command'
import { nameOf } from '../dialect'
import type { ModelTree } from '../document'
import { lastIdentity } from '../nodes'
import { isCounter } from './touched'

/** Identities and names of one's new nodes that another's new nodes have too, and what they become. */
interface Renumbering {
  readonly ids: ReadonlyMap<unknown, number>
  readonly names: ReadonlyMap<unknown, string>
  /** The last identity; undefined where nobody else has counted on. */
  readonly last: number | undefined
}

/**
 * Commands whose new nodes have identities that are theirs alone, though others have added nodes since `before` that count
 * from the same number; what the commands say of them follows.
 */
export function renumbered(
  commands: readonly Command[],
  before: ModelTree,
  after: ModelTree,
): readonly Command[] {
  const [old, next] = [asRecord(before.formData), asRecord(after.formData)]
  if (old === next) return commands
  const [known, theirs] = [identitiesIn(old), identitiesIn(next)]
  const nodes = commands.flatMap(nodesOf)
  const own = nodes.flatMap((node) => identityOf(node) ?? [])
  const numbers = own.filter((id): id is number => typeof id === 'number' && Number.isSafeInteger(id))
  let last = Math.max(lastIdentity(next), ...numbers)
  const ids = new Map<unknown, number>()
  const names = new Map<unknown, string>()
  for (const node of nodes) {
    const id = identityOf(node)
    if (id === undefined || known.has(id) || !theirs.has(id) || ids.has(id)) continue
    last += 1
    ids.set(id, last)
    const name = nameOf(node)
    if (name.endsWith(String(id))) names.set(name, `${name.slice(0, -String(id).length)}${last}`)
  }
  const counted = old['idGlobal'] !== next['idGlobal'] || ids.size > 0
  const by: Renumbering = { ids, names, last: counted ? last : undefined }
  return counted ? commands.map((command) => follow(command, by)) : commands
}

/** The nodes that a command brings. */
function nodesOf(command: Command): readonly Node[] {
  if (command.do === 'group') return command.commands.flatMap(nodesOf)
  if (command.do !== 'insert' || !isRecord(command.value)) return []
  return Array.from(nodesWithin(command.value), ({ node }) => node)
}

function follow(command: Command, by: Renumbering): Command {
  const at = (address: Address): Address => {
    const node = by.ids.get(address.node)
    return node === undefined ? address : { ...address, node }
  }
  switch (command.do) {
    case 'group':
      return { ...command, commands: command.commands.map((one) => follow(one, by)) }
    case 'remove':
      return { ...command, what: at(command.what) }
    case 'move':
      return { ...command, what: at(command.what), into: at(command.into) }
    case 'insert':
      return { ...command, into: at(command.into), value: replaced(command.value, by) }
    case 'set': {
      const { value, spelling, ...rest } = command
      if (isCounter(command.what) && by.last !== undefined) return { ...rest, value: by.last }
      const next = value === undefined ? undefined : replaced(value, by)
      const isSame = next === value
      return {
        ...rest,
        what: at(command.what),
        ...(next !== undefined && { value: next }),
        ...(isSame && spelling && { spelling }),
      }
    }
  }
}

function replaced(value: unknown, by: Renumbering): unknown {
  if (!isHolder(value)) return by.names.get(value) ?? value
  return keysOf(value).reduce<object>((holder, key) => {
    const member = (value as Record<string | number, unknown>)[key]
    const next = key === 'formId' ? (by.ids.get(member) ?? member) : replaced(member, by)
    return next === member ? holder : withValue(holder, key, next)
  }, value)
}
