import { Type } from 'typebox'
import { ActionSchema, Condition, Template } from '../../document/words'
import { defineNode } from '../define'

/** The designer of a print template: its sheet as it will be on paper, filled with a record to see how it comes out. */
export const node = defineNode(
  'printDesigner',
  {
    title: { zh: '打印模板设计器', zhtw: '列印範本設計器', en: 'Print template designer' },
    icon: 'Printer',
    group: 'data',
  },
  {
    template: {
      ...Template,
      description: 'The id of the print template that is designed',
      examples: ['${page.id}'],
    },
    view: Type.Optional({
      ...Template,
      description: 'preview: it opens filled with a record; else the sheet is designed',
      examples: ['${page.view}', 'preview'],
    }),
    edit: Type.Optional({
      ...Condition,
      description: 'A person may change the template: can.btn_edit; without it everybody who is here',
      examples: ['can.btn_edit'],
    }),
    leave: Type.Optional({
      ...ActionSchema,
      description: 'Runs when the person goes back from the designer',
      examples: [{ navigate: '/development/models' }],
    }),
  },
)
