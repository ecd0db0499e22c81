import { Type } from 'typebox'
import { ActionSchema, SourceName, Text } from '../../document/words'
import { defineNode } from '../define'

/**
 * Lines over time of a source that answers `{ series: [{ name, unit, points: [[ms, value]], gaps, stats }], from, to }`. When a
 * person looks at a part of it, `zoomed` runs with `zoom` (`{ from, to }`, null for the whole); what the source `detail`
 * answers then is drawn in that part's place.
 */
export const node = defineNode(
  'chart',
  { zh: '曲线图', zhtw: '曲線圖', en: 'Chart' },
  {
    source: SourceName,
    title: Text,
    height: Type.Optional(Type.Integer({ minimum: 120, maximum: 2000, description: 'Pixels; default 420' })),
    zoom: Type.Optional(Type.Boolean({ description: 'A slider, the wheel and two fingers' })),
    bars: Type.Optional(Type.Boolean({ description: 'Bars from nought instead of lines: counts' })),
    empty: Type.Optional(Text),
    detail: Type.Optional(SourceName),
    zoomed: Type.Optional(ActionSchema),
  },
)
