import { isSame } from '../form/formdata/identities'
import {
  isHolder,
  isRead,
  isRepeated,
  type Key,
  keysOf,
  printLossless,
  type Spelling,
  spellingOf,
  withMember,
  withoutMember,
  withValue,
} from '../lossless'
import { jsonEqual } from '../schema'
import { type Address, addressOf, isWithin, type Path, pathOf, valueAt } from './address'
import type { ModelTree } from './document'

/**
 * A change of a model. Written with `printLossless` and read with `readLossless` it does the same anywhere: values go with
 * the text they are written by. `spelling` and `at` say how a member was written and where it stood, in an inverse.
 */
export type Command =
  | {
      readonly do: 'insert'
      readonly into: Address
      readonly at: number
      readonly value: unknown
      readonly spelling?: Spelling
    }
  | { readonly do: 'remove'; readonly what: Address }
  /** `at` counts the list as it is once the item has left it. */
  | {
      readonly do: 'move'
      readonly what: Address
      readonly into: Address
      readonly at: number
      readonly spelling?: Spelling
    }
  /** Without a value the member is taken away. Objects on the way that are not there are made. */
  | {
      readonly do: 'set'
      readonly what: Address
      readonly value?: unknown
      readonly at?: number
      readonly spelling?: Spelling
    }
  | { readonly do: 'group'; readonly commands: readonly Command[] }

/** Changes nothing. */
export const NO_COMMAND: Command = { do: 'group', commands: [] }

/** A tree after a command, and the command that brings back every byte of the one before. */
export interface Applied {
  readonly tree: ModelTree
  /** What of the command had an effect. */
  readonly command: Command
  readonly inverse: Command
}

/** Thrown when what a command is about is not there (any more), or cannot be where it says. */
export class CommandError extends Error {
  readonly command: Command
  constructor(command: Command, why: string) {
    super(why)
    this.name = 'CommandError'
    this.command = command
  }
}

/**
 * Carries out a command; null when it changes nothing.
 * @throws CommandError when it cannot be carried out; then nothing has happened.
 */
export function applyCommand(tree: ModelTree, command: Command): Applied | null {
  switch (command.do) {
    case 'insert':
      return insert(tree, command)
    case 'remove':
      return remove(tree, command)
    case 'move':
      return move(tree, command)
    case 'set':
      return set(tree, command)
    case 'group':
      return group(tree, command)
  }
}

type Of<K extends Command['do']> = Extract<Command, { readonly do: K }>

function insert(tree: ModelTree, command: Of<'insert'>): Applied {
  const { at, value, spelling } = command
  const list = listAt(tree, command.into, command)
  if (!isPlace(valueAt(tree, list), at)) throw new CommandError(command, `No item can stand at ${at}`)
  const next = put(tree, list, at, value, spelling)
  return { tree: next, command, inverse: { do: 'remove', what: addressOf(next, [...list, at]) } }
}

function remove(tree: ModelTree, command: Of<'remove'>): Applied {
  const path = itemAt(tree, command.what, command)
  const list = path.slice(0, -1)
  const value = valueAt(tree, path)
  const { at, spelling } = spellingOf(valueAt(tree, list) as object, Number(path.at(-1)))
  const next = take(tree, path)
  return {
    tree: next,
    command,
    inverse: { do: 'insert', into: addressOf(next, list), at, value, ...optional(spelling) },
  }
}

function move(tree: ModelTree, command: Of<'move'>): Applied | null {
  const from = itemAt(tree, command.what, command)
  const list = listAt(tree, command.into, command)
  if (isWithin(list, from)) throw new CommandError(command, 'Nothing stands within itself')
  const home = from.slice(0, -1)
  const old = Number(from.at(-1))
  if (isSame(home, list) && old === command.at) return null
  const { spelling } = spellingOf(valueAt(tree, home) as object, old)
  const without = take(tree, from)
  const target = shifted(list, home, old, -1)
  if (!isPlace(valueAt(without, target), command.at))
    throw new CommandError(command, `No item can stand at ${command.at}`)
  const next = put(without, target, command.at, valueAt(tree, from), command.spelling)
  const back = shifted(home, target, command.at, 1)
  const what = addressOf(next, [...target, command.at])
  return {
    tree: next,
    command,
    inverse: { do: 'move', what, into: addressOf(next, back), at: old, ...optional(spelling) },
  }
}

/** A path after an item of `list` has left its place (`by` -1) or come to it (1). */
function shifted(path: Path, list: Path, index: number, by: 1 | -1): Path {
  if (path.length <= list.length || !isWithin(path, list)) return path
  const at = Number(path[list.length])
  return at < index || (by < 0 && at === index) ? path : path.with(list.length, at + by)
}

