import { Type } from 'typebox'
import { NodeSchema } from '../../document/words'
import { defineNode } from '../define'

/**
 * A place of a fragment that whoever uses it fills, by `"slots": { "main": { "node": … } }` beside `use`; so a fragment can
 * be the frame of pages and dialogs. What is not filled has its `body`, or nothing.
 */
export const node = defineNode(
  'slot',
  { title: { zh: '插槽', zhtw: '插槽', en: 'Slot' }, icon: 'Apps', group: 'layout' },
  {
    name: Type.String({
      pattern: '^[A-Za-z]\\w*$',
      description: 'By which it is filled',
      examples: ['main'],
    }),
    body: Type.Optional({ ...NodeSchema, description: 'What stands in it where nobody fills it' }),
  },
)
