import { Type } from 'typebox'
import { NodeList } from '../../document/words'
import { defineNode } from '../define'

/** One below the other, or side by side. */
export const node = defineNode(
  'stack',
  { zh: '堆叠', zhtw: '堆疊', en: 'Stack' },
  {
    items: NodeList,
    direction: Type.Optional(Type.Enum(['vertical', 'horizontal'])),
    gap: Type.Optional(Type.Integer({ minimum: 0, maximum: 64, description: 'Pixels; default 12' })),
  },
)
