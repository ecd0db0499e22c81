import { type Address, found } from '@runtime/design/address'
import type { Command } from '@runtime/design/command'
import type { DesignSession } from '@runtime/design/session'
import type { Host } from '@runtime/host'
import { CARRIED_NESTING } from '@runtime/limits'
import { readLossless } from '@runtime/lossless'
import { titleOfNode } from '../node-title'
import { settingWords } from '../setting-words'

interface StoredStep {
  readonly kind: string
  /** Empty: too long to be told. */
  readonly command: string
}

/** A step in words: what was done, to what. */
export function stepWords({ kind, command }: StoredStep, session: DesignSession, host: Host): string {
  const read = readLossless(command, CARRIED_NESTING)
  const words =
    kind === 'whole' || read.fault
      ? host.text('@design.step.whole')
      : commandWords(read.value as Command, session, host)
  return kind === 'undo' || kind === 'redo' ? host.text(`@design.step.${kind}`, { what: words }) : words
}

function commandWords(command: Command, session: DesignSession, host: Host): string {
  const { tree, widgets } = session
  const called = (address: Address) => titleOfNode(found(tree, { ...address, path: [] }), widgets, host)
  switch (command.do) {
    case 'insert':
      return host.text('@design.step.insert', { what: titleOfNode(command.value, widgets, host) })
    case 'remove':
      return host.text('@design.step.remove', { what: called(command.what) })
    case 'move':
      return host.text('@design.step.move', { what: called(command.what) })
    case 'set': {
      const { node, path } = command.what
      const what = node === undefined ? host.text('@design.formSettings') : called(command.what)
      const setting = settingWords(String(path.at(-1) ?? ''), host)
      return host.text('@design.step.set', { what, setting })
    }
    case 'group': {
      // That identities are counted on goes without saying.
      const told = command.commands.filter((one) => one.do !== 'set' || one.what.path[0] !== 'idGlobal')
      const [first] = told
      if (!first) return host.text('@design.step.whole')
      const words = commandWords(first, session, host)
      return told.length === 1
        ? words
        : host.text('@design.step.several', { what: words, count: told.length })
    }
  }
}
