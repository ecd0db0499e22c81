import type { JsonFault } from '../json-text'
import { type Key, laidOut, readLossless } from '../lossless'
import { leafText } from '../lossless/layout'
import { isHolder, type Member, membersOf } from '../lossless/source'
import { type Command, together } from './command'
import type { ModelDocument, Part } from './document'

/** A part of a model as people read and write it: laid out, every number and text as it is stored. */
export function partText({ tree, read }: ModelDocument, part: Part): string {
  const value = tree[part]
  if (value !== undefined) return laidOut(value, 2)
  const { text } = { text: '', ...read[part] }
  return text
}

/**
 * The step that makes a part say what a text says: only what differs, so that everything else keeps its bytes; null when it
 * says that already. White space and the order of members are no difference.
 */
export function writingText(
  { tree }: ModelDocument,
  part: Part,
  text: string,
): { readonly command: Command | null } | { readonly fault: JsonFault } {
  const read = readLossless(text)
  if (read.fault) return { fault: read.fault }
  const commands = changes([], part, whole(tree[part]), whole(read.value))
  return { command: commands.length === 0 ? null : together(commands) }
}

/** Something that stands in no object, as a member that stands in one. */
const whole = (value: unknown): Member | undefined =>
  value === undefined ? undefined : membersOf([value])[0]

function changes(
  path: readonly Key[],
  part: Part,
  before: Member | undefined,
  after: Member | undefined,
): readonly Command[] {
  if (!after) return before ? [{ do: 'set', what: { part, path } }] : []
  const [old, next] = [before?.value, after.value]
  if (!before || !isHolder(old) || !isHolder(next) || Array.isArray(old) !== Array.isArray(next))
    return before && isSame(before, after) ? [] : [set(path, part, after)]
  if (Array.isArray(old)) return listChanges(path, part, membersOf(old), membersOf(next))
  const olds = new Map(membersOf(old).map((member) => [member.name, member]))
  const nexts = new Map(membersOf(next).map((member) => [member.name, member]))
  return [...new Set([...olds.keys(), ...nexts.keys()])].flatMap((name) =>
    changes([...path, name], part, olds.get(name), nexts.get(name)),
  )
}

/** Items that are equal at both ends stay; of as many items each becomes the one in its place. */
function listChanges(
  path: readonly Key[],
  part: Part,
  before: readonly Member[],
  after: readonly Member[],
): readonly Command[] {
  if (before.length === after.length)
    return after.flatMap((member, index) => changes([...path, index], part, before[index], member))
  const least = Math.min(before.length, after.length)
  let start = 0
  while (start < least && isSame(before[start], after[start])) start += 1
  let end = 0
  while (end < least - start && isSame(before.at(-1 - end), after.at(-1 - end))) end += 1
  const gone = before.slice(start, before.length - end)
  const come = after.slice(start, after.length - end)
  return [
    ...gone.map(
      (_, index): Command => ({
        do: 'remove',
        what: { part, path: [...path, start + gone.length - 1 - index] },
      }),
    ),
    ...come.map((member, index): Command => {
      const { value, spelling } = stored(member)
      return { do: 'insert', into: { part, path }, at: start + index, value, ...spelling }
    }),
  ]
}

function set(path: readonly Key[], part: Part, member: Member): Command {
  const { value, spelling } = stored(member)
  return { do: 'set', what: { part, path }, value, ...spelling }
}

/** A value as it is stored: without the white space that it was laid out with. */
function stored(member: Member) {
  if (!isHolder(member.value))
    return { value: member.value, spelling: { spelling: { text: leafText(member) } } }
  const read = readLossless(laidOut(member.value))
  return { value: read.fault ? member.value : read.value, spelling: {} }
}

function isSame(one: Member | undefined, other: Member | undefined): boolean {
  return one !== undefined && other !== undefined && textOf(one) === textOf(other)
}

const textOf = (member: Member) => (isHolder(member.value) ? laidOut(member.value) : leafText(member))
