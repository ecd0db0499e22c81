import { useLayoutEffect, useRef } from 'react'
import './editor.css'
import type { TemplateEditor } from './template-editor'

/** The template as paper shows it, to be written in; the sheet around it is not its own. */
export function EditorSurface({ editor }: { readonly editor: TemplateEditor }) {
  const place = useRef<HTMLDivElement>(null)
  const { tiptap } = editor
  useLayoutEffect(() => {
    const sheet = tiptap.view.dom
    place.current?.append(sheet)
    return () => sheet.remove()
  }, [tiptap])
  return <div ref={place} className="loam-print-editor" />
}
