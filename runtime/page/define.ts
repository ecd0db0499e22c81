import { type TProperties, type TSchema, Type } from 'typebox'
import { filledIn } from '../document/word'
import { Condition } from '../document/words'
import type { Giving } from './gives'
import type { NodeDefinition } from './node'

/** Words of every node beside its own. */
const common = {
  visible: Type.Optional(Condition),
}

export interface NodeOptions {
  /** Keys of which a document has exactly one. */
  readonly ways?: readonly string[]
  /** Keys that the page's resource fills in where a document leaves them out. */
  readonly filled?: readonly string[]
  /** What it gives to what is in it and beside it. */
  readonly gives?: Giving
}

/** Makes a node's definition of its words; what they compile to follows from their schemas. */
export function defineNode<Name extends string, Words extends TProperties>(
  name: Name,
  { title, icon, group }: Pick<NodeDefinition, 'title' | 'icon' | 'group'>,
  words: Words,
  { ways = [], filled = [], gives }: NodeOptions = {},
) {
  return {
    name,
    title,
    icon,
    group,
    defaults: defaultsOf(words),
    ...(gives && { gives }),
    schema: filledIn(
      Type.Object(
        { node: Type.Literal(name), ...common, ...words },
        {
          additionalProperties: false,
          ...(ways.length > 0 && { oneOf: ways.map((way) => ({ required: [way] })) }),
          description: typeof title === 'string' ? title : (title.en ?? title.zh),
        },
      ),
      ...filled,
    ),
  } satisfies NodeDefinition
}

/** What the words are where a document leaves them out. */
function defaultsOf(words: TProperties): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(words).flatMap(([name, word]) => {
      const { default: value } = word as TSchema & { readonly default?: unknown }
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
