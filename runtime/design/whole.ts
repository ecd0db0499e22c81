import { type Command, together } from './command'
import type { ModelTree, Part } from './document'

/** The command that makes parts of a model what they are in a tree, whatever they were. */
export function wholeCommand(tree: ModelTree, parts: readonly Part[]): Command {
  return together(
    parts.map((part): Command => {
      const value = tree[part]
      return { do: 'set', what: { part, path: [] }, ...(value !== undefined && { value }) }
    }),
  )
}
