import { useHost } from '@renderers/host'
import { useEffect, useRef, useState } from 'react'
import type { PrintField } from './fields'
import { createTemplateEditor, setFields, setReadOnly, type TemplateEditor } from './template-editor'

export interface TemplateEditorOptions {
  /** What is opened; later ones come by `setTemplate`. */
  readonly template: string
  readonly fields: readonly PrintField[]
  readonly isReadOnly: boolean
  /** The template is another. */
  onChange(): void
}

/** An editor that lives as long as what asks for it; null until it is there. */
export function useTemplateEditor(options: TemplateEditorOptions): TemplateEditor | null {
  const host = useHost()
  const first = useRef({ template: options.template, host })
  const latest = useRef(options)
  const [editor, setEditor] = useState<TemplateEditor | null>(null)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    const made = createTemplateEditor(first.current.template, first.current.host)
    made.tiptap.on('update', ({ transaction }) => {
      if (transaction.docChanged) latest.current.onChange()
    })
    setEditor(made)
    return () => {
      setEditor(null)
      made.tiptap.destroy()
    }
  }, [])
  useEffect(() => {
    if (editor) setReadOnly(editor.tiptap, options.isReadOnly)
  }, [editor, options.isReadOnly])
  useEffect(() => {
    if (editor) setFields(editor.tiptap, options.fields)
  }, [editor, options.fields])
  return editor
}
