import { Type } from 'typebox'
import { ActionSchema, SourceName, Text, Value, withDefault } from '../../document/words'
import { defineNode } from '../define'

/** Records by their day, of a month or a week. On a phone the days that have some stand one below the other. */
export const node = defineNode(
  'calendar',
  { title: { zh: '日历', zhtw: '行事曆', en: 'Calendar' }, icon: 'ClockCircle', group: 'data' },
  {
    source: Type.Optional(SourceName),
    rows: Type.Optional({ ...Value, description: 'The records, where no source has them' }),
    title: { ...Text, description: 'What the calendar is called' },
    key: withDefault(Type.String({ description: 'Member with the id' }), 'id'),
    date: Type.String({ minLength: 1, description: 'Member with the first day or moment: planStartTime' }),
    end: Type.Optional(Type.String({ minLength: 1, description: 'Member with the last: planEndTime' })),
    text: { ...Text, description: 'What a record is called, with `row`', examples: ['${row.fullName}'] },
    view: withDefault(Type.Enum(['month', 'week'], { description: 'What is shown first' }), 'month'),
    at: Type.Optional({ ...Value, description: 'A day that is shown first; default: today' }),
    do: Type.Optional({ ...ActionSchema, description: 'What a press on a record does, with `row`' }),
    shown: Type.Optional({
      ...ActionSchema,
      description:
        'Runs when other days are shown, with `from` and `to` in milliseconds, `to` not among them',
      examples: [{ set: { 'page.from': '${from}', 'page.to': '${to}' } }],
    }),
  },
  ['source', 'rows'],
)
