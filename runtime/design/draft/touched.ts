import { isHolder } from '../../lossless'
import { jsonEqual } from '../../schema'
import { type Address, found, type Path, pathOf, valueAt } from '../address'
import type { Command } from '../command'
import type { ModelTree } from '../document'

/** The last identity that was given: whoever adds a field counts it on, and it is nobody's setting. */
export function isCounter({ part, node, path }: Address): boolean {
  return part === 'formData' && node === undefined && path.length === 1 && path[0] === 'idGlobal'
}

/** The first thing a command changes that is no longer as it was; undefined where all of it still is. */
export function touchedBy(command: Command, before: ModelTree, after: ModelTree): Address | undefined {
  switch (command.do) {
    case 'group':
      for (const one of command.commands) {
        const what = touchedBy(one, before, after)
        if (what) return what
      }
      return undefined
    case 'insert':
      return isElsewhere(command.into, before, after) ? command.into : undefined
    case 'move':
      return [command.what, command.into].find((address) => isElsewhere(address, before, after))
    case 'set':
      if (isCounter(command.what) || isThere(command, after)) return undefined
      return isChanged(command.what, before, after) ? command.what : undefined
    case 'remove':
      // What both have taken away is away.
      return found(after, command.what) !== undefined && isChanged(command.what, before, after)
        ? command.what
        : undefined
  }
}

function isThere({ what, value }: Extract<Command, { readonly do: 'set' }>, tree: ModelTree): boolean {
  const now = found(tree, what)
  return value === undefined ? now === undefined : now !== undefined && jsonEqual(now, value)
}

function isChanged(address: Address, before: ModelTree, after: ModelTree): boolean {
  const [old, next] = [found(before, address), found(after, address)]
  const isSame = old === next || (old !== undefined && next !== undefined && jsonEqual(old, next))
  return !isSame || isElsewhere(address, before, after)
}

/** Whether an address leads by a position through a list whose items stand in other places now. */
function isElsewhere(address: Address, before: ModelTree, after: ModelTree): boolean {
  const [from, to] = [pathOf(before, address), pathOf(after, address)]
  if (!from || !to) return false
  const known = from.length - address.path.length
  return address.path.some((_, index) => {
    const length = known + index
    const [old, next] = [listAt(before, from.slice(0, length)), listAt(after, to.slice(0, length))]
    return old && next ? isShifted(old, next, Number(from[length])) : false
  })
}

function listAt(tree: ModelTree, path: Path): readonly unknown[] | undefined {
  const value = valueAt(tree, path)
  return Array.isArray(value) ? value : undefined
}

function isShifted(old: readonly unknown[], next: readonly unknown[], index: number): boolean {
  const [was, is] = [old[index], next[index]]
  if (old === next || was === is || jsonEqual(was, is)) return false
  return old.length !== next.length || (isHolder(was) && next.includes(was))
}
