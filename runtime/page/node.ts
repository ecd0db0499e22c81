import type { TSchema } from 'typebox'
import type { Text } from '../text'

/**
 * The language half of a page node (`runtime/page/nodes/<node>.ts`, exported as `node`): its keys and what they mean.
 * `renderers/page/nodes/<node>.tsx` draws it. The JSON Schema of pages and `npm run check` follow from these.
 */
export interface NodeDefinition {
  readonly name: string
  readonly title: Text
  readonly schema: TSchema
  /** Keys whose value is one node or a list of nodes, for the checker and the renderer. */
  readonly children: readonly string[]
  /** Keys whose value is an expression. */
  readonly expressions: readonly string[]
  /** Keys whose value is an action. */
  readonly actions: readonly string[]
}

/** A node as a document has it. */
export interface NodeDocument {
  readonly node: string
  readonly visible?: string
  readonly [key: string]: unknown
}
