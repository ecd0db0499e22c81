import { Type } from 'typebox'
import { membersShape, TEXT } from '../../document/shape'
import { ActionSchema, SourceName, Text, Value, withDefault } from '../../document/words'
import { defineNode } from '../define'

/** A step that was pressed. */
const STEP = membersShape(['id', 'kind', 'state', 'title'].map((name) => [name, TEXT]))

/** A flow with the state of each of its steps, to be read; and the list of the steps. */
export const node = defineNode(
  'flow',
  { title: { zh: '流程图', zhtw: '流程圖', en: 'Flow' }, icon: 'Send', group: 'data' },
  {
    title: { ...Text, description: 'What the flow is called' },
    flow: {
      ...Value,
      description: 'A flow document: its nodes, branches in them; or nodes and edges',
      examples: ['${data.flow.document}'],
    },
    source: Type.Optional({ ...SourceName, description: 'Source it is made of: waits and fails with it' }),
    states: Type.Optional({
      ...Value,
      description: 'State of each step by its id: done, now, waiting or refused',
      examples: [{ start: 'done', dept: 'now' }],
    }),
    select: Type.Optional({
      ...ActionSchema,
      description: 'What a press on a step does, with `step`: its id, kind and state',
      examples: [{ set: { 'page.step': '${step.id}' } }],
    }),
    direction: withDefault(
      Type.Enum(['down', 'right'], { description: 'Which way it leads from its start' }),
      'down',
    ),
    height: withDefault(Type.Integer({ minimum: 160, maximum: 2000, description: 'Pixels' }), 420),
    empty: withDefault(Text, '@page.empty'),
  },
  {
    gives: () => ({ names: { select: { step: STEP } } }),
  },
)
