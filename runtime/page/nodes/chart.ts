import { Type } from 'typebox'
import { SourceName, Text } from '../../document/words'
import { defineNode } from '../define'

/** Lines over time of a source that answers `{ series: [{ name, unit, points: [[ms, value]], gaps, stats }] }`. */
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
  },
)
