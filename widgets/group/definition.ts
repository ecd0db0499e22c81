import type { WidgetDefinition } from '@runtime/widget/definition'
import { Type } from 'typebox'

/** Settings of a group. */
export interface GroupSettings {
  /** It can be folded to its title. */
  readonly collapsible: boolean
  /** It begins folded. */
  readonly collapsed: boolean
  /** The wire form of the object is JSON text. */
  readonly encode?: 'json'
}

/** A section with a title; with a name its fields are members of an object in the record. */
export const definition: WidgetDefinition<GroupSettings> = {
  key: 'group',
  jnpfKeys: [],
  group: 'layout',
  title: '@group.widget',
  icon: 'Copy',
  kind: 'layout',
  grouping: true,
  example: {
    field: {
      name: 'contact',
      title: '联系人',
      collapsible: true,
      fields: [
        { name: 'fullName', widget: 'input', label: '姓名', required: true },
        { name: 'mobilePhone', widget: 'input', label: '手机', patterns: [{ rule: 'mobile' }] },
      ],
    },
  },
  settings: Type.Object({
    collapsible: Type.Optional(
      Type.Boolean({
        title: '@group.setting.collapsible',
        description: '@group.setting.collapsibleHelp',
        examples: [true],
      }),
    ),
    collapsed: Type.Optional(
      Type.Boolean({
        title: '@group.setting.collapsed',
        description: '@group.setting.collapsedHelp',
        examples: [true],
      }),
    ),
    encode: Type.Optional(
      Type.Literal('json', {
        title: '@group.setting.encode',
        description: '@group.setting.encodeHelp',
        examples: ['json'],
      }),
    ),
  }),
  defaults: { collapsible: false, collapsed: false },
}
