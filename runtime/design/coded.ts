import { memberAt } from '../form/formdata/identities'
import type { Key } from '../lossless'
import type { Address } from './address'
import { type Command, together } from './command'

/**
 * Gives a member of a node a value. A code beside it (`labelI18nCode`) would go on to say the old text in every language, so
 * it goes.
 */
export function sayingText(address: Address, node: unknown, at: readonly Key[], value: unknown): Command {
  const place = (path: readonly Key[]): Address => ({ ...address, path: [...address.path, ...path] })
  const set: Command = { do: 'set', what: place(at), value }
  const beside = [...at.slice(0, -1), `${at.at(-1)}I18nCode`]
  const code = beside.reduce<unknown>(memberAt, node)
  return typeof code === 'string' && code !== ''
    ? together([{ do: 'set', what: place(beside), value: '' }, set])
    : set
}
