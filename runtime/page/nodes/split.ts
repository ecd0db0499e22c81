import { Type } from 'typebox'
import { NodeSchema } from '../../document/words'
import { defineNode } from '../define'

/** A narrow part beside a wide one; on a phone the narrow one becomes a drawer. */
export const node = defineNode(
  'split',
  { zh: '左右分栏', zhtw: '左右分欄', en: 'Split' },
  {
    aside: NodeSchema,
    main: NodeSchema,
    asideWidth: Type.Optional(
      Type.Integer({ minimum: 160, maximum: 600, description: 'Pixels; default 240' }),
    ),
  },
)
