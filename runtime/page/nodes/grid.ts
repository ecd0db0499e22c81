import { Type } from 'typebox'
import { NodeList, withDefault } from '../../document/words'
import { defineNode } from '../define'

/** Equal columns that wrap where the screen is narrow, or with `spans` parts of 24 columns, which a phone shows one below the other. */
export const node = defineNode(
  'grid',
  { title: { zh: '网格', zhtw: '格線', en: 'Grid' }, icon: 'Apps', group: 'layout' },
  {
    items: NodeList,
    minWidth: withDefault(Type.Integer({ minimum: 100, description: 'Pixels a column' }), 280),
    spans: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 24 }), {
        minItems: 1,
        description: 'Of 24 columns how many each takes, in order, and from the first again',
        examples: [[16, 8]],
      }),
    ),
    gap: withDefault(Type.Integer({ minimum: 0, maximum: 64, description: 'Pixels' }), 12),
  },
)
