import { Type } from 'typebox'
import { membersShape, NUMBER } from '../../document/shape'
import { ActionSchema, RowPath, Rows, SourceName, Text, Value, withDefault } from '../../document/words'
import { defineNode } from '../define'
import { forWords } from '../gives'

export const CHARTS = ['line', 'bar', 'pie', 'radar', 'scatter', 'gauge', 'heat', 'funnel'] as const

/** The part that is shown; null for the whole. */
const ZOOM = membersShape(['from', 'to'].map((name) => [name, NUMBER]))

/**
 * Rows as a chart: `x` names each and each `y` is a column of numbers. Or lines over time of a source that answers
 * `{ series: [{ name, unit, points: [[ms, value]], gaps, stats }], from, to }`, where no `y` is said: when a person looks at
 * a part of it, `zoomed` runs with `zoom` (`{ from, to }`, null for the whole), and what the source `detail` answers then is
 * drawn in that part's place. Or an `option` of ECharts as it is, without titles, tool boxes and functions.
 */
export const node = defineNode(
  'chart',
  { title: { zh: '图表', zhtw: '圖表', en: 'Chart' }, icon: 'Dashboard', group: 'data' },
  {
    source: Type.Optional(SourceName),
    rows: Type.Optional({ ...Rows, description: 'The rows, where no source has them: "${row.months}"' }),
    option: Type.Optional({
      ...Value,
      description: 'An option of ECharts, instead of rows',
      examples: [{ series: [{ type: 'pie', data: '${data.parts}' }] }],
    }),
    title: Text,
    kind: withDefault(
      Type.Enum([...CHARTS], { description: 'Over time: line, or bar for counts from nought' }),
      'line',
    ),
    x: Type.Optional({ ...RowPath, description: 'Member that names a row: month' }),
    y: Type.Optional(
      Type.Array(
        Type.Object(
          { path: { ...RowPath, description: 'Member of the row: water' }, label: Text },
          { additionalProperties: false },
        ),
        {
          minItems: 1,
          description: 'Columns of numbers',
          examples: [[{ path: 'water', label: '@common.name' }]],
        },
      ),
    ),
    unit: Type.Optional({ ...Text, description: 'Unit of all of them: m³' }),
    height: Type.Optional(
      Type.Integer({ minimum: 120, maximum: 2000, description: 'Pixels; default 320, over time 420' }),
    ),
    zoom: withDefault(Type.Boolean({ description: 'Over time: a slider, the wheel and two fingers' }), false),
    empty: withDefault(Text, '@page.empty'),
    detail: Type.Optional(SourceName),
    zoomed: Type.Optional(ActionSchema),
  },
  {
    ways: ['source', 'rows', 'option'],
    gives: (words, { rowOf }) => ({
      names: { zoomed: { zoom: ZOOM }, ...forWords(['x', 'y'], { row: rowOf(words) }) },
    }),
  },
)
