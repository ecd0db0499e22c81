import { useHost } from '@renderers/host'
import type { Command } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  mergeCells,
  splitCell,
} from '@tiptap/pm/tables'
import type { Kept } from '../kept'
import { chosenTable, isHead, run, toggleBorder, toggleHead } from '../table-acts'
import type { TemplateEditor } from '../template-editor'
import { useEditorValue } from '../use-editor-value'
import { SizeGrid } from './size-grid'
import { type MenuItem, ToolMenu } from './tool-menu'

/** Tables: a new one, and whatever is done with the one around the caret. */
export function TableTools({ editor }: { readonly editor: TemplateEditor }) {
  const host = useHost()
  const { tiptap } = editor
  const table = useEditorValue(editor, ({ state }) => {
    const rect = chosenTable(state)
    return {
      isThere: rect !== null,
      isHead: rect !== null && isHead(rect),
      hasBorder: rect !== null && (rect.table.attrs['kept'] as Kept)['border'] !== undefined,
      canMerge: mergeCells(state),
      canSplit: splitCell(state),
    }
  })
  const isEditable = useEditorValue(editor, (one) => one.isEditable)
  const act = (name: string, command: Command, isOff = !table.isThere): MenuItem => ({
    name,
    isOff,
    run: () => run(tiptap, command),
  })
  const items: readonly MenuItem[] = [
    act(host.text('@printEditor.rowBefore'), addRowBefore),
    act(host.text('@printEditor.rowAfter'), addRowAfter),
    act(host.text('@printEditor.rowDelete'), deleteRow),
    act(host.text('@printEditor.columnBefore'), addColumnBefore),
    act(host.text('@printEditor.columnAfter'), addColumnAfter),
    act(host.text('@printEditor.columnDelete'), deleteColumn),
    act(host.text('@printEditor.merge'), mergeCells, !table.canMerge),
    act(host.text('@printEditor.split'), splitCell, !table.canSplit),
    {
      name: host.text('@printEditor.headRows'),
      isOn: table.isHead,
      isOff: !table.isThere,
      run: () => toggleHead(tiptap),
    },
    {
      name: host.text('@printEditor.border'),
      isOn: table.hasBorder,
      isOff: !table.isThere,
      run: () => toggleBorder(tiptap),
    },
    act(host.text('@printEditor.tableDelete'), deleteTable),
  ]
  return (
    <ToolMenu
      name={host.text('@printEditor.table')}
      items={items}
      isOff={!isEditable}
      head={(close) => (
        <SizeGrid
          onChoose={(rows, columns) => {
            close()
            editor.insert({ kind: 'table', rows, columns })
          }}
        />
      )}
    />
  )
}