function set(tree: ModelTree, command: Of<'set'>): Applied | null {
  const path = pathOf(tree, command.what)
  if (!path || path.length === 0) throw new CommandError(command, 'Its node is not there')
  // The holder that is there; what is missing below it is made.
  let depth = path.length - 1
  while (depth > 0 && valueAt(tree, path.slice(0, depth)) === undefined) depth -= 1
  const inside = path.slice(0, depth)
  const key = path[depth] as Key
  const holder = valueAt(tree, inside)
  if (!isHolder(holder)) throw new CommandError(command, 'What should hold it is no object')
  const has = Array.isArray(holder) ? isItem(holder, key) : Object.hasOwn(holder, key)
  if (command.value === undefined)
    return has && depth === path.length - 1 ? unset(tree, inside, key, command) : null
  const value = path
    .slice(depth + 1)
    .reduceRight<unknown>((inner, name) => ({ [name]: inner }), command.value)
  if (!has) {
    if (Array.isArray(holder)) throw new CommandError(command, `There is no item ${key}`)
    const { at, spelling } = command
    // An object may have fewer members than when the place was counted.
    const place = {
      ...(at !== undefined && { at: Math.min(at, keysOf(holder).length) }),
      ...optional(spelling),
    }
    const next = changed(tree, inside, (object) => withMember(object, key, value, place))
    return { tree: next, command, inverse: { do: 'set', what: addressOf(next, [...inside, key]) } }
  }
  const old = (holder as Record<Key, unknown>)[key]
  const { spelling } = spellingOf(holder, key)
  if (isThere(old, spelling?.text, value, command.spelling?.text)) return null
  const next = changed(tree, inside, (object) => withValue(object, key, value, command.spelling?.text))
  const text = spelling?.text === undefined ? {} : { spelling: { text: spelling.text } }
  const what = addressOf(next, [...inside, key])
  return {
    tree: next,
    command,
    inverse: { do: 'set', what, value: old, ...text },
  }
}

function unset(tree: ModelTree, inside: Path, key: Key, command: Of<'set'>): Applied {
  const holder = valueAt(tree, inside) as object
  if (Array.isArray(holder)) throw new CommandError(command, 'An item of a list is removed, not set')
  const value = (holder as Record<Key, unknown>)[key]
  const { at, spelling } = spellingOf(holder, key)
  const next = changed(tree, inside, (object) => withoutMember(object, key))
  // Its other values stand among the members beside it: only the whole object has them all.
  if (isRepeated(holder, key))
    return { tree: next, command, inverse: { do: 'set', what: addressOf(next, inside), value: holder } }
  return {
    tree: next,
    command,
    inverse: { do: 'set', what: addressOf(next, [...inside, key]), value, at, ...optional(spelling) },
  }
}

function group(tree: ModelTree, { commands }: Of<'group'>): Applied | null {
  let next = tree
  const done: Command[] = []
  const inverses: Command[] = []
  for (const command of commands) {
    const applied = applyCommand(next, command)
    if (!applied) continue
    next = applied.tree
    done.push(applied.command)
    inverses.unshift(applied.inverse)
  }
  return done.length === 0 ? null : { tree: next, command: together(done), inverse: together(inverses) }
}

/** Several commands as one. */
export function together(commands: readonly Command[]): Command {
  const [first] = commands
  return first && commands.length === 1 ? first : { do: 'group', commands }
}

/** Whether a value is there already. What was read from a text is judged by its text, what was made by what it says. */
function isThere(
  old: unknown,
  oldText: string | undefined,
  next: unknown,
  nextText: string | undefined,
): boolean {
  if (nextText === undefined && !isRead(next)) return jsonEqual(old, next)
  return (oldText ?? printLossless(old)) === (nextText ?? printLossless(next))
}

function optional(spelling: Spelling | undefined): { readonly spelling?: Spelling } {
  return spelling ? { spelling } : {}
}

function isPlace(list: unknown, at: number): boolean {
  return Array.isArray(list) && Number.isInteger(at) && at >= 0 && at <= list.length
}

/** Whether a key is the index of an item that is there, as an index is written: an empty one would count as 0. */
function isItem(list: readonly unknown[], key: Key | undefined): boolean {
  return String(Number(key)) === String(key) && Number(key) in list
}

function listAt(tree: ModelTree, address: Address, command: Command): Path {
  const path = pathOf(tree, address)
  if (!path || !Array.isArray(valueAt(tree, path))) throw new CommandError(command, 'Its list is not there')
  return path
}

function itemAt(tree: ModelTree, address: Address, command: Command): Path {
  const path = pathOf(tree, address)
  const list = path && valueAt(tree, path.slice(0, -1))
  if (!path || !Array.isArray(list) || !isItem(list, path.at(-1)))
    throw new CommandError(command, 'It is not there')
  return path
}

function put(
  tree: ModelTree,
  list: Path,
  at: number,
  value: unknown,
  spelling: Spelling | undefined,
): ModelTree {
  return changed(tree, list, (items) => withMember(items, at, value, optional(spelling)))
}

function take(tree: ModelTree, path: Path): ModelTree {
  return changed(tree, path.slice(0, -1), (items) => withoutMember(items, Number(path.at(-1))))
}

/** The tree with another holder at a path: what is beside the way there is shared. */
function changed(tree: ModelTree, path: Path, change: (holder: object) => object): ModelTree {
  const at = (holder: object, [key, ...rest]: Path): object => {
    if (key === undefined) return change(holder)
    const name = Array.isArray(holder) ? Number(key) : key
    return withValue(holder, name, at((holder as Record<Key, object>)[name] as object, rest))
  }
  return at(tree, path)
}
