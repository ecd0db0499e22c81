import type { Host } from '@runtime/host'
import { Extension } from '@tiptap/core'
import { dropCursor } from '@tiptap/pm/dropcursor'
import { gapCursor } from '@tiptap/pm/gapcursor'
import { history, redo, undo } from '@tiptap/pm/history'
import { NodeSelection, Plugin } from '@tiptap/pm/state'
import { insertInto } from '../insert'
import { draggedInsertable } from '../insertable'
import { choosePictures, sendPictures } from '../pictures'
import { preparedPaste } from '../prepare'
import { repeatMarks } from '../repeats'

/** What keys, pasting and dropping do in a template. */
export const Editing = Extension.create<{ readonly host: Host | null }>({
  name: 'editing',
  // Before the keys of lists: what is chosen takes Enter first.
  priority: 1000,
  addOptions: () => ({ host: null }),
  addKeyboardShortcuts() {
    const act = (command: typeof undo) => () =>
      this.editor.commands.command(({ state, dispatch }) => command(state, dispatch))
    return {
      'Mod-z': act(undo),
      'Mod-y': act(redo),
      'Shift-Mod-z': act(redo),
      Enter: () => {
        const { openSettings } = this.editor.storage.place
        if (!(this.editor.state.selection instanceof NodeSelection) || openSettings === null) return false
        openSettings()
        return true
      },
    }
  },
  addProseMirrorPlugins() {
    const { editor } = this
    const { host } = this.options
    const { place } = editor.storage
    return [
      history(),
      dropCursor({ class: 'loam-print-drop', color: false }),
      gapCursor(),
      repeatMarks(
        () => place.fields,
        () => place.text('@printEditor.repeats'),
      ),
      new Plugin({
        props: {
          transformPastedHTML: preparedPaste,
          handlePaste: (_view, { clipboardData }) => {
            const files = [...(clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
            if (files.length === 0 || host === null) return false
            void sendPictures(editor, host, files)
            return true
          },
          handleDrop: (view, event) => {
            const item = draggedInsertable(event.dataTransfer)
            if (item === null || !view.editable) return false
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
            event.preventDefault()
            if (item.kind !== 'picture') insertInto(editor, item, at)
            else if (host !== null) void choosePictures(editor, host)
            return true
          },
        },
      }),
    ]
  },
})
