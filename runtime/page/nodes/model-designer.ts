import { Type } from 'typebox'
import { ActionSchema, Template } from '../../document/words'
import { defineNode } from '../define'

/** The designer of a model: its form, built by pointer or keyboard, every step kept with the draft. */
export const node = defineNode(
  'modelDesigner',
  { title: { zh: '模型设计器', zhtw: '模型設計器', en: 'Model designer' }, icon: 'Tool', group: 'data' },
  {
    model: {
      ...Template,
      description: 'The id of the model that is designed',
      examples: ['${page.id}'],
    },
    view: Type.Optional({
      ...Template,
      description: 'Where it opens: form, list, rules, text, preview or publish; else where design begins',
      examples: ['${page.view}', 'publish'],
    }),
    leave: Type.Optional({
      ...ActionSchema,
      description: 'Runs when the person goes back from the designer',
      examples: [{ navigate: '/development/models' }],
    }),
  },
)
