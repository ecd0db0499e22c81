import { Type } from 'typebox'
import { Template, Text, withDefault } from '../../document/words'
import { defineNode } from '../define'

export const CODES = ['text', 'json', 'sql', 'javascript', 'expression'] as const

/** Code to be read, in the colours of its language, with a button that copies it. */
export const node = defineNode(
  'code',
  { title: { zh: '代码', zhtw: '程式碼', en: 'Code' }, icon: 'Code', group: 'content' },
  {
    title: { ...Text, description: 'What it is called' },
    code: { ...Template, description: 'The code: ${row.sql}' },
    language: withDefault(Type.Enum([...CODES], { description: 'How it is coloured' }), 'text'),
    lines: withDefault(
      Type.Integer({
        minimum: 1,
        maximum: 200,
        description: 'Lines that are seen without scrolling, at most',
      }),
      20,
    ),
  },
)
