import { Type } from 'typebox'
import { Template, Text, Value, withDefault } from '../../document/words'
import { defineNode } from '../define'

/** The form and the list that a model's documents describe, to be tried before there is one: nothing is kept. */
export const node = defineNode(
  'model',
  { title: { zh: '模型预览', zhtw: '模型預覽', en: 'Model preview' }, icon: 'Eye', group: 'data' },
  {
    title: { ...Text, description: 'What the model is called' },
    form: {
      ...Value,
      description: 'Its `formData`, as text or as an object',
      examples: ['${data.found.formData}'],
    },
    list: Type.Optional({
      ...Value,
      description: 'Its `columnData`, as text or as an object; empty for a form alone',
      examples: ['${data.found.columnData}'],
    }),
    kind: withDefault(
      { ...Template, description: 'Its `webType`: 1 is a form alone', examples: ['${data.found.webType}'] },
      '2',
    ),
  },
)
