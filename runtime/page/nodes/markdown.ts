import { Text } from '../../document/words'
import { defineNode } from '../define'

/** A text in Markdown (GitHub's). Markup in it is text; links open beside the page, images are the product's own files. */
export const node = defineNode(
  'markdown',
  { title: { zh: 'Markdown 文本', zhtw: 'Markdown 文字', en: 'Markdown' }, icon: 'Book', group: 'content' },
  { text: { ...Text, description: 'Text in Markdown', examples: ['## ${row.title}\n\n- ${row.note}'] } },
)
