import { DOMParser, type Node, type Schema } from '@tiptap/pm/model'
import { prepared } from './prepare'
import { withReadWidths } from './table-widths'

/** A template as a document of the editor: all that paper allows, and nothing else. */
export function readTemplate(html: string, schema: Schema): Node {
  if (html.trim() === '') return schema.topNodeType.createAndFill() as Node
  const read = DOMParser.fromSchema(schema).parse(prepared(html), { preserveWhitespace: 'full' })
  return withReadWidths(read)
}
