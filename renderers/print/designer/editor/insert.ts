import type { Editor, JSONContent } from '@tiptap/core'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import { isNumber } from './fields'
import type { DetailColumn, Insertable } from './insertable'
import { mmOf, pxOfMm, roomOf } from './length'
import { APPROVALS } from './place'

/** What is put in at once; pictures come later, when they are on the server. */
export type InsertableAtOnce = Exclude<Insertable, { kind: 'picture' }>

/** Puts something in at a position, else at the caret, and leaves the caret behind it; of a table that is empty in its first cell. */
export function insertInto(editor: Editor, item: InsertableAtOnce, position?: number): void {
  const { selection } = editor.state
  const isChosen = selection instanceof NodeSelection
  // Whatever is chosen stays; a text that is chosen gives way, as to typing.
  const at = position ?? (isChosen ? selection.to : null)
  if (at !== null) editor.commands.setTextSelection(at)
  if (item.kind === 'condition') insertCondition(editor)
  else insertContent(editor, item)
}

function insertContent(editor: Editor, item: Exclude<InsertableAtOnce, { kind: 'condition' }>): void {
  const content = contentOf(item, roomOf(editor.view.dom))
  const { from } = editor.state.selection
  editor.view.focus()
  editor.chain().insertContent(content).scrollIntoView().run()
  if (item.kind === 'table' || item.kind === 'detail') settleTable(editor, from, item.kind === 'table')
}

function contentOf(item: Exclude<InsertableAtOnce, { kind: 'condition' }>, room: number): JSONContent {
  switch (item.kind) {
    case 'place':
      return placeOf(item.expression)
    case 'qrcode':
    case 'barcode':
    case 'image':
      return placeOf(`${item.kind}(${item.path})`)
    case 'approvals':
      return placeOf(APPROVALS)
    case 'pageBreak':
      return { type: 'pageBreak' }
    case 'table':
      return tableOf(Array.from({ length: item.rows }, () => rowOf(plainCells(item.columns))))
    case 'detail':
      return detailOf(item.columns, room)
  }
}

const placeOf = (expression: string): JSONContent => ({ type: 'place', attrs: { expression } })

function tableOf(rows: JSONContent[]): JSONContent {
  return { type: 'table', attrs: { kept: { border: '1' } }, content: rows }
}

function rowOf(content: JSONContent[], section = 'body'): JSONContent {
  return { type: 'tableRow', attrs: { section }, content }
}

function plainCells(count: number): JSONContent[] {
  return Array.from({ length: count }, () => ({ type: 'tableCell', content: [{ type: 'paragraph' }] }))
}

/** A head of labels above a row of places, with equal widths of whole tenths of a millimetre. */
function detailOf(columns: readonly DetailColumn[], room: number): JSONContent {
  const share = Math.floor((mmOf(room) * 10) / columns.length) / 10
  const cell = (type: string, { jnpfKey }: DetailColumn, content: JSONContent): JSONContent => ({
    type,
    attrs: {
      ...(share > 0 && { colwidth: [pxOfMm(share)] }),
      kept: { style: `text-align: ${isNumber(jnpfKey) ? 'right' : 'left'}` },
    },
    content: [{ type: 'paragraph', content: [content] }],
  })
  const heads = columns.map((column) => cell('tableHeader', column, { type: 'text', text: column.label }))
  const places = columns.map((column) =>
    cell(
      'tableCell',
      column,
      placeOf(isNumber(column.jnpfKey) ? `thousands(${column.path},2)` : column.path),
    ),
  )
  return tableOf([rowOf(heads, 'head'), rowOf(places)])
}

/** Both marks of a condition around what is chosen, else around the paragraph; the first is then chosen, to be written. */
function insertCondition(editor: Editor): void {
  editor.commands.command(({ tr, dispatch, state: { schema } }) => {
    const { $from, $to, empty, from, to } = tr.selection
    const [start, end] = empty && $from.parent.isTextblock ? [$from.start(), $from.end()] : [from, to]
    if (!$from.parent.isTextblock || !$to.parent.isTextblock) return false
    const place = (expression: string) => schema.nodes['place']?.create({ expression })
    const [opening, closing] = [place('if'), place('/if')]
    if (!opening || !closing) return false
    if (dispatch) {
      tr.insert(end, closing).insert(start, opening)
      tr.setSelection(NodeSelection.create(tr.doc, start)).scrollIntoView()
    }
    return true
  })
  editor.view.focus()
}

/** After a table there is a line to go on in, and the caret stands there or in the first cell. */
function settleTable(editor: Editor, from: number, isEntered: boolean): void {
  const { doc, tr, schema } = editor.state
  let start: number | null = null
  doc.nodesBetween(Math.max(0, from - 1), doc.content.size, (node, position) => {
    if (start === null && node.type.name === 'table' && position >= from - 1) start = position
    return start === null
  })
  const table = start === null ? null : doc.nodeAt(start)
  if (start === null || !table) return
  const end = start + table.nodeSize
  const line = schema.nodes['paragraph']?.create()
  if (!doc.resolve(end).nodeAfter && line) tr.insert(end, line)
  const caret = isEntered ? start + 3 : end
  editor.view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(caret))).scrollIntoView())
}
