import { Type } from 'typebox'
import { NodeList, withDefault } from '../../document/words'
import { defineNode } from '../define'

/** One below the other, or side by side. */
export const node = defineNode(
  'stack',
  { title: { zh: '堆叠', zhtw: '堆疊', en: 'Stack' }, icon: 'Menu', group: 'layout' },
  {
    items: NodeList,
    direction: withDefault(Type.Enum(['vertical', 'horizontal']), 'vertical'),
    justify: withDefault(
      Type.Enum(['start', 'between'], { description: 'Side by side: where the room that is left goes' }),
      'start',
    ),
    gap: withDefault(Type.Integer({ minimum: 0, maximum: 64, description: 'Pixels' }), 12),
  },
)
