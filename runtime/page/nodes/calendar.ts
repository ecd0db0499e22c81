import { Type } from 'typebox'
import { anyShape, BOOLEAN, NUMBER } from '../../document/shape'
import { ActionSchema, Expression, Rows, SourceName, Text, Value, withDefault } from '../../document/words'
import { defineNode } from '../define'
import { forWords } from '../gives'

/**
 * Records by when they are, over a month, a week, a day or as a list. On a phone as a list or a day. With `moved` they are
 * dragged to other times and stretched.
 */
export const node = defineNode(
  'calendar',
  { title: { zh: '日历', zhtw: '行事曆', en: 'Calendar' }, icon: 'ClockCircle', group: 'data' },
  {
    source: Type.Optional(SourceName),
    rows: Type.Optional({ ...Rows, description: 'The records, where no source has them' }),
    also: Type.Optional({
      ...Rows,
      description: 'Further records, which stand beside those of the source and are never dragged',
      examples: ['${data.dates}'],
    }),
    title: { ...Text, description: 'What the calendar is called' },
    date: Type.String({ minLength: 1, description: 'Member with the first day or moment: planStartTime' }),
    end: Type.Optional(Type.String({ minLength: 1, description: 'Member with the last: planEndTime' })),
    text: { ...Text, description: 'What a record is called, with `row`', examples: ['${row.fullName}'] },
    note: Type.Optional({
      ...Text,
      description:
        'What else is to be known of a record, with `row`: beside it in a list, in its tip elsewhere',
      examples: ['${row.note}'],
    }),
    legend: Type.Optional({
      ...Text,
      description:
        'What kind a record is of, with `row`; the kinds stand above the calendar, where each is switched off and on',
      examples: ['${row.sourceText}'],
    }),
    allDay: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Member that says whether a record is of whole days; without it all are',
        examples: ['allDay'],
      }),
    ),
    color: Type.Optional(
      Type.String({ minLength: 1, description: 'Member with its colour', examples: ['color'] }),
    ),
    muted: Type.Optional({
      ...Expression,
      description: 'Which records are drawn faintly, with `row`',
      examples: ['row.isDeclined == 1'],
    }),
    over: Type.Optional({
      ...Expression,
      description: 'Which records are over and drawn faintly, with `row`; default: those whose time is past',
      examples: ['row.isOver == 1'],
    }),
    view: withDefault(
      Type.Enum(['month', 'week', 'day', 'list'], { description: 'What is shown first' }),
      'month',
    ),
    at: Type.Optional({ ...Value, description: 'A day that is shown first; default: today' }),
    do: Type.Optional({ ...ActionSchema, description: 'What a press on a record does, with `row`' }),
    pressable: Type.Optional({
      ...Expression,
      description: 'Which records can be pressed, with `row`; default: all',
      examples: ["row.path != ''"],
    }),
    moved: Type.Optional({
      ...ActionSchema,
      description:
        'Runs when a record was dragged or stretched, with `row`, `start`, `end` and `allDay`; then it stands where its data says',
      examples: [
        { call: 'schedule.move', with: { id: '${row.id}', startDay: '${start}', endDay: '${end}' } },
      ],
    }),
    movable: Type.Optional({
      ...Expression,
      description: 'Which records may be dragged, with `row`; default: all',
      examples: ['row.isOwn == 1'],
    }),
    picked: Type.Optional({
      ...ActionSchema,
      description: 'Runs when a time without a record is chosen, with `start`, `end` and `allDay`',
      examples: [{ open: 'schedule', with: { start: '${start}' } }],
    }),
    shown: Type.Optional({
      ...ActionSchema,
      description:
        'Runs when other days are shown, with `from` and `to` in milliseconds, `to` not among them',
      examples: [{ set: { 'page.from': '${from}', 'page.to': '${to}' } }],
    }),
  },
  {
    ways: ['source', 'rows'],
    gives: (words, { rowOf }) => {
      const { also } = words
      const own = rowOf(words)
      const row = also === undefined ? own : anyShape([own, rowOf({ rows: also })])
      const span = { start: NUMBER, end: NUMBER, allDay: BOOLEAN }
      return {
        names: {
          ...forWords(['text', 'note', 'legend', 'do', 'pressable', 'muted', 'over', 'movable'], { row }),
          moved: { row: own, ...span },
          picked: span,
          shown: { from: NUMBER, to: NUMBER },
        },
      }
    },
  },
)
