import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import type { KnownFields } from './fields'
import { repeatedTable } from './place-words'

/** Meta of a transaction after which rows are judged anew: the fields are others. */
export const NEW_FIELDS = 'newFields'

const key = new PluginKey<DecorationSet>('repeats')

/** Marks the rows that print once for each line of a sub-table with a word. */
export function repeatMarks(fields: () => KnownFields, word: () => string): Plugin<DecorationSet> {
  const marks = (doc: Node) => {
    const found: Decoration[] = []
    doc.descendants((row, at) => {
      if (row.type.name !== 'tableRow' || repeatedTable(expressionsIn(row), fields()) === null) return
      found.push(
        Decoration.node(at, at + row.nodeSize, {
          class: 'loam-print-repeats',
          style: `--loam-repeats: ${JSON.stringify(word())}`,
        }),
      )
    })
    return DecorationSet.create(doc, found)
  }
  return new Plugin({
    key,
    state: {
      init: (_config, { doc }) => marks(doc),
      apply: (transaction, before) =>
        transaction.docChanged || transaction.getMeta(NEW_FIELDS) ? marks(transaction.doc) : before,
    },
    props: { decorations: (state) => key.getState(state) },
  })
}

/** The places that a row names itself, not those of a table in it. */
export function expressionsIn(row: Node): readonly string[] {
  const expressions: string[] = []
  row.descendants((node) => {
    if (node.type.name === 'place') expressions.push(node.attrs['expression'])
    return node.type.name !== 'table'
  })
  return expressions
}
