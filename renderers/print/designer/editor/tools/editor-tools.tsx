import { IconRedo, IconUndo } from '@arco-design/web-react/icon'
import { useHost } from '@renderers/host'
import { redo, redoDepth, undo, undoDepth } from '@tiptap/pm/history'
import '../editor.css'
import { run } from '../table-acts'
import type { TemplateEditor } from '../template-editor'
import { useEditorValue } from '../use-editor-value'
import { InsertTools } from './insert-tools'
import { TableTools } from './table-tools'
import { TextTools } from './text-tools'
import { ToolButton } from './tool-button'

/** The bar of tools: one step back, looks of texts, tables, and what can be put in. */
export function EditorTools({ editor }: { readonly editor: TemplateEditor }) {
  const host = useHost()
  const { tiptap } = editor
  const can = useEditorValue(editor, ({ state, isEditable }) => ({
    undo: isEditable && undoDepth(state) > 0,
    redo: isEditable && redoDepth(state) > 0,
  }))
  return (
    <div className="loam-print-tools" role="toolbar" aria-label={host.text('@printEditor.tools')}>
      <ToolButton name={host.text('@printEditor.undo')} isOff={!can.undo} onPress={() => run(tiptap, undo)}>
        <IconUndo />
      </ToolButton>
      <ToolButton name={host.text('@printEditor.redo')} isOff={!can.redo} onPress={() => run(tiptap, redo)}>
        <IconRedo />
      </ToolButton>
      <span className="loam-print-tool-gap" />
      <TextTools editor={editor} />
      <span className="loam-print-tool-gap" />
      <TableTools editor={editor} />
      <InsertTools editor={editor} />
    </div>
  )
}
