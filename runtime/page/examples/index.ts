import type { NodePlans } from '../nodes'
import { act } from './act'
import { content } from './content'
import { data } from './data'
import type { NodeExample } from './example'
import { layout } from './layout'
import { type ExampleVariant, lists } from './lists'

export type { NodeExample } from './example'
export type { ExampleVariant } from './lists'

/** An example of every node by its name; the type asks for each. The gallery is where they are shown. */
export const examples: { readonly [Name in Exclude<keyof NodePlans, 'gallery'>]: NodeExample } = {
  ...layout,
  ...data,
  ...content,
  ...act,
}

/** Further ways of a node, shown beside its example; most have none. */
export const variants: Readonly<Record<string, readonly ExampleVariant[]>> = { list: lists }

/** The page that shows an example. */
export function examplePage(example: NodeExample, title: unknown): Readonly<Record<string, unknown>> {
  return { title, ...example.page, body: example.body }
}
