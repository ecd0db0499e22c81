import { Type } from 'typebox'
import { Quantity, SourceName, Template, Text, withDefault } from '../../document/words'
import { defineNode } from '../define'

/** How far something is. */
export const node = defineNode(
  'progress',
  { title: { zh: '进度', zhtw: '進度', en: 'Progress' }, icon: 'Refresh', group: 'data' },
  {
    title: Text,
    value: Quantity,
    total: withDefault({ ...Quantity, description: 'Value at which it is done' }, 100),
    source: Type.Optional({ ...SourceName, description: 'Source it is made of: waits and fails with it' }),
    text: Type.Optional({ ...Text, description: 'What stands beside it; default: per cent' }),
    kind: withDefault(Type.Enum(['line', 'circle']), 'line'),
    status: Type.Optional({
      ...Template,
      description: 'success, warning or error; default: success once it is done',
      examples: ["${data.run.failed ? 'error' : ''}"],
    }),
  },
)
