import { isRecord } from '../json'
import { CARRIED_NESTING, MODEL_NESTING } from '../limits'
import { readLossless } from '../lossless'
import type { Command } from './command'
import { PARTS } from './document'

/** Commands that a group may hold, at any depth. */
const MOST_COMMANDS = 5000
/** Keys of a path; what stands deeper no text may hold. */
const LONGEST_PATH = MODEL_NESTING
const LONGEST_KEY = 1000

/** The command that a text says, as `printLossless` wrote it; undefined where it says none. What it is about is not looked for. */
export function readCommand(text: string): Command | undefined {
  const read = readLossless(text, CARRIED_NESTING)
  return read.fault || !isCommand(read.value, { count: 0 }) ? undefined : read.value
}

function isCommand(value: unknown, seen: { count: number }): value is Command {
  seen.count += 1
  if (seen.count > MOST_COMMANDS || !isRecord(value)) return false
  const has = (name: string) => Object.hasOwn(value, name)
  switch (value['do']) {
    case 'insert':
      return isAddress(value['into']) && isPosition(value['at']) && has('value') && isSpelling(value)
    case 'remove':
      return isAddress(value['what'])
    case 'move':
      return (
        isAddress(value['what']) && isAddress(value['into']) && isPosition(value['at']) && isSpelling(value)
      )
    case 'set':
      return isAddress(value['what']) && (!has('at') || isPosition(value['at'])) && isSpelling(value)
    case 'group': {
      const { commands } = value
      return Array.isArray(commands) && commands.every((one) => isCommand(one, seen))
    }
    default:
      return false
  }
}

function isAddress(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { part, node, path } = value
  return (
    (PARTS as readonly unknown[]).includes(part) &&
    (node === undefined || isKey(node)) &&
    Array.isArray(path) &&
    path.length <= LONGEST_PATH &&
    path.every(isKey)
  )
}

function isKey(value: unknown): boolean {
  return typeof value === 'string' ? value.length <= LONGEST_KEY : Number.isFinite(value)
}

function isPosition(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isSpelling({ spelling }: Readonly<Record<string, unknown>>): boolean {
  if (spelling === undefined) return true
  return isRecord(spelling) && Object.values(spelling).every((text) => typeof text === 'string')
}
