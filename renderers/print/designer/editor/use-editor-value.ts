import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import type { TemplateEditor } from './template-editor'

/** What a part of the screen shows of an editor; it is drawn again only when that is another. */
export function useEditorValue<T>({ tiptap }: TemplateEditor, select: (editor: Editor) => T): T {
  return useEditorState({ editor: tiptap as never, selector: ({ editor }) => select(editor) })
}
