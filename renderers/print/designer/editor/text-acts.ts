import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import { type Kept, NOTHING_KEPT, styleOf, withStyle } from './kept'

export type Align = 'left' | 'center' | 'right' | 'justify'

interface Block {
  readonly node: Node
  readonly at: number
}

/** The blocks of text that are chosen. */
function chosenBlocks({ doc, selection }: EditorState): readonly Block[] {
  const found: Block[] = []
  for (const { $from, $to } of selection.ranges)
    doc.nodesBetween($from.pos, $to.pos, (node, at) => {
      if (node.isTextblock) found.push({ node, at })
      return !node.isTextblock
    })
  return found
}

/** What says how a block of text stands: its own element, else its cell's, where it has none. */
function carrierOf(doc: Node, block: Block): Block {
  const { parent } = doc.resolve(block.at)
  const isCell = parent.type.spec['tableRole'] !== undefined
  const isPlain = block.node.attrs['bare'] !== false && Object.keys(block.node.attrs['kept']).length === 0
  return isCell && isPlain ? { node: parent, at: doc.resolve(block.at).before() } : block
}

/** The value that all chosen blocks have of a property; empty: none, or not the same. */
export function blockStyle(state: EditorState, property: string): string {
  const values = new Set(
    chosenBlocks(state).map((block) => styleOf(carrierOf(state.doc, block).node.attrs['kept'], property)),
  )
  const [value = ''] = values
  return values.size === 1 ? value : ''
}

/** Sets a property of the chosen blocks; null: it is not said any more. */
export function setBlockStyle({ state, view }: Editor, property: string, value: string | null): void {
  const { tr, doc } = state
  const carriers = new Map(
    chosenBlocks(state).map((block) => {
      const carrier = property === 'text-align' ? carrierOf(doc, block) : block
      return [carrier.at, carrier.node] as const
    }),
  )
  for (const [at, node] of carriers)
    tr.setNodeMarkup(at, null, { ...node.attrs, kept: withStyle(node.attrs['kept'], property, value) })
  view.dispatch(tr)
}

/** The value that the chosen text has of a property of its span; empty: none. */
export function textStyle(editor: Editor, property: string): string {
  return styleOf(spanOf(editor), property)
}

function spanOf(editor: Editor): Kept {
  return (editor.getAttributes('span')['kept'] as Kept | undefined) ?? NOTHING_KEPT
}

/** Sets a property of the chosen text, each piece of it keeping its others; null: it is not said any more. */
export function setTextStyle(editor: Editor, property: string, value: string | null): void {
  const { state, view } = editor
  const span = state.schema.marks['span']
  if (span === undefined) return
  const { tr, selection } = state
  if (selection.empty) {
    const kept = withStyle(spanOf(editor), property, value)
    if (Object.keys(kept).length === 0) tr.removeStoredMark(span)
    else tr.addStoredMark(span.create({ kept }))
    view.dispatch(tr)
    return
  }
  for (const { $from, $to } of selection.ranges)
    state.doc.nodesBetween($from.pos, $to.pos, (node, at) => {
      if (!node.isInline) return
      const [from, to] = [Math.max(at, $from.pos), Math.min(at + node.nodeSize, $to.pos)]
      const before = node.marks.find(({ type }) => type === span)
      const kept = withStyle((before?.attrs['kept'] as Kept | undefined) ?? NOTHING_KEPT, property, value)
      tr.removeMark(from, to, span)
      if (Object.keys(kept).length > 0) tr.addMark(from, to, span.create({ kept }))
    })
  view.dispatch(tr)
}
