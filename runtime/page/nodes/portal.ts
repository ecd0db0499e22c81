import { Type } from 'typebox'
import { ActionSchema, Condition, IconName, NodeSchema, Text, Value, withDefault } from '../../document/words'
import { MOST_ROWS, NARROWEST, PORTAL_COLUMNS } from '../../limits'
import { defineNode } from '../define'

/**
 * Cards side by side, each with a node of its own, which a person may arrange where `arrange` holds: by dragging, by buttons
 * and by arrows. The own arrangement goes through `save` with `arrangement`, null after a reset, and comes back by the word
 * of that name; without `save` the person's account keeps it. In a narrow place they stand below each other.
 */
export const node = defineNode(
  'portal',
  { title: { zh: '门户', zhtw: '入口網站', en: 'Portal' }, icon: 'Dashboard', group: 'layout' },
  {
    name: withDefault(
      Type.String({ pattern: '^[A-Za-z]\\w*$', description: 'By which an own arrangement is kept' }),
      'portal',
    ),
    items: Type.Array(
      Type.Object(
        {
          name: Type.String({
            pattern: '^[A-Za-z]\\w*$',
            description: 'By which it is known in an arrangement',
            examples: ['water'],
          }),
          title: Type.Optional(Text),
          icon: Type.Optional(IconName),
          columns: withDefault(
            Type.Integer({
              minimum: NARROWEST,
              maximum: PORTAL_COLUMNS,
              description: 'Columns of twelve that it is wide',
              examples: [4],
            }),
            4,
          ),
          rows: withDefault(
            Type.Integer({
              minimum: 1,
              maximum: MOST_ROWS,
              description: 'Rows of 40 pixels that it is high',
              examples: [6],
            }),
            6,
          ),
          visible: Type.Optional(Condition),
          body: NodeSchema,
        },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
    arrange: Type.Optional({ ...Condition, description: 'A person may arrange the cards: can.btn_arrange' }),
    arrangement: Type.Optional({
      ...Value,
      description: 'The own arrangement, where it is kept by save',
      examples: ['${data.mine.arrangement}'],
    }),
    save: Type.Optional({
      ...ActionSchema,
      description: 'Keeps the own arrangement, with `arrangement`: names and sizes in order; null: none',
      examples: [{ set: { 'page.arrangement': '${arrangement}' } }],
    }),
  },
  {
    gives: () => ({ names: { save: { arrangement: 'open' } } }),
  },
)
