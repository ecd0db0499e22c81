import { useHost } from '@renderers/host'
import { NodeSelection } from '@tiptap/pm/state'
import type { Insertable } from '../insertable'
import type { TemplateEditor } from '../template-editor'
import { useEditorValue } from '../use-editor-value'
import { ToolMenu } from './tool-menu'

/** Whatever else can be put into a template. */
export function InsertTools({ editor }: { readonly editor: TemplateEditor }) {
  const host = useHost()
  const isEditable = useEditorValue(editor, (one) => one.isEditable)
  const insert = (name: string, item: Insertable) => ({ name, run: () => editor.insert(item) })
  const system = (name: string) =>
    insert(host.text(`@printEditor.system.${name}`), { kind: 'place', expression: name })
  /** A drawing is of some field at first: its settings are open at once, to choose another. */
  const drawing = (kind: 'qrcode' | 'barcode' | 'image') => ({
    name: host.text(`@printEditor.${kind}`),
    run: () => {
      const [path = ''] = editor.tiptap.storage.place.fields.keys()
      editor.insert({ kind, path })
      const { state, view } = editor.tiptap
      const at = state.selection.from - 1
      if (state.doc.nodeAt(at)?.type.name === 'place')
        view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, at)))
    },
  })
  return (
    <ToolMenu
      name={host.text('@printEditor.insert')}
      isOff={!isEditable}
      items={[
        drawing('qrcode'),
        drawing('barcode'),
        drawing('image'),
        insert(host.text('@printEditor.picture'), { kind: 'picture' }),
        insert(host.text('@printEditor.approvals'), { kind: 'approvals' }),
        insert(host.text('@printEditor.pageBreak'), { kind: 'pageBreak' }),
        insert(host.text('@printEditor.condition'), { kind: 'condition' }),
        system('systemPrinter'),
        system('systemPrintTime'),
        system('systemCopy'),
        system('index'),
      ]}
    />
  )
}
