import { Type } from 'typebox'
import { ActionSchema, Rows, SourceName, StatePath, Template, Text, withDefault } from '../../document/words'
import { defineNode } from '../define'
import { forWords } from '../gives'

/** Rows where they are: points, lines and areas, and a list that says the same. What is nowhere is left out. */
export const node = defineNode(
  'map',
  { title: { zh: '地图', zhtw: '地圖', en: 'Map' }, icon: 'Location', group: 'data' },
  {
    source: Type.Optional(SourceName),
    rows: Type.Optional({ ...Rows, description: 'The rows, where no source has them: "${row.wells}"' }),
    title: { ...Text, description: 'What the map is called' },
    key: withDefault(Type.String({ description: 'Member with the id' }), 'id'),
    longitude: withDefault(
      Type.String({ minLength: 1, description: 'Member with degrees east (WGS 84)' }),
      'longitude',
    ),
    latitude: withDefault(
      Type.String({ minLength: 1, description: 'Member with degrees north (WGS 84)' }),
      'latitude',
    ),
    shape: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Member with a GeoJSON geometry, its text, or a path of [longitude, latitude]: outline',
      }),
    ),
    text: { ...Text, description: 'What a row is called, with `row`', examples: ['${row.fullName}'] },
    popup: Type.Optional({
      ...Text,
      description: 'What is said of the chosen one, with `row`',
      examples: ['${row.area} mu'],
    }),
    tone: Type.Optional({
      ...Template,
      description: 'How a row looks, with `row`: success, warning, danger or muted; default: plain',
      examples: ["${row.isLate ? 'danger' : ''}"],
    }),
    selected: Type.Optional({ ...StatePath, description: 'State of the choice: page.well' }),
    select: Type.Optional({ ...ActionSchema, description: 'Runs when a row is chosen, with `row`' }),
    height: withDefault(Type.Integer({ minimum: 160, maximum: 2000, description: 'Pixels' }), 420),
    fit: withDefault(Type.Boolean({ description: 'The view takes in all rows at the start' }), true),
    empty: withDefault(Text, '@page.empty'),
  },
  {
    ways: ['source', 'rows'],
    gives: (words, { rowOf }) => {
      const row = rowOf(words)
      return {
        names: forWords(['text', 'popup', 'tone', 'select'], { row }),
        writes: [[words['selected'], row]],
      }
    },
  },
)
