import { Type } from 'typebox'
import { RowPath, Rows, SourceName, Text, withDefault } from '../../document/words'
import { AGGREGATES } from '../../report/aggregates'
import { defineNode } from '../define'
import { forWords } from '../gives'

const closed = { additionalProperties: false }

const Grouping = Type.Object(
  {
    path: { ...RowPath, description: 'Member of the row: region' },
    label: { ...Text, description: 'What it is called' },
  },
  closed,
)

/** Rows of a source grouped down and, where it says so, across, with what they come to, subtotals and totals. */
export const node = defineNode(
  'report',
  { title: { zh: '汇总报表', zhtw: '彙總報表', en: 'Report' }, icon: 'OrderedList', group: 'data' },
  {
    source: Type.Optional(SourceName),
    rows: Type.Optional({ ...Rows, description: 'The rows, where no source has them: "${row.readings}"' }),
    title: { ...Text, description: 'What the report is called' },
    by: Type.Array(Grouping, {
      minItems: 1,
      description: 'What rows are grouped by, the widest first',
      examples: [[{ path: 'region', label: '@common.name' }]],
    }),
    across: withDefault(
      Type.Array(Grouping, {
        description: 'What stands side by side, the widest first',
        examples: [[{ path: 'month', label: '@common.name' }]],
      }),
      [],
    ),
    values: Type.Array(
      Type.Object(
        {
          path: Type.Optional({ ...RowPath, description: 'Member that is summed up: water' }),
          label: { ...Text, description: 'What it is called' },
          of: withDefault(
            Type.Enum([...AGGREGATES], {
              description: 'What it comes to; count without a path counts rows',
            }),
            'sum',
          ),
          decimals: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 6,
              description: 'Digits after the point; default: as it has',
            }),
          ),
          unit: Type.Optional({ ...Text, description: 'Unit of the numbers: m³' }),
        },
        closed,
      ),
      {
        minItems: 1,
        description: 'What the rows come to',
        examples: [[{ path: 'water', label: '@common.name' }]],
      },
    ),
    subtotals: withDefault(Type.Boolean({ description: 'A line below each group that holds others' }), true),
    totals: withDefault(
      Type.Boolean({ description: 'A line at the end, and a column at the right of those side by side' }),
      true,
    ),
    empty: withDefault(Text, '@page.empty'),
  },
  {
    ways: ['source', 'rows'],
    gives: (words, { rowOf }) => ({ names: forWords(['by', 'across', 'values'], { row: rowOf(words) }) }),
  },
)
