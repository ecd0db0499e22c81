import { Type } from 'typebox'
import { NodeSchema, withDefault } from '../../document/words'
import { defineNode } from '../define'

/** A narrow part beside a wide one; on a phone the narrow one becomes a drawer. */
export const node = defineNode(
  'split',
  { title: { zh: '左右分栏', zhtw: '左右分欄', en: 'Split' }, icon: 'Expand', group: 'layout' },
  {
    aside: NodeSchema,
    main: NodeSchema,
    asideWidth: withDefault(Type.Integer({ minimum: 160, maximum: 600, description: 'Pixels' }), 240),
  },
)
