import { Type } from 'typebox'
import { Condition, NodeSchema, Text, withDefault } from '../../document/words'
import { defineNode } from '../define'

/** Panes behind tabs; a pane is drawn when it is first opened. */
export const node = defineNode(
  'tabs',
  { title: { zh: '标签页', zhtw: '標籤頁', en: 'Tabs' }, icon: 'Folder', group: 'layout' },
  {
    items: Type.Array(
      Type.Object(
        {
          name: Type.Optional(
            Type.String({
              pattern: '^[A-Za-z]\\w*$',
              description: 'Its name in the address; default: its number',
            }),
          ),
          title: Text,
          body: NodeSchema,
          visible: Type.Optional(Condition),
        },
        { additionalProperties: false },
      ),
    ),
    placement: withDefault(
      Type.Enum(['top', 'left'], { description: 'Where the tabs stand; on a phone always at the top' }),
      'top',
    ),
    address: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]\\w*$',
        description: 'Member of the address that keeps which pane is open: part, of /profile?part=log',
      }),
    ),
  },
)
