import { Type } from 'typebox'
import { NUMBER } from '../../document/shape'
import { NodeSchema, Rows, SourceName, Text, withDefault } from '../../document/words'
import { defineNode } from '../define'

/** Draws a node once for each row, which is a name in it, as `index` is; what was done in one stays with its row. */
export const node = defineNode(
  'each',
  { title: { zh: '循环', zhtw: '迴圈', en: 'Each' }, icon: 'Copy', group: 'layout' },
  {
    source: Type.Optional(SourceName),
    rows: Type.Optional({ ...Rows, description: 'The rows, where no source has them: "${row.blocks}"' }),
    as: withDefault(Type.String({ pattern: '^[A-Za-z]\\w*$', description: 'Name of the row' }), 'row'),
    key: withDefault(Type.String({ description: 'Member with the id' }), 'id'),
    body: NodeSchema,
    minWidth: Type.Optional(
      Type.Integer({
        minimum: 100,
        description: 'Pixels of one: as many side by side as have room; default: one below the other',
      }),
    ),
    gap: withDefault(Type.Integer({ minimum: 0, maximum: 64, description: 'Pixels' }), 12),
    divided: withDefault(Type.Boolean({ description: 'A line between them' }), false),
    empty: withDefault(Text, '@page.empty'),
  },
  {
    ways: ['source', 'rows'],
    gives: (words, { rowOf }) => ({
      names: { body: { [String(words['as'] ?? 'row')]: rowOf(words), index: NUMBER } },
    }),
  },
)
