import { type TProperties, Type } from 'typebox'
import { Expression, Text, Value, wordOf } from '../document/words'
import type { Text as TextValue } from '../text'
import type { NodeDefinition } from './node'

/** Words of every node beside its own. */
const common = {
  visible: Type.Optional(Expression),
}

/** Makes a node's definition of its words; what the words mean follows from their schemas. */
export function defineNode(name: string, title: TextValue, words: TProperties): NodeDefinition {
  const properties: TProperties = { node: Type.Literal(name), ...common, ...words }
  const keysOf = (kind: string) =>
    Object.keys(properties).filter((key) => {
      const schema = properties[key] as { items?: object }
      return schema && (wordOf(schema) === kind || (schema.items && wordOf(schema.items) === kind))
    })
  return {
    name,
    title,
    schema: Type.Object(properties, {
      additionalProperties: false,
      description: typeof title === 'string' ? title : (title.en ?? title.zh),
    }),
    children: keysOf('node'),
    expressions: keysOf('expression'),
    actions: keysOf('action'),
  }
}

/** An entry of a menu or a tool bar: what it says and what it does. */
export const MenuEntry = Type.Object(
  {
    text: Text,
    icon: Type.Optional(Type.String({ description: 'Name of an Arco icon without its prefix: Refresh' })),
    do: Type.Unsafe({ loam: 'action', $ref: '#/$defs/action' }),
    visible: Type.Optional(Expression),
    disabled: Type.Optional(Expression),
    danger: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

/** A column of a plain table or a line of a description. */
export const Column = Type.Object(
  {
    path: Type.String({ minLength: 1, description: 'Member of the row: fullName' }),
    label: Text,
    width: Type.Optional(Type.Integer({ minimum: 20 })),
    align: Type.Optional(Type.Enum(['left', 'center', 'right'])),
    value: Type.Optional(Value),
  },
  { additionalProperties: false },
)
