import type { TSchema } from 'typebox'
import type { Predicate } from '../expression/computed'
import type { IconName } from '../icon-names'
import type { Text } from '../text'
import type { Giving } from './gives'

/**
 * The language half of a page node (`runtime/page/nodes/<node>.ts`, exported as `node`, made by `defineNode`): its words.
 * `renderers/page/nodes/<node>.tsx` draws its plan, and `runtime/page/examples` shows how it is written. The JSON Schema of
 * pages, `npm run check` and the gallery follow from these.
 */
export interface NodeDefinition<Name extends string = string, Schema extends TSchema = TSchema> {
  readonly name: Name
  readonly title: Text
  readonly icon: IconName
  readonly group: NodeGroup
  /** Its words where a document leaves them out. */
  readonly defaults: Readonly<Record<string, unknown>>
  readonly schema: Schema
  /** What it gives to what is in it and beside it; absent: nothing. */
  readonly gives?: Giving
}

/** What it is for: arranges others, shows records, shows content, lets people act. */
export type NodeGroup = (typeof NODE_GROUPS)[number]
export const NODE_GROUPS = ['layout', 'data', 'content', 'act'] as const

/** What every node compiles to; its own words follow from the schema of its definition (`NodePlans`). */
export interface NodePlan {
  readonly node: string
  readonly visible?: Predicate
}
