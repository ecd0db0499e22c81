import { Type } from 'typebox'
import { NodeList } from '../../document/words'
import { defineNode } from '../define'

/** Equal columns that wrap where the screen is narrow. */
export const node = defineNode(
  'grid',
  { zh: '网格', zhtw: '格線', en: 'Grid' },
  {
    items: NodeList,
    minWidth: Type.Optional(Type.Integer({ minimum: 100, description: 'Pixels a column; default 280' })),
    gap: Type.Optional(Type.Integer({ minimum: 0, maximum: 64, description: 'Pixels; default 12' })),
  },
)
