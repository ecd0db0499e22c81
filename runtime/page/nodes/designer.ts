import { Type } from 'typebox'
import { NUMBER, TEXT } from '../../document/shape'
import { ActionSchema, Template, Text, Value, withDefault } from '../../document/words'
import { defineNode } from '../define'

/** A document of the language as text, completed and checked as it is written, beside what it draws. */
export const node = defineNode(
  'designer',
  { title: { zh: '文档编辑器', zhtw: '文件編輯器', en: 'Document editor' }, icon: 'Code', group: 'data' },
  {
    title: { ...Text, description: 'What the document is called' },
    kind: withDefault({ ...Template, description: 'What it is: page, form or list' }, 'page'),
    value: Type.Optional({
      ...Value,
      description: 'The document, or its text',
      examples: ['${page.document}'],
    }),
    change: Type.Optional({
      ...ActionSchema,
      description:
        'Runs after what was written has been checked, with `text`, `document`, null where it is not sound, and `problems`, how many there are',
      examples: [{ set: { 'page.document': '${document}' } }],
    }),
    lines: withDefault(
      Type.Integer({
        minimum: 5,
        maximum: 200,
        description: 'Lines that are seen without scrolling, at most',
      }),
      24,
    ),
  },
  {
    gives: () => ({ names: { change: { text: TEXT, document: 'open', problems: NUMBER } } }),
  },
)
