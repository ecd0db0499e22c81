import { Type } from 'typebox'
import { Template } from '../../document/words'
import { defineNode } from '../define'

/**
 * Every widget and node of the registries, to choose from: documentation, test bed and demonstration at once. With `kind` and
 * `name` the one that they name, at work.
 */
export const node = defineNode(
  'gallery',
  { title: { zh: '控件陈列', zhtw: '元件陳列', en: 'Widget gallery' }, icon: 'Apps', group: 'content' },
  {
    kind: Type.Optional({
      ...Template,
      description: 'What is shown of the one: widget, node, verb, function or call',
      examples: ['node'],
    }),
    name: Type.Optional({ ...Template, description: 'Its name', examples: ['list'] }),
  },
)
