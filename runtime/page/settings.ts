import type { Configurable } from '../widget/settings-schema'
import type { NodeDefinition } from './node'

/** The words of a node as settings that a form edits: all but which node it is. */
export function nodeSettings({ schema, defaults }: NodeDefinition): Configurable {
  const { properties } = schema as unknown as { readonly properties: Readonly<Record<string, object>> }
  const { node: _name, ...words } = properties
  return { settings: { properties: words }, defaults }
}
